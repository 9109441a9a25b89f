import { act, fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { changed } from '../../data/store/changes.ts';
import { group, json, type Sent, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { DashboardShell } from '../dashboard-shell.tsx';
import { GroupScreen } from './group-screen.tsx';

const film = group('g1', { name: 'Film Club', role: 'owner' });

const answer = ({ method, url }: Sent) => {
  if (method === 'DELETE') return json({ success: true });
  if (url.includes('my-groups')) return json({ groups: [film] });
  if (url.startsWith('/api/groups/g1')) return json({ group: film, members: [], total: 0, next: null });
  if (url.startsWith('/api/events')) return json({ events: [] });
  return json({ items: [], messages: [], notices: [], hasMore: false, preferences: {}, due: [] });
};

const openGroup = async () => {
  const { services } = signedInServices(answer);
  const opened = renderScreen(
    <Routes>
      <Route element={<DashboardShell />}>
        <Route path="/dashboard" element={<GroupScreen />} />
        <Route path="/dashboard/group/:groupId" element={<GroupScreen />} />
      </Route>
    </Routes>,
    services,
    '/dashboard/group/g1',
  );
  const settings = await screen.findByRole('button', { name: 'Group settings' });
  settings.focus();
  return { ...opened, settings };
};

const focused = () => document.activeElement?.getAttribute('aria-label');

test("deleting one's own group moves the focus to the place in the rail that is shown instead", async () => {
  const { settings } = await openGroup();
  fireEvent.click(settings);
  const dialog = await screen.findByRole('dialog', { name: 'Group Settings' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete Group' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete Group' });
  fireEvent.change(within(question).getByLabelText('Group name'), { target: { value: 'Film Club' } });
  fireEvent.click(within(question).getByRole('button', { name: 'Delete Group' }));
  expect(await screen.findByText('Film Club was deleted')).toBeTruthy();
  await expect.poll(focused).toBe('My Schedule');
});

test('deleting a group elsewhere does not lose the focus to the page', async () => {
  const { store } = await openGroup();
  act(() => void store.dispatch(changed({ name: 'groupDeleted', payload: { groupId: 'g1' } })));
  expect(await screen.findByText('Film Club was deleted')).toBeTruthy();
  await expect.poll(focused).toBe('My Schedule');
});

test('a group that disappears leaves the focus alone if it is elsewhere', async () => {
  const { store } = await openGroup();
  const account = screen.getByRole('link', { name: 'Account' });
  account.focus();
  act(() => void store.dispatch(changed({ name: 'groupDeleted', payload: { groupId: 'g1' } })));
  expect(await screen.findByText('Film Club was deleted')).toBeTruthy();
  await expect.poll(() => screen.queryByRole('link', { name: 'Film Club' })).toBeNull();
  expect(document.activeElement).toBe(account);
});
