// @vitest-environment happy-dom
import { spanOf } from '@quorum/contracts/time/wall-clock.ts';
import { cursorOf } from '@quorum/contracts/wire/event-cursor.ts';
import { describe, expect, it, vi } from 'vitest';
import { eventApi } from '../../data/calendar-entry/event-api.ts';
import { loadMoreEvents } from '../../data/calendar-entry/event-pages.ts';
import { groupApi } from '../../data/group/group-api.ts';
import { messageApi } from '../../data/message/message-api.ts';
import { toggleReaction } from '../../data/message/reactions.ts';
import { onPageEvent } from '../../data/page/page-events.ts';
import { preferencesApi } from '../../data/preferences/preferences-api.ts';
import { type Change, changed } from '../../data/services/changes.ts';
import { checkPostponed } from '../../data/session/session-slice.ts';
import { calendarEvent } from '../../testing/calendar.ts';
import {
  ada,
  fakeServices,
  group,
  json,
  member,
  message,
  person,
  type Reply,
  type Sent,
  sharedGroup,
  signInAs,
} from '../../testing/fakes.ts';
import { readsSince } from '../../testing/reads-since.ts';
import { makeStore } from '../store/make-store.ts';
import { reloadAudience } from './reload-audience.ts';

const answers: Record<string, () => Reply> = {
  '/api/groups/my-groups': () => json({ groups: [group('group-1'), group('group-2')] }),
  '/api/messages/group/group-1?limit=50': () => json({ messages: [message('m1', '01')], hasMore: false }),
  '/api/auth/group-color-preferences': () => json({ preferences: { 'group-1': 2 } }),
  '/api/auth/group-pin-preferences': () => json({ preferences: { 'group-1': true } }),
};

const open = async (more: (sent: Sent) => Reply | undefined = () => undefined) => {
  const { services, sent } = fakeServices(
    (one) =>
      more(one) ?? answers[one.url]?.() ?? (one.url.startsWith('/api/events') ? json({ events: [] }) : json({}, 404)),
  );
  signInAs(services);
  const store = makeStore(services);
  store.dispatch(checkPostponed());
  await Promise.all([
    store.dispatch(groupApi.endpoints.myGroups.initiate()),
    store.dispatch(messageApi.endpoints.messages.initiate('group-1')),
    store.dispatch(preferencesApi.endpoints.colorPreferences.initiate()),
    store.dispatch(preferencesApi.endpoints.pinPreferences.initiate()),
  ]);
  const groups = () => groupApi.endpoints.myGroups.select()(store.getState()).data ?? [];
  const messages = () => messageApi.endpoints.messages.select('group-1')(store.getState()).data?.messages ?? [];
  return { store, services, sent, groups, messages };
};

