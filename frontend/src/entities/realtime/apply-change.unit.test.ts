// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { eventApi } from '../calendar-entry/event-api.ts';
import { groupApi } from '../group/group-api.ts';
import { messageApi } from '../message/message-api.ts';
import { toggleReaction } from '../message/reactions.ts';
import { preferencesApi } from '../preferences/preferences-api.ts';
import { checkPostponed } from '../session/session-slice.ts';
import { makeStore } from '../store/make-store.ts';
import { fakeServices, group, json, message, person, type Reply, type Sent, signInAs } from '../testing/fakes.ts';
import { applyChange } from './apply-change.ts';
import { onPageEvent } from './page-events.ts';

const answers: Record<string, () => Reply> = {
  '/api/groups/my-groups': () => json({ groups: [group('group-1'), group('group-2')] }),
  '/api/groups/group-1': () => json({ group: group('group-1', { name: 'Renamed' }) }),
  '/api/groups/group-3': () => json({ group: group('group-3') }),
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
  it('RT-07 UX-03 adds a new message to its chat and counts it as unread, unless it is one’s own', async () => {
    const { store, groups, messages } = await open();
    store.dispatch(applyChange({ name: 'newMessage', payload: message('m2', '02') }));
    store.dispatch(
      applyChange({ name: 'newMessage', payload: message('m3', '03', { senderId: person('user-a', 'Ada') }) }),
    );
    expect(messages().map(({ _id }) => _id)).toEqual(['m1', 'm2', 'm3']);
    expect(groups()[0]?.unreadCount).toBe(1);
  });

  it('UX-03 takes over what was read in another browser', async () => {
    const { store, groups } = await open();
    store.dispatch(applyChange({ name: 'newMessage', payload: message('m2', '02') }));
    store.dispatch(applyChange({ name: 'groupRead', payload: { groupId: 'group-1', messageId: 'm2' } }));
    expect(groups()[0]).toMatchObject({ unreadCount: 0, lastReadMessageId: 'm2' });
  });

  it('RT-09 RT-10 RT-11 changes the loaded message', async () => {
    const { store, messages } = await open();
    const payload = { messageId: 'm1', groupId: 'group-1', emoji: '👍', userId: 'user-b', action: 'add' } as const;
    store.dispatch(applyChange({ name: 'messageReaction', payload }));
    expect(messages()[0]?.reactions).toEqual([{ emoji: '👍', users: ['user-b'], count: 1 }]);
    store.dispatch(applyChange({ name: 'messageUpdated', payload: message('m1', '01', { content: 'new' }) }));
    expect(messages()[0]?.content).toBe('new');
    store.dispatch(
      applyChange({ name: 'messageDeleted', payload: { messageId: 'm1', groupId: 'group-1', isEvent: true } }),
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
    store.dispatch(applyChange({ name: 'newMessage', payload: message('m2', '02') }));
    release(json({ messages: [message('m1', '01')], hasMore: false }));
    await loading;
    answers['/api/messages/group/group-1?limit=50'] = () => json({ messages: [message('m1', '01')], hasMore: false });
    expect(messages().map(({ _id }) => _id)).toEqual(['m1', 'm2']);
  });

  it('RT-12 RT-13 RT-14 loads the events of the group and of My Schedule again, not those of other groups', async () => {
    const { store, sent } = await open();
    for (const groupId of ['group-1', undefined, 'group-2'])
      await store.dispatch(eventApi.endpoints.events.initiate(groupId === undefined ? {} : { groupId }));
    const before = sent.length;
    store.dispatch(applyChange({ name: 'eventCreated', payload: { groupId: 'group-1', eventId: 'e1' } }));
    await vi.waitFor(() => expect(sent.length).toBe(before + 2));
    expect(new Set(sent.slice(before).map(({ url }) => url))).toEqual(
      new Set(['/api/events?groupId=group-1', '/api/events']),
    );
  });

  it('SHELL-13 replaces a group by its new version, keeping its unread count', async () => {
    const { store, groups } = await open();
    const updated = vi.fn();
    const stop = onPageEvent('groupUpdated', updated);
    store.dispatch(applyChange({ name: 'newMessage', payload: message('m2', '02') }));
    store.dispatch(applyChange({ name: 'groupUpdated', payload: { groupId: 'group-1' } }));
    await vi.waitFor(() => expect(updated).toHaveBeenCalledOnce());
    expect(groups()[0]).toMatchObject({ name: 'Renamed' });
    stop();
  });

  it('SHELL-12 removes a group that is gone, with its colour and pin', async () => {
    const { store, groups } = await open();
    const deleted = vi.fn();
    const stop = onPageEvent('groupDeleted', deleted);
    store.dispatch(applyChange({ name: 'groupLeft', payload: { groupId: 'group-1', reason: 'removed' } }));
    expect(groups().map(({ _id }) => _id)).toEqual(['group-2']);
    expect(deleted).toHaveBeenCalledWith({ groupId: 'group-1', reason: 'removed' });
    expect(preferencesApi.endpoints.pinPreferences.select()(store.getState()).data).toEqual({});
    stop();
  });

  it('SHELL-15 adds a joined group', async () => {
    const { store, groups } = await open();
    store.dispatch(applyChange({ name: 'groupJoined', payload: { groupId: 'group-3' } }));
    await vi.waitFor(() => expect(groups().map(({ _id }) => _id)).toEqual(['group-3', 'group-1', 'group-2']));
  });

  it('SHELL-14 GROUP-56 takes over colours and pins', async () => {
    const { store } = await open();
    store.dispatch(applyChange({ name: 'colorPreferencesUpdated', payload: { groupId: 'group-2', colorIndex: 4 } }));
    store.dispatch(applyChange({ name: 'pinPreferencesUpdated', payload: { groupId: 'group-1', isPinned: false } }));
    expect(preferencesApi.endpoints.colorPreferences.select()(store.getState()).data).toEqual({
      'group-1': 2,
      'group-2': 4,
    });
    expect(preferencesApi.endpoints.pinPreferences.select()(store.getState()).data).toEqual({});
  });

  it('counts a new member once', async () => {
    const { store, groups } = await open();
    const joined = { groupId: 'group-1', userId: 'user-c', member: person('user-c', 'Cleo') };
    store.dispatch(applyChange({ name: 'memberJoined', payload: joined }));
    expect(groups()[0]?.memberCount).toBe(3);
  });
});

describe('a reaction of one’s own', () => {
  it('CHAT-19 shows at once and is undone when the server refuses, keeping what others did meanwhile', async () => {
    const { store, messages } = await open((sent) =>
      sent.url.endsWith('/reaction') ? json({ error: 'Message not found' }, 404) : undefined,
    );
    const first = messages()[0];
    if (first === undefined) throw new Error('no message');
    const done = store.dispatch(toggleReaction(first, '👍'));
    expect(messages()[0]?.reactions).toEqual([{ emoji: '👍', users: ['user-a'], count: 1 }]);
    const other = { messageId: 'm1', groupId: 'group-1', emoji: '👍', userId: 'user-b', action: 'add' } as const;
    store.dispatch(applyChange({ name: 'messageReaction', payload: other }));
    await done;
    expect(messages()[0]?.reactions).toEqual([{ emoji: '👍', users: ['user-b'], count: 1 }]);
  });
});
