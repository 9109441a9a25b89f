import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionChanged } from '../data/connection/connection-slice.ts';
import { fakeUploads } from '../testing/fake-uploads.ts';
import { group, heldReply, json, person, type Reply, type Sent, signedInServices } from '../testing/fakes.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { GroupScreen } from './dashboard/group-screen.tsx';
import { DashboardShell } from './dashboard-shell.tsx';
// Loaded on demand. Importing them here keeps tests from waiting.
import '../features/chat/chat-view.tsx';
import '../features/calendar/wizard/event-wizard.tsx';

beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => vi.unstubAllGlobals());

const members = (['owner', 'member'] as const).map((role, index) => ({
  userId: person(index === 0 ? 'user-a' : 'user-b'),
  role,
  joinedAt: '2026-05-01T00:00:00.000Z',
}));
const film = group('g1', { name: 'Film Club', description: 'Films', role: 'owner', members });
const made = {
  group: group('g2', { name: 'Lakeside Weekend', role: 'owner' }),
  inviteCode: 'LKSDWK26',
  inviteLink: 'http://localhost/LKSDWK26',
  sixDigitCode: '640283',
};

/** Serves reads and changes of one group, and empty answers for the rest. */
const server = () => {
  let kept: GroupView = film;
  const groups = [kept];
  return ({ method, url, body }: Sent) => {
    if (method === 'PUT' && url.startsWith('/api/groups/g1')) kept = { ...kept, ...(body as Partial<GroupView>) };
    if (method === 'POST' && url === '/api/groups') {
      groups.push(made.group);
      return json(made);
    }
    if (url === '/api/activity') return json({ items: [], readUpTo: null, unread: 0, sequences: {} });
    if (url.endsWith('/pins')) return json({ pins: [] });
    if (url.includes('my-groups')) return json({ groups: [kept, ...groups.slice(1)] });
    if (url.startsWith('/api/groups/g1/members')) return json({ members, total: 2, next: null });
    if (url.startsWith('/api/groups/g1')) return json({ group: kept });
    if (url.startsWith('/api/groups/g2')) return json({ group: made.group });
    if (url.startsWith('/api/events')) return json({ events: [] });
    if (url.startsWith('/api/messages')) return json({ messages: [], notices: [], hasMore: false });
    return json({ preferences: {} });
  };
};

const routes = (
  <Routes>
    <Route element={<DashboardShell />}>
      <Route path="/dashboard" element={<GroupScreen />} />
      <Route path="/dashboard/group/:groupId" element={<GroupScreen />} />
      <Route path="/dashboard/group/:groupId/chat" element={<GroupScreen view="chat" />} />
      <Route path="/dashboard/group/:groupId/schedule" element={<GroupScreen view="calendar" />} />
    </Route>
  </Routes>
);

const openAt = (path: string) => {
  const fake = signedInServices(server());
  return { ...fake, ...renderScreen(routes, fake.services, path) };
};

/** The groups cannot be loaded until their answer is exchanged. */
const openWithoutGroups = async (path: string) => {
  const answer = server();
  let groups: (sent: Sent) => Reply = () => json({ error: 'Down' }, 500);
  const fake = signedInServices((sent) => (sent.url.includes('my-groups') ? groups : answer)(sent));
  const opened = renderScreen(routes, fake.services, path);
  const line = await screen.findByText('Your groups didn’t load.');
  return {
    ...opened,
    line,
    asked: () => fake.sent.filter(({ url }) => url.includes('my-groups')).length,
    answerGroups: (next: (sent: Sent) => Reply = answer) => {
      groups = next;
    },
  };
};

