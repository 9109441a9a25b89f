import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { groupApi } from '../../data/group/group-api.ts';
import { calendarEvent } from '../../testing/calendar.ts';
import { group, json, person, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { MyScheduleSidebar } from './my-schedule-sidebar.tsx';
import { GroupSidebar } from './sidebar.tsx';

const members = (['owner', 'admin', 'member', 'member', 'member', 'member'] as const).map((role, index) => ({
  userId: person(`user-${index}`, `Ben${index}`),
  role,
  joinedAt: '2026-05-01T00:00:00.000Z',
}));

const show = (view: GroupView | undefined) => {
  const on = {
    onView: vi.fn(),
    onSettings: vi.fn(),
    onAllMembers: vi.fn(),
    onInvite: vi.fn(),
    onNotifications: vi.fn(),
    onMedia: vi.fn(),
  };
  const { services } = signedInServices(() => json({ groups: [view], preferences: {} }));
  const { store } = renderScreen(
    <GroupSidebar group={view} view="calendar" media={null} {...on}>
      <p>the calendar</p>
    </GroupSidebar>,
    services,
  );
  // The rail loads the list.
  if (view !== undefined) act(() => void store.dispatch(groupApi.endpoints.myGroups.initiate()));
  return on;
};

describe('the sidebar of a group', () => {
  it('the sidebar of a group shows name, settings, views, members and media (DASH-01, DASH-05, DASH-06)', async () => {
    const on = show(group('g1', { name: 'Film Club', memberCount: 6, members, role: 'owner', unreadCount: 5 }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Film Club');
    fireEvent.click(screen.getByRole('button', { name: 'Group settings' }));
    expect(on.onSettings).toHaveBeenCalledOnce();
    expect(screen.getByRole('radio', { name: 'Schedule' }).getAttribute('aria-checked')).toBe('true');
    fireEvent.click(await screen.findByRole('radio', { name: 'Chat, 5 unread' }));
    expect(on.onView).toHaveBeenCalledWith('chat');
    fireEvent.click(screen.getByRole('button', { name: 'View all members' }));
    expect(on.onAllMembers).toHaveBeenCalledOnce();
    fireEvent.click(screen.getByRole('button', { name: 'Images' }));
    expect(on.onMedia).toHaveBeenCalledWith('images');
  });

  it('the sidebar of a group lists the first five members with their roles, and three placeholders while they load (DASH-04)', () => {
    show(group('g1', { memberCount: 6, members }));
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'BBen0 ColeOwner',
      'BBen1 ColeAdmin',
      'BBen2 Cole',
      'BBen3 Cole',
      'BBen4 Cole',
    ]);
    cleanup();
    show(undefined);
    expect(screen.getByTestId('members-skeleton').children).toHaveLength(3);
  });

  it('the sidebar of a group offers to invite only if that is allowed (GROUP-46)', () => {
    show(group('g1', { role: 'member' }));
    expect(screen.queryByRole('button', { name: 'Invite members' })).toBeNull();
    cleanup();
    show(group('g1', { role: 'admin' }));
    expect(screen.getByRole('button', { name: 'Invite members' })).toBeTruthy();
  });
});

it('My Schedule has no settings, views, members or media, but says whose color is whose (DASH-01)', async () => {
  const groups = [group('g1', { name: 'Film Club' })];
  const events = [calendarEvent('e1', { groupId: 'g1', date: new Date().toISOString().slice(0, 10) })];
  const { services } = signedInServices(() => json({ groups, events, preferences: { g1: { color: 2 } } }));
  renderScreen(<MyScheduleSidebar>calendar</MyScheduleSidebar>, services);
  const name = await screen.findByText('Film Club');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('My Schedule');
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.queryAllByRole('radio')).toEqual([]);
  expect(name.parentElement?.querySelector('.key')?.getAttribute('data-accent')).toBe('green');
});
