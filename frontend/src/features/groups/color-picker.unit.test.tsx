import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { changed } from '../../data/store/changes.ts';
import { group, heldReply, json, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ColorPicker } from './color-picker.tsx';

it('the color picker names the group in its title (GROUP-49)', async () => {
  const { services } = signedInServices(() => json({ preferences: {}, groups: [] }));
  renderScreen(<ColorPicker group={group('g1', { name: 'Film Club' })} onClose={() => undefined} />, services);
  expect(await screen.findByRole('dialog', { name: 'Choose Color for Film Club' })).toBeTruthy();
});

it('the color picker ends on the last of quick choices, despite pushes of the earlier ones', async () => {
  const first = heldReply();
  const { services, sent } = signedInServices(({ method, body }) => {
    if (method === 'GET') return json({ preferences: { g1: { color: 0 } }, groups: [] });
    return (body as { color: number }).color === 1 ? first.reply() : json({ success: true });
  });
  const { store } = renderScreen(<ColorPicker group={group('g1')} onClose={() => undefined} />, services);
  const isChecked = (name: string) => screen.getByRole('radio', { name }).getAttribute('aria-checked');
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
  const choices = () => sent.filter(({ method }) => method !== 'GET').map(({ body }) => body);
  const hear = (color: number) =>
    act(() => void store.dispatch(changed({ name: 'groupPreferencesUpdated', payload: { groupId: 'g1', color } })));
  await expect.poll(() => isChecked('Blue')).toBe('true');
  screen.getByRole('radio', { name: 'Blue' }).focus();
  press('ArrowRight');
  await first.asked;
  press('ArrowRight');
  hear(1);
  expect(isChecked('Green')).toBe('true');
  press('ArrowLeft');
  press('ArrowLeft');
  hear(2);
  expect(isChecked('Blue')).toBe('true');
  expect(choices()).toHaveLength(1);
  first.release(json({ success: true }));
  await expect.poll(choices).toHaveLength(2);
  expect(choices().at(-1)).toEqual({ groupId: 'g1', color: 0 });
  await expect.poll(() => isChecked('Blue')).toBe('true');
});

it('a color that was not saved is taken back, and the picker says so', async () => {
  const { services } = signedInServices(({ method }) =>
    method === 'GET' ? json({ preferences: { g1: { color: 0 } }, groups: [] }) : json({}, 400),
  );
  renderScreen(<ColorPicker group={group('g1')} onClose={() => undefined} />, services);
  await screen.findByRole('radio', { name: 'Blue', checked: true });
  fireEvent.click(screen.getByRole('radio', { name: 'Green' }));
  await screen.findByText('Failed to save the color. Please try again.');
  expect(screen.getByRole('radio', { name: 'Blue', checked: true })).toBeTruthy();
});