describe('groups that cannot be loaded', () => {
  it('groups that cannot be loaded lead to My Schedule, which says so, and are not requested again and again', async () => {
    const { line, asked } = await openWithoutGroups('/dashboard');
    const sidebar = screen.getByRole('complementary', { name: 'My Schedule' });
    expect(sidebar.contains(line)).toBe(true);
    // Each part of the screen that comes instead may ask once more.
    expect(asked()).toBeLessThan(10);
  });

  it('groups that could not be loaded appear after a retry, which keeps the focus', async () => {
    const { answerGroups } = await openWithoutGroups('/dashboard');
    const again = screen.getByRole('button', { name: 'Try Again' });
    again.focus();
    const held = heldReply();
    answerGroups(held.reply);
    fireEvent.click(again);
    expect(await screen.findByText('Loading your groups…')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add group' })).toBeTruthy();
    held.release(json({ error: 'Down' }, 500));
    expect(await screen.findByText('Your groups didn’t load.')).toBeTruthy();
    expect(document.activeElement).toBe(again);
    answerGroups();
    fireEvent.click(again);
    expect(await screen.findByRole('link', { name: 'Film Club' })).toBeTruthy();
    expect(screen.queryByText('Your groups didn’t load.')).toBeNull();
  });

  it('groups that could not be loaded appear by themselves once the server answers again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 50 });
    const { answerGroups } = await openWithoutGroups('/dashboard');
    answerGroups();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(await screen.findByRole('link', { name: 'Film Club' })).toBeTruthy();
  });

  it('groups that could not be loaded appear after a reconnect, which opens the group of the address (RT-16)', async () => {
    const { store, answerGroups } = await openWithoutGroups('/dashboard/group/g1');
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('heading', { name: 'This group didn’t load' })).toBeTruthy();
    expect(main.queryByText('No events scheduled')).toBeNull();
    answerGroups();
    store.dispatch(connectionChanged({ status: 'online', at: 0 }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Film Club' })).toBeTruthy();
    expect(screen.queryByText('This group didn’t load')).toBeNull();
  });
});

const open = async () => {
  const opened = openAt('/dashboard/group/g1');
  await screen.findByRole('heading', { level: 1, name: 'Film Club' });
  return opened;
};

const side = () => within(screen.getByRole('complementary', { name: 'Film Club' }));
const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => fireEvent.click(button(name));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const close = async () => {
  press('Close');
  await closed();
};
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const step = () => screen.queryByRole('listitem', { current: 'step' })?.textContent;

describe('an address that names no group of the user', () => {
  it.each(['nonexistent', '00000000-0000-4000-8000-000000000000'])(
    'an address that names no group of the user redirects to My Schedule: %s (ROUTE-16)',
    async (groupId) => {
      const { router, sent } = openAt(`/dashboard/group/${groupId}`);
      await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
      expect(await screen.findByRole('complementary', { name: 'My Schedule' })).toBeTruthy();
      // While the groups load, only a valid id is requested.
      const asked = sent.filter(({ url }) => url.includes(groupId)).length > 0;
      expect(asked).toBe(groupId !== 'nonexistent');
    },
  );
});

describe('a group on the dashboard', () => {
  it('a group on the dashboard shows one of its views in the main area, Schedule or Chat (DASH-07)', async () => {
    await open();
    const main = () => screen.getByRole('main').textContent ?? '';
    fireEvent.click(side().getByRole('radio', { name: 'Schedule' }));
    await waitFor(() => expect(main()).toContain('No events scheduled'));
    expect(screen.queryByLabelText('Message Film Club')).toBeNull();
    fireEvent.click(side().getByRole('radio', { name: 'Chat' }));
    expect(await screen.findByLabelText('Message Film Club')).toBeTruthy();
    expect(main()).not.toContain('No events scheduled');
  });

  it('the sidebar of a group has Create Event, and the wizard starts empty after it was closed (DASH-03, EVENT-07)', async () => {
    await open();
    const create = () => fireEvent.click(side().getByRole('button', { name: 'Create Event' }));
    create();
    await screen.findByRole('dialog', { name: 'Create Event' });
    type('Event name', 'Film night');
    type('Description', 'Bring snacks');
    press('Next');
    expect(step()).toBe('Date & Time');
    press('Close');
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await closed();
    create();
    await screen.findByRole('dialog', { name: 'Create Event' });
    expect(step()).toBe('Event Details');
    expect([field('Event name').value, field('Description').value]).toEqual(['', '']);
  });

  it('Create Event stays in the sidebar and in the empty schedule on a past day (DASH-03)', async () => {
    openAt('/dashboard/group/g1?day=2026-05-13');
    await screen.findByText('No events scheduled');
    expect(screen.getAllByRole('button', { name: 'Create Event' })).toHaveLength(2);
    expect(side().getByRole('button', { name: 'Create Event' })).toBeTruthy();
  });

  it('closing the settings of a group discards unsaved changes after a question (GROUP-34)', async () => {
    const { sent } = await open();
    press('Group settings');
    await screen.findByRole('dialog', { name: 'Group Settings' });
    type('Group name', 'Cinema');
    fireEvent.click(screen.getByRole('switch', { name: 'Invite members' }));
    press('Close');
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('Group settings');
    await screen.findByRole('dialog', { name: 'Group Settings' });
    expect(field('Group name').value).toBe('Film Club');
    expect(screen.getByRole('switch', { name: 'Invite members' }).getAttribute('aria-checked')).toBe('false');
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
    expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  it('a saved name and image of a group appear in rail, sidebar and header (GROUP-39)', async () => {
    const saved: GroupView = { ...film, name: 'Cinema', imageUrl: '/files/new' };
    await open();
    fireEvent.click(side().getByRole('radio', { name: 'Chat' }));
    await screen.findByRole('heading', { level: 2, name: 'Film Club' });
    press('Group settings');
    await screen.findByRole('dialog', { name: 'Group Settings' });
    type('Group name', 'Cinema');
    const picture = new File(['x'], 'x.png', { type: 'image/png' });
    fireEvent.change(screen.getByLabelText('Change Image'), { target: { files: [picture] } });
    fakeUploads(() => ({ status: 200, body: { group: saved } }));
    press('Save Changes');
    await screen.findByText('Changes saved');
    await close();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Cinema');
    const header = screen.getByRole('heading', { level: 2, name: 'Cinema' }).closest('header');
    const tile = screen.getByRole('link', { name: 'Cinema' });
    for (const place of [header, tile]) expect(place?.querySelector('img')?.getAttribute('src')).toBe('/files/new');
  });

  it('the dialog of members counts them in its title (GROUP-44)', async () => {
    await open();
    press('View all members');
    expect(await screen.findByRole('dialog', { name: 'Members (2)' })).toBeTruthy();
  });

  it('the rail of the dashboard offers to create or to join a group (SHELL-06)', async () => {
    await open();
    press('Add group');
    expect(await screen.findByRole('button', { name: /^Create a Group/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Join a Group/ })).toBeTruthy();
  });

  const newGroup = async () => {
    press('Add group');
    fireEvent.click(await screen.findByRole('button', { name: /^Create a Group/ }));
    await screen.findByRole('dialog', { name: 'Create Group' });
  };
  const submit = () => fireEvent.submit(document.querySelector('form') ?? document.body);
  const expectEmpty = () => {
    expect(step()).toBe('Group Name');
    expect(field('Group name').value).toBe('');
  };

  it('the group wizard starts empty after it was closed, and after Done (GROUP-15)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 50 });
    await open();
    await newGroup();
    type('Group name', 'Lakeside Weekend');
    submit();
    type('Description', 'Three nights');
    press('Close');
    press('Discard');
    await closed();
    await newGroup();
    expectEmpty();
    type('Group name', 'Lakeside Weekend');
    submit();
    expect(field('Description').value).toBe('');
    type('Description', 'Three nights');
    submit();
    submit();
    submit();
    fireEvent.click(await screen.findByRole('button', { name: 'Done' }));
    await closed();
    await newGroup();
    expectEmpty();
  });
});
