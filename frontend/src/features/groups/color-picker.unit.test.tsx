// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakeServices, group, json, signInAs } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ColorPicker } from './color-picker.tsx';

afterEach(cleanup);

it('the color picker names the group in its title (GROUP-49)', async () => {
  const { services } = fakeServices(() => json({ preferences: {}, groups: [] }));
  signInAs(services);
  renderScreen(<ColorPicker group={group('g1', { name: 'Film Club' })} onClose={() => undefined} />, services);
  expect(await screen.findByRole('dialog', { name: 'Choose Color for Film Club' })).toBeTruthy();
});