describe('a change pushed by the server', () => {
  it('adds a new message to its chat and counts it as unread, unless it is one’s own (RT-07, UX-03)', async () => {
    const { store, groups, messages } = await open();
    store.dispatch(changed({ name: 'newMessage', payload: message('m2', '02') }));
    store.dispatch(
      changed({ name: 'newMessage', payload: message('m3', '03', { senderId: person('user-a', 'Ada') }) }),
    );
    expect(messages().map(({ _id }) => _id)).toEqual(['m1', 'm2', 'm3']);
    expect(groups()[0]?.unreadCount).toBe(1);
  });

  it('reaches the messages of its own group alone', async () => {
    const { store, messages } = await open();
    store.dispatch(changed({ name: 'newMessage', payload: message('x', '99', { groupId: 'group-2' }) }));
    expect(messages().map(({ _id }) => _id)).toEqual(['m1']);
  });

  it('takes over what was read in another browser (UX-03)', async () => {
    const { store, groups } = await open();
    store.dispatch(changed({ name: 'newMessage', payload: message('m2', '02') }));
    store.dispatch(changed({ name: 'groupRead', payload: { groupId: 'group-1', messageId: 'm2' } }));
    expect(groups()[0]).toMatchObject({ unreadCount: 0, lastReadMessageId: 'm2' });
  });

  it('no longer counts deleted messages, whether they are loaded or not (UX-03)', async () => {
    let listed = group('group-1', { unreadCount: 3, lastReadMessageId: 'm1' });
    const { store, groups, sent } = await open(({ url }) =>
      url.endsWith('my-groups') ? json({ groups: [listed] }) : undefined,
    );
    for (const [id, sender] of [
      ['m2', person('user-b')],
      ['m3', person('user-c')],
      ['m4', person('user-c')],
    ] as const)
      store.dispatch(changed({ name: 'newMessage', payload: message(id, id, { senderId: sender }) }));
    const before = sent.length;
    const remove = (messageId: string) =>
      store.dispatch(changed({ name: 'messageDeleted', payload: { messageId, groupId: 'group-1', isEvent: false } }));
    remove('m2');
    expect(groups()[0]?.unreadCount).toBe(2);
    const left = { groupId: 'group-1', userId: 'user-c', reason: 'account-deleted' } as const;
    store.dispatch(changed({ name: 'memberLeft', payload: left }));
    expect(groups()[0]?.unreadCount).toBe(0);
    expect(sent.slice(before).filter(({ url }) => url.endsWith('my-groups'))).toEqual([]);

    listed = group('group-1', { unreadCount: 5, lastReadMessageId: 'long ago' });
    await store.dispatch(groupApi.endpoints.myGroups.initiate(undefined, { forceRefetch: true }));
    listed = { ...listed, unreadCount: 4 };
    remove('one that is not loaded');
    await vi.waitFor(() => expect(groups()[0]?.unreadCount).toBe(4));
  });

  it('changes the loaded message (RT-09, RT-10, RT-11)', async () => {
    const { store, messages } = await open();
    const payload = { messageId: 'm1', groupId: 'group-1', emoji: '👍', userId: 'user-b', action: 'add' } as const;
    store.dispatch(changed({ name: 'messageReaction', payload }));
    expect(messages()[0]?.reactions).toEqual([{ emoji: '👍', users: ['user-b'], count: 1 }]);
    store.dispatch(changed({ name: 'messageUpdated', payload: message('m1', '01', { content: 'new' }) }));
    expect(messages()[0]?.content).toBe('new');
    store.dispatch(
      changed({ name: 'messageDeleted', payload: { messageId: 'm1', groupId: 'group-1', isEvent: true } }),
    );
    expect(messages()[0]).toMatchObject({ isDeleted: true, isEvent: true });
  });

  it('keeps a message that comes while its chat is being loaded', async () => {
    let release: (reply: Response) => void = () => undefined;
    const { store, messages } = await open();
    const slow = new Promise<Response>((resolve) => {
      release = resolve;
    });
    answers['/api/messages/group/group-1?limit=50'] = () => slow;
    const loading = store.dispatch(messageApi.endpoints.messages.initiate('group-1', { forceRefetch: true }));
    await new Promise((resolve) => setTimeout(resolve, 0));
    store.dispatch(changed({ name: 'newMessage', payload: message('m2', '02') }));
    release(json({ messages: [message('m1', '01')], hasMore: false }));
    await loading;
    answers['/api/messages/group/group-1?limit=50'] = () => json({ messages: [message('m1', '01')], hasMore: false });
    expect(messages().map(({ _id }) => _id)).toEqual(['m1', 'm2']);
  });

  it('puts an event that the change brings along into the lists it belongs to, and loads nothing (RT-12, RT-13, RT-14)', async () => {
    const { store, sent } = await open();
    const ranges = [{ groupId: 'group-1' }, {}, { groupId: 'group-2' }, { groupId: 'group-1', endDate: '2026-05-13' }];
    for (const range of ranges) await store.dispatch(eventApi.endpoints.events.initiate(range));
    const names = () =>
      ranges.map((range) =>
        eventApi.endpoints.events
          .select(range)(store.getState())
          .data?.events.map(({ name }) => name),
      );
    const before = sent.length;
    const event = calendarEvent('e1', { name: 'Dinner' });
    const payload = { groupId: 'group-1', eventId: 'e1', event };
    store.dispatch(changed({ name: 'eventCreated', payload }));
    expect(names()).toEqual([['Dinner'], ['Dinner'], [], []]);
    const moved = { ...event, name: 'Lunch', revision: 2, ...spanOf({ ...event, date: '2026-05-13' }) };
    store.dispatch(changed({ name: 'eventUpdated', payload: { ...payload, event: moved } }));
    expect(names()).toEqual([['Lunch'], ['Lunch'], [], ['Lunch']]);
    store.dispatch(
      changed({
        name: 'memberUpdated',
        payload: { groupId: 'group-1', member: member('user-b', { firstName: 'Benjamin' }) },
      }),
    );
    const list = eventApi.endpoints.events.select({})(store.getState()).data;
    expect(list?.events[0]?.creator.firstName).toBe('Benjamin');
    store.dispatch(changed({ name: 'eventDeleted', payload: { groupId: 'group-1', eventId: 'e1' } }));
    expect(names()).toEqual([[], [], [], []]);
    expect(await readsSince(store, sent, before)).toEqual([]);
  });

  it('shows the new name of a group on its events (RT-15)', async () => {
    const { store } = await open((sent) =>
      sent.url.startsWith('/api/events') ? json({ events: [calendarEvent('e1')] }) : undefined,
    );
    await store.dispatch(eventApi.endpoints.events.initiate({}));
    store.dispatch(
      changed({ name: 'groupNameUpdatedInEvents', payload: { groupId: 'group-1', groupName: 'Renamed' } }),
    );
    const list = () => eventApi.endpoints.events.select({})(store.getState()).data;
    expect(list()?.events[0]?.groupName).toBe('Renamed');
  });

  it('keeps an event that changes while its list is being loaded, page by page', async () => {
    const [first, second] = [calendarEvent('e1'), calendarEvent('e2', { at: '12:00' })];
    let release: (reply: Response) => void = () => undefined;
    const slow = new Promise<Response>((resolve) => {
      release = resolve;
    });
    const { store } = await open((sent) => {
      if (!sent.url.startsWith('/api/events')) return undefined;
      return sent.url.includes('after=') ? slow : json({ events: [first], next: cursorOf(first) });
    });
    const range = { groupId: 'group-1' };
    await store.dispatch(eventApi.endpoints.events.initiate(range));
    const loading = store.dispatch(loadMoreEvents(range));
    await new Promise((resolve) => setTimeout(resolve, 0));
    store.dispatch(changed({ name: 'eventDeleted', payload: { groupId: 'group-1', eventId: 'e2' } }));
    release(json({ events: [second, calendarEvent('e3', { at: '13:00' })] }));
    await loading;
    const list = eventApi.endpoints.events.select(range)(store.getState()).data;
    expect(list?.events.map(({ id }) => id)).toEqual(['e1', 'e3']);
    expect(list?.next).toBeUndefined();
  });

  it('notes of which changes My Schedule is known to hold, and loads it again when some came before they were followed', async () => {
    const sequences = { 'user-user-a': 3, 'group-group-1': 7 };
    const { store, services, sent } = await open((call) =>
      call.url.startsWith('/api/events') ? json({ events: [], sequences }) : undefined,
    );
    const noted: Readonly<Record<string, number>>[] = [];
    const ignore = () => undefined;
    services.link.bind({
      joinGroup: ignore,
      leaveGroup: ignore,
      typing: ignore,
      stopTyping: ignore,
      hurry: ignore,
      noteRead: (read) => void noted.push(read),
    });
    await store.dispatch(eventApi.endpoints.events.initiate({ groupId: 'group-1' }));
    await store.dispatch(eventApi.endpoints.events.initiate({}));
    expect(noted).toContainEqual(sequences);
    const before = sent.length;
    store.dispatch(reloadAudience('group-group-2'));
    await vi.waitFor(() => expect(sent.length).toBe(before + 2));
    expect(sent.slice(before).map(({ url }) => url)).toEqual([
      expect.stringMatching(/^\/api\/events(?!.*groupId)/),
      '/api/groups/my-groups',
    ]);
  });

  it('counts a message once, whether the loaded list of groups holds it or it came meanwhile (CQRS-05, UX-03)', async () => {
    const sequences = { 'user-user-a': 3, 'group-group-1': 7 };
    let release: (reply: Response) => void = () => undefined;
    let answer = (): Reply => json({ groups: [group('group-1', { unreadCount: 2, countedUpTo: '107' })], sequences });
    const { store, services, groups } = await open(({ url }) => (url.endsWith('my-groups') ? answer() : undefined));
    const noted: Readonly<Record<string, number>>[] = [];
    const ignore = () => undefined;
    const commands = { joinGroup: ignore, leaveGroup: ignore, typing: ignore, stopTyping: ignore, hurry: ignore };
    services.link.bind({ ...commands, noteRead: (read) => void noted.push(read) });
    const pad = (sequence: number) => String(sequence).padStart(2, '0');
    const arrive = (sequence: number) => {
      const at = { audience: 'group-group-1', sequence };
      store.dispatch(changed({ name: 'newMessage', payload: message(`n${sequence}`, `1${pad(sequence)}`), at }));
    };
    for (const sequence of [6, 7, 8]) arrive(sequence);
    expect(groups()[0]?.unreadCount).toBe(3);

    answer = () =>
      new Promise<Response>((resolve) => {
        release = resolve;
      });
    store.dispatch(reloadAudience('group-group-1'));
    const loading = store.dispatch(groupApi.endpoints.myGroups.initiate(undefined, { forceRefetch: true }));
    await new Promise((resolve) => setTimeout(resolve, 0));
    for (const sequence of [9, 10]) arrive(sequence);
    const at = { audience: 'group-group-1', sequence: 11 };
    const renamed = { groupId: 'group-1', group: sharedGroup('group-1', { name: 'Renamed' }) };
    store.dispatch(changed({ name: 'groupUpdated', payload: renamed, at }));
    // The answer was read while messages came in: it counts more of them than its sequences claim.
    const held = { ...sequences, 'group-group-1': 8 };
    release(json({ groups: [group('group-1', { unreadCount: 4, countedUpTo: '109' })], sequences: held }));
    await loading;
    expect(groups()[0]?.unreadCount).toBe(5);
    expect(groups()[0]?.name).toBe('Renamed');
    expect(noted).toContainEqual(held);
  });

  it('loads a list again as far as it was loaded, before it shows anything of it', async () => {
    const events = Array.from({ length: 3 }, (_, index) => calendarEvent(`e${index}`, { at: `1${index}:00` }));
    const meanwhile: unknown[] = [];
    const { store } = await open((sent) => {
      if (!sent.url.startsWith('/api/events')) return undefined;
      const after = new URL(sent.url, 'http://localhost').searchParams.get('after');
      const at = events.findIndex((event) => cursorOf(event) === after) + 1;
      const event = events[at];
      if (event === undefined) throw new Error('no such page');
      meanwhile.push(ids()?.length);
      return json({ events: [event], ...(at < 2 ? { next: cursorOf(event) } : {}) });
    });
    const list = () => eventApi.endpoints.events.select({})(store.getState()).data;
    const ids = () => list()?.events.map(({ id }) => id);
    await store.dispatch(eventApi.endpoints.events.initiate({}));
    expect(ids()).toEqual(['e0']);
    while (list()?.next !== undefined) await store.dispatch(loadMoreEvents({}));
    expect(ids()).toEqual(['e0', 'e1', 'e2']);
    meanwhile.length = 0;
    await store.dispatch(eventApi.endpoints.events.initiate({}, { forceRefetch: true }));
    expect(ids()).toEqual(['e0', 'e1', 'e2']);
    expect(meanwhile).toEqual([3, 3, 3]);
  });

  it('replaces a group by its new version, keeping its unread count (SHELL-13)', async () => {
    const { store, groups } = await open();
    const updated = vi.fn();
    const stop = onPageEvent('groupUpdated', updated);
    store.dispatch(changed({ name: 'newMessage', payload: message('m2', '02') }));
    const payload = { groupId: 'group-1', group: sharedGroup('group-1', { name: 'Renamed' }) };
    store.dispatch(changed({ name: 'groupUpdated', payload }));
    expect(updated).toHaveBeenCalledOnce();
    expect(groups()[0]).toMatchObject({ name: 'Renamed', unreadCount: 1 });
    stop();
  });

  it('reads nothing after a rename, a new role, a member more or less, or a new name of the user', async () => {
    const { store, sent, groups } = await open((one) =>
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

  it('takes a group only when it is newer than the one that is shown', async () => {
    const { store, groups } = await open();
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

  it('removes a group that is gone, with its colour and pin (SHELL-12)', async () => {
    const { store, groups } = await open();
    const deleted = vi.fn();
    const stop = onPageEvent('groupDeleted', deleted);
    store.dispatch(changed({ name: 'groupLeft', payload: { groupId: 'group-1', reason: 'removed' } }));
    expect(groups().map(({ _id }) => _id)).toEqual(['group-2']);
    expect(deleted).toHaveBeenCalledWith({ groupId: 'group-1', reason: 'removed' });
    expect(preferencesApi.endpoints.pinPreferences.select()(store.getState()).data).toEqual({});
    stop();
  });

  it('adds a joined group (SHELL-15)', async () => {
    const { store, groups } = await open();
    store.dispatch(changed({ name: 'groupJoined', payload: { groupId: 'group-3', group: group('group-3') } }));
    expect(groups().map(({ _id }) => _id)).toEqual(['group-3', 'group-1', 'group-2']);
  });

  it('takes over colours and pins (SHELL-14, GROUP-56)', async () => {
    const { store } = await open();
    store.dispatch(changed({ name: 'colorPreferencesUpdated', payload: { groupId: 'group-2', colorIndex: 4 } }));
    store.dispatch(changed({ name: 'pinPreferencesUpdated', payload: { groupId: 'group-1', isPinned: false } }));
    expect(preferencesApi.endpoints.colorPreferences.select()(store.getState()).data).toEqual({
      'group-1': 2,
      'group-2': 4,
    });
    expect(preferencesApi.endpoints.pinPreferences.select()(store.getState()).data).toEqual({});
  });

  it('counts a new member once', async () => {
    const { store, groups } = await open();
    const joined = {
      groupId: 'group-1',
      userId: 'user-c',
      member: member('user-c', { firstName: 'Cleo' }),
      group: sharedGroup('group-1', { memberCount: 3 }),
    };
    for (const _ of ['pushed', 'and once more']) store.dispatch(changed({ name: 'memberJoined', payload: joined }));
    expect(groups()[0]?.memberCount).toBe(3);
  });
});

describe('a reaction of one’s own', () => {
  it('shows at once and is undone when the server refuses, keeping what others did meanwhile (CHAT-19)', async () => {
    const { store, messages } = await open((sent) =>
      sent.url.endsWith('/reaction') ? json({ error: 'Message not found' }, 404) : undefined,
    );
    const first = messages()[0];
    if (first === undefined) throw new Error('no message');
    const done = store.dispatch(toggleReaction(first, '👍'));
    expect(messages()[0]?.reactions).toEqual([{ emoji: '👍', users: ['user-a'], count: 1 }]);
    const other = { messageId: 'm1', groupId: 'group-1', emoji: '👍', userId: 'user-b', action: 'add' } as const;
    store.dispatch(changed({ name: 'messageReaction', payload: other }));
    await done;
    expect(messages()[0]?.reactions).toEqual([{ emoji: '👍', users: ['user-b'], count: 1 }]);
  });
});
