import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeServices, json } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { storeCredentials } from '../credentials.ts';
import { StateAtATime } from './state-at-a-time.tsx';

beforeEach(() => storeCredentials({ username: 'admin', password: 'secret', visitId: 'visit-1' }));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const open = async (revision: number) => {
  const fields = [{ name: 'status', value: 'scheduled', before: null }];
  const state = { stream: 'entry-1', revision, at: '2026-11-27T12:06:00.000Z', last: 1, fields };
  const { services } = fakeServices(() => json(state));
  renderScreen(<StateAtATime at={{ stream: 'entry-1', revision }} onMove={() => undefined} />, services);
  await screen.findByText('scheduled');
};

it('what a later event changed stands beside what it was before', async () => {
  await open(1);
  screen.getByText('nothing');
  screen.getByText('Changed by this event');
});

it('the first event of a thing has no state before it to compare with', async () => {
  await open(0);
  expect(screen.queryByText('nothing')).toBeNull();
  expect(screen.queryByText('Changed by this event')).toBeNull();
});
