// @vitest-environment happy-dom
import type { MemberView } from '@quorum/contracts/group/wire.ts';
import { describe, expect, it, vi } from 'vitest';
import { eventApi } from '../../data/calendar-entry/event-api.ts';
import { groupApi, membersIn } from '../../data/group/group-api.ts';
import { onPageEvent } from '../../data/page/page-events.ts';
import { selectPreferences } from '../../data/preferences/preferences-api.ts';
import { type Change, changed } from '../../data/store/changes.ts';
import { ada, group, json, member, message, sharedGroup } from '../../testing/fakes.ts';
import { openLive } from '../../testing/open-live.ts';
import { readsSince } from '../../testing/reads-since.ts';

describe('a pushed change of groups', () => {
  it('a pushed change of a group replaces it by its new version, keeping its unread count (SHELL-13)', async () => {
    const { store, groups } = await openLive();
    const updated = vi.fn();
    const stop = onPageEvent('groupUpdated', updated);
    store.dispatch(changed({ name: 'newMessage', payload: message('m2', '02') }));
    const payload = { groupId: 'group-1', group: sharedGroup('group-1', { name: 'Renamed' }) };
    store.dispatch(changed({ name: 'groupUpdated', payload }));
    expect(updated).toHaveBeenCalledOnce();
    expect(groups()[0]).toMatchObject({ name: 'Renamed', unreadCount: 1 });
    stop();
  });

  it('a pushed rename, role, added or removed member, or new name of the user causes no load', async () => {
    const { store, sent, groups } = await openLive((one) =>
      one.url === '/api/groups/group-1' ? json({ group: group('group-1') }) : undefined,
    );
    await store.dispatch(groupApi.endpoints.group.initiate('group-1'));
    await store.dispatch(eventApi.endpoints.events.initiate({ groupId: 'group-1' }));
    const before = sent.length;
    const groupId = 'group-1';
    const renamed = sharedGroup(groupId, { name: 'Renamed', revision: 5 });
    const cleo = member('user-c', { firstName: 'Cleo' });
    const changes: readonly Change[] = [
      { name: 'groupUpdated', payload: { groupId, group: renamed } },
      { name: 'groupNameUpdatedInEvents', payload: { groupId, groupName: 'Renamed' } },
      { name: 'memberUpdated', payload: { groupId, member: member('user-b', { role: 'admin' }) } },
      { name: 'ownGroupUpdated', payload: { groupId, group: group(groupId, { ...renamed, role: 'admin' }) } },
      { name: 'memberJoined', payload: { groupId, userId: 'user-c', member: cleo, group: renamed } },
      { name: 'memberLeft', payload: { groupId, userId: 'user-c', reason: 'left', group: renamed } },
      { name: 'accountUpdated', payload: { userId: 'user-a', user: { ...ada, firstName: 'Adele' } } },
    ];
    for (const change of changes) store.dispatch(changed(change));
    expect(groups()[0]).toMatchObject({ name: 'Renamed', role: 'admin', unreadCount: 0 });
    expect(store.getState().session.user?.firstName).toBe('Adele');
    expect(await readsSince(store, sent, before)).toEqual([]);
  });

  it('a pushed change of a group is applied only if its group is newer than the one shown', async () => {
    const { store, groups } = await openLive();
    const tell = (name: string, revision: number) =>
      store.dispatch(
        changed({
          name: 'groupUpdated',
          payload: { groupId: 'group-1', group: sharedGroup('group-1', { name, revision }) },
        }),
      );
    tell('Second', 5);
    tell('First', 4);
    expect(groups()[0]?.name).toBe('Second');
  });

  it('a pushed change removes a group that is gone, with its color and pin (SHELL-12)', async () => {
    const { store, groups } = await openLive();
    const deleted = vi.fn();
    const stop = onPageEvent('groupDeleted', deleted);
    store.dispatch(changed({ name: 'groupLeft', payload: { groupId: 'group-1', reason: 'removed' } }));
    expect(groups().map(({ _id }) => _id)).toEqual(['group-2']);
    expect(deleted).toHaveBeenCalledWith({ groupId: 'group-1', reason: 'removed' });
    expect(selectPreferences(store.getState())).toEqual({});
    stop();
  });

  it('a pushed change adds a joined group (SHELL-15)', async () => {
    const { store, groups } = await openLive();
    store.dispatch(changed({ name: 'groupJoined', payload: { groupId: 'group-3', group: group('group-3') } }));
    expect(groups().map(({ _id }) => _id)).toEqual(['group-3', 'group-1', 'group-2']);
  });

  it('joining a group again replaces the rights and members left over from an earlier membership', async () => {
    let [role, members] = ['admin' as 'admin' | 'member', [member('user-a', { role: 'admin' })]];
    const { store } = await openLive(({ url }) => {
      if (url === '/api/groups/group-1') return json({ group: group('group-1', { role }) });
      return url.startsWith('/api/groups/group-1/members') ? json({ members, total: 1, next: null }) : undefined;
    });
    const { group: one, groupMembers } = groupApi.endpoints;
    await store.dispatch(one.initiate('group-1'));
    await store.dispatch(groupMembers.initiate({ groupId: 'group-1' }));
    store.dispatch(changed({ name: 'groupLeft', payload: { groupId: 'group-1', reason: 'left' } }));
    [role, members] = ['member', [member('user-a')]];
    store.dispatch(
      changed({ name: 'groupJoined', payload: { groupId: 'group-1', group: group('group-1', { role }) } }),
    );
    expect(one.select('group-1')(store.getState()).data?.role).toBe('member');
    const shown = () => membersIn(groupMembers.select({ groupId: 'group-1' })(store.getState()).data?.pages);
    await vi.waitFor(() => expect(shown().map((each) => each.role)).toEqual(['member']));
  });

  it('a pushed change of preferences brings new colors and pins (SHELL-14, GROUP-56)', async () => {
    const { store } = await openLive();
    store.dispatch(changed({ name: 'groupPreferencesUpdated', payload: { groupId: 'group-2', color: 4 } }));
    store.dispatch(changed({ name: 'groupPreferencesUpdated', payload: { groupId: 'group-1', pinned: false } }));
    expect(selectPreferences(store.getState())).toEqual({
      'group-1': { color: 2, pinned: false },
      'group-2': { color: 4 },
    });
  });

  it('a pushed new member is counted once', async () => {
    const { store, groups } = await openLive();
    const joined = {
      groupId: 'group-1',
      userId: 'user-c',
      member: member('user-c', { firstName: 'Cleo' }),
      group: sharedGroup('group-1', { memberCount: 3 }),
    };
    for (const _ of ['pushed', 'and once more']) store.dispatch(changed({ name: 'memberJoined', payload: joined }));
    expect(groups()[0]?.memberCount).toBe(3);
  });

  it('a pushed change of the owner moves the new one to the top of the members', async () => {
    const [maya, cleo] = [member('user-b', { role: 'owner' }), member('user-c', { firstName: 'Cleo' })];
    const [before, after] = [
      [maya, cleo],
      [
        { ...cleo, role: 'owner' },
        { ...maya, role: 'member' },
      ],
    ] as const;
    let members: readonly MemberView[] = before;
    const { store, sent } = await openLive(({ url }) =>
      url.startsWith('/api/groups/group-1/members') ? json({ members, total: 2, next: null }) : undefined,
    );
    const { groupMembers } = groupApi.endpoints;
    await store.dispatch(groupMembers.initiate({ groupId: 'group-1' }));
    members = after;
    const loads = sent.length;
    for (const changedMember of after)
      store.dispatch(changed({ name: 'memberUpdated', payload: { groupId: 'group-1', member: changedMember } }));
    const shown = () =>
      membersIn(groupMembers.select({ groupId: 'group-1' })(store.getState()).data?.pages).map(
        ({ userId, role }) => `${userId._id} ${role}`,
      );
    await vi.waitFor(() => expect(shown()).toEqual(['user-c owner', 'user-b member']));
    store.dispatch(changed({ name: 'memberUpdated', payload: { groupId: 'group-1', member: after[0] } }));
    expect(await readsSince(store, sent, loads)).toHaveLength(1);
  });

  it('the members are loaded again when one beyond the loaded ones becomes an admin', async () => {
    const [maya, nia] = [member('user-b', { role: 'owner' }), member('user-n', { role: 'admin' })];
    let members: readonly MemberView[] = [maya];
    const { store } = await openLive(({ url }) =>
      url.startsWith('/api/groups/group-1/members') ? json({ members, total: 60, next: 'more' }) : undefined,
    );
    const { groupMembers } = groupApi.endpoints;
    await store.dispatch(groupMembers.initiate({ groupId: 'group-1' }));
    members = [maya, nia];
    store.dispatch(changed({ name: 'memberUpdated', payload: { groupId: 'group-1', member: nia } }));
    await vi.waitFor(() =>
      expect(
        membersIn(groupMembers.select({ groupId: 'group-1' })(store.getState()).data?.pages).map(({ role }) => role),
      ).toEqual(['owner', 'admin']),
    );
  });
});
