import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { storeCredentials } from '../../../data/admin/credentials.ts';
import { fakeServices, json } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { StateAtATime } from './state-at-a-time.tsx';

beforeEach(() => storeCredentials({ username: 'admin', password: 'secret', visitId: 'visit-1' }));

const open = async (revision: number, onMove: (to: unknown) => void = () => undefined) => {
  const fields = [{ name: 'status', value: 'scheduled', before: null }];
  const state = { stream: 'entry-1', revision, at: '2026-11-27T12:06:00.000Z', last: 1, fields };
  const { services } = fakeServices(() => json(state));
  renderScreen(<StateAtATime at={{ stream: 'entry-1', revision }} onMove={onMove} />, services);
  await screen.findByText('scheduled');
};

it('the revisions are one tab stop, and the arrows move and choose', async () => {
  const onMove = vi.fn();
  await open(1, onMove);
  const [first, second] = screen.getAllByRole('radio');
  expect([first?.tabIndex, second?.tabIndex]).toEqual([-1, 0]);
  second?.focus();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(first);
  expect(onMove).toHaveBeenCalledWith({ stream: 'entry-1', revision: 0 });
});

it('a value that a later event changed stands beside the one before', async () => {
  await open(1);
  screen.getByText('nothing');
  screen.getByText('Changed by this event');
});

it('the first event of a thing has no state before it to compare with', async () => {
  await open(0);
  expect(screen.queryByText('nothing')).toBeNull();
  expect(screen.queryByText('Changed by this event')).toBeNull();
});

it('the state of one thing never stands under the name of another whose state did not load', async () => {
  const fields = [{ name: 'status', value: 'scheduled', before: null }];
  const state = { stream: 'entry-1', revision: 1, at: '2026-11-27T12:06:00.000Z', last: 1, fields };
  const { services } = fakeServices(({ url }) => (url.includes('entry-1') ? json(state) : json({}, 500)));
  function Choosing() {
    const [stream, setStream] = useState('entry-1');
    return (
      <>
        <button type="button" onClick={() => setStream('group-2')}>
          Another
        </button>
        <StateAtATime at={{ stream, revision: 1 }} onMove={() => undefined} />
      </>
    );
  }
  renderScreen(<Choosing />, services);
  await screen.findByText('scheduled');
  fireEvent.click(screen.getByRole('button', { name: 'Another' }));
  await screen.findByRole('button', { name: 'Try Again' });
  expect(screen.queryByText('scheduled')).toBeNull();
});
