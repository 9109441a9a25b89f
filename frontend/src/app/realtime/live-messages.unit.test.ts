// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { groupApi } from '../../data/group/group-api.ts';
import { mediaApi } from '../../data/media/media-api.ts';
import { messageApi } from '../../data/message/message-api.ts';
import { toggleReaction } from '../../data/message/reactions.ts';
import { readElsewhere } from '../../data/message/reading/unread.ts';
import { sessionEnded, signedIn } from '../../data/session/session-slice.ts';
import { changed } from '../../data/store/changes.ts';
import {
  ada,
  group,
  heldReply,
  json,
  message,
  person,
  type Reply,
  sharedGroup,
  silentLink,
} from '../../testing/fakes.ts';
import { openLive } from '../../testing/open-live.ts';
import { readsSince } from '../../testing/reads-since.ts';
import { reloadAudience } from './start-realtime.ts';

describe('a pushed change of messages', () => {
  it('a pushed new message is added to its chat and counts as unread, unless it is one’s own (RT-07, UX-03)', async () => {
    const { store, groups, messages } = await openLive();
    store.dispatch(changed({ name: 'newMessage', payload: message('m2', '02') }));
    store.dispatch(
      changed({ name: 'newMessage', payload: message('m3', '03', { senderId: person('user-a', 'Ada') }) }),
    );
    expect(messages().map(({ _id }) => _id)).toEqual(['m1', 'm2', 'm3']);
    expect(groups()[0]?.unreadCount).toBe(1);
  });

  it('a pushed change of messages reaches only those of its own group', async () => {
    const { store, messages } = await openLive();
    store.dispatch(changed({ name: 'newMessage', payload: message('x', '99', { groupId: 'group-2' }) }));
    expect(messages().map(({ _id }) => _id)).toEqual(['m1']);
  });

  it('the links of a day are reloaded when an edited message may have lost one (RT-10)', async () => {
    const { store, sent } = await openLive(({ url }) =>
      url.includes('/links') ? json({ linksByDate: {} }) : undefined,
    );
    const days = { groupId: 'group-1', startDate: '2026-05-14', endDate: '2026-05-14' };
    await store.dispatch(mediaApi.endpoints.linksByDate.initiate(days));
    const before = sent.length;
    store.dispatch(changed({ name: 'messageUpdated', payload: message('m1', '01', { revision: '05' }) }));
    expect(await readsSince(store, sent, before)).toEqual([]);
    store.dispatch(
      changed({ name: 'messageUpdated', payload: message('m1', '01', { isEdited: true, revision: '06' }) }),
    );
    expect(await readsSince(store, sent, before)).toEqual([expect.stringContaining('/links')]);
  });

  it('the links of a group are reloaded when it is joined again', async () => {
    const { store, sent } = await openLive(({ url }) =>
      url.includes('/links') ? json({ linksByDate: {} }) : undefined,
    );
    const days = { groupId: 'group-1', startDate: '2026-05-14', endDate: '2026-05-14' };
    await store.dispatch(mediaApi.endpoints.linksByDate.initiate(days));
    store.dispatch(changed({ name: 'groupJoined', payload: { groupId: 'group-1', group: group('group-1') } }));
    await vi.waitFor(() => expect(sent.filter(({ url }) => url.includes('/links'))).toHaveLength(2));
  });

  it('a read mark from another browser is applied (UX-03)', async () => {
    const { store, groups } = await openLive();
    store.dispatch(changed({ name: 'newMessage', payload: message('m2', '02') }));
    store.dispatch(changed({ name: 'groupRead', payload: { groupId: 'group-1', messageId: 'm2' } }));
    expect(groups()[0]).toMatchObject({ unreadCount: 0, lastReadMessageId: 'm2' });
  });

  it('a late read mark leaves the count of a later mark alone (UX-03)', async () => {
    const { store, groups, sent } = await openLive();
    for (const id of ['m2', 'm3', 'm4'])
      store.dispatch(changed({ name: 'newMessage', payload: message(id, id.replace('m', '0')) }));
    const before = sent.length;
    for (const messageId of ['m3', 'm2'])
      store.dispatch(changed({ name: 'groupRead', payload: { groupId: 'group-1', messageId } }));
    expect(groups()[0]).toMatchObject({ unreadCount: 1, lastReadMessageId: 'm3' });
    expect(await readsSince(store, sent, before)).toEqual([]);
  });

  it('messages read in another browser leave the unread count at once, without asking the server (CQRS-11, UX-03)', async () => {
    const { store, groups, sent } = await openLive();
    const before = sent.length;
    const count = (groupId: string) => groups().find(({ _id }) => _id === groupId)?.unreadCount;
    for (const groupId of ['group-1', 'group-2']) {
      for (const id of ['m2', 'm3', 'm4'])
        store.dispatch(changed({ name: 'newMessage', payload: message(id, id.slice(1), { groupId }) }));
      // What has come here since is read there soon, or counted again when a mark is stored.
      store.dispatch(readElsewhere({ groupId, messageId: 'm3', order: '3' }));
      expect(count(groupId)).toBe(3);
      store.dispatch(readElsewhere({ groupId, messageId: 'm4', order: '4' }));
      expect(count(groupId)).toBe(0);
      store.dispatch(readElsewhere({ groupId, messageId: 'm6', order: '6' }));
      store.dispatch(changed({ name: 'newMessage', payload: message('m6', '6', { groupId }) }));
      expect(count(groupId)).toBe(0);
    }
    expect(sent.slice(before)).toEqual([]);
  });

  it('pushed deletions remove messages from the unread count, loaded or not (UX-03)', async () => {
    let listed = group('group-1', { unreadCount: 3, lastReadMessageId: 'm1' });
    const { store, groups, sent } = await openLive(({ url }) =>
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
      store.dispatch(
        changed({ name: 'messageDeleted', payload: { messageId, groupId: 'group-1', isEvent: false, revision: '99' } }),
      );
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

  it.each([
    [10_000, 20_000],
    [100, 1_000],
  ])(
    'several removals reload the unread counts once, at a random time, since the browsers of all %d members do (NOTE-05)',
    async (memberCount, most) => {
      const listed = [
        group('group-1', { unreadCount: 5, lastReadMessageId: 'long ago', memberCount }),
        group('group-2', { unreadCount: 3, memberCount }),
      ];
      const { store, services, sent } = await openLive(({ url }) =>
        url.endsWith('my-groups') ? json({ groups: listed }) : undefined,
      );
      const pauses: number[] = [];
      let endPause = (): void => undefined;
      const sleep: typeof services.sleep = (milliseconds) => {
        pauses.push(milliseconds);
        return new Promise((resolve) => {
          endPause = resolve;
        });
      };
      Object.assign(services, { sleep });
      vi.spyOn(Math, 'random').mockReturnValue(0.5);
      const before = sent.length;
      for (const groupId of ['group-1', 'group-2']) {
        const payload = { messageId: 'x', groupId, isEvent: false, revision: '99' };
        store.dispatch(changed({ name: 'messageDeleted', payload }));
      }
      expect(await readsSince(store, sent, before)).toEqual([]);
      expect(pauses).toEqual([0.5 * most]);
      endPause();
      await vi.waitFor(async () => expect(await readsSince(store, sent, before)).toEqual(['/api/groups/my-groups']));
    },
  );

  it('a pushed reaction, edit or deletion changes the loaded message (RT-09, RT-10, RT-11)', async () => {
    const { store, messages } = await openLive();
    const payload = {
      messageId: 'm1',
      groupId: 'group-1',
      emoji: '👍',
      userId: 'user-b',
      action: 'add',
      revision: '05',
    } as const;
    store.dispatch(changed({ name: 'messageReaction', payload }));
    expect(messages()[0]?.reactions).toEqual([{ emoji: '👍', users: ['user-b'], count: 1 }]);
    store.dispatch(
      changed({ name: 'messageUpdated', payload: message('m1', '01', { content: 'new', revision: '06' }) }),
    );
    expect(messages()[0]?.content).toBe('new');
    store.dispatch(
      changed({
        name: 'messageDeleted',
        payload: { messageId: 'm1', groupId: 'group-1', isEvent: true, revision: '07' },
      }),
    );
    expect(messages()[0]).toMatchObject({ isDeleted: true, isEvent: true });
  });

  it('a message that was missed between two memberships is loaded when the group is joined again', async () => {
    let loaded = [message('m1', '01')];
    const { store, messages } = await openLive(({ url }) =>
      url.startsWith('/api/messages') ? json({ messages: loaded, notices: [], hasMore: false }) : undefined,
    );
    store.dispatch(changed({ name: 'groupLeft', payload: { groupId: 'group-1', reason: 'left' } }));
    loaded = [message('m1', '01'), message('m2', '02')];
    store.dispatch(changed({ name: 'groupJoined', payload: { groupId: 'group-1', group: group('group-1') } }));
    await vi.waitFor(() => expect(messages().map(({ _id }) => _id)).toEqual(['m1', 'm2']));
  });

  it('a pushed message is not lost when it arrives while its chat is loading', async () => {
    const held = heldReply();
    let answer = (): Reply => json({ messages: [message('m1', '01')], notices: [], hasMore: false });
    const { store, messages } = await openLive(({ url }) => (url.startsWith('/api/messages') ? answer() : undefined));
    answer = held.reply;
    const loading = store.dispatch(messageApi.endpoints.messages.initiate('group-1', { forceRefetch: true }));
    await held.asked;
    store.dispatch(changed({ name: 'newMessage', payload: message('m2', '02') }));
    held.release(json({ messages: [message('m1', '01')], notices: [], hasMore: false }));
    await loading;
    expect(messages().map(({ _id }) => _id)).toEqual(['m1', 'm2']);
  });

  it('a message counts once, whether the loaded list of groups counts it or it was pushed during the load (CQRS-05, UX-03)', async () => {
    const sequences = { 'user-user-a': 3, 'group-group-1': 7 };
    const held = heldReply();
    let answer = (): Reply => json({ groups: [group('group-1', { unreadCount: 2, countedUpTo: '107' })], sequences });
    const { store, services, groups } = await openLive(({ url }) => (url.endsWith('my-groups') ? answer() : undefined));
    const noted: Readonly<Record<string, number>>[] = [];
    services.link.bind({ ...silentLink, noteRead: (read) => void noted.push(read) });
    const pad = (sequence: number) => String(sequence).padStart(2, '0');
    const arrive = (sequence: number) => {
      const at = { audience: 'group-group-1', sequence };
      store.dispatch(changed({ name: 'newMessage', payload: message(`n${sequence}`, `1${pad(sequence)}`), at }));
    };
    for (const sequence of [6, 7, 8]) arrive(sequence);
    expect(groups()[0]?.unreadCount).toBe(3);

    answer = held.reply;
    store.dispatch(reloadAudience('group-group-1'));
    const loading = store.dispatch(groupApi.endpoints.myGroups.initiate(undefined, { forceRefetch: true }));
    await held.asked;
    for (const sequence of [9, 10]) arrive(sequence);
    const at = { audience: 'group-group-1', sequence: 11 };
    const renamed = { groupId: 'group-1', group: sharedGroup('group-1', { name: 'Renamed' }) };
    store.dispatch(changed({ name: 'groupUpdated', payload: renamed, at }));
    // The answer was read while messages arrived: it includes more of them than its sequences say.
    const told = { ...sequences, 'group-group-1': 8 };
    held.release(json({ groups: [group('group-1', { unreadCount: 4, countedUpTo: '109' })], sequences: told }));
    await loading;
    expect(groups()[0]?.unreadCount).toBe(5);
    expect(groups()[0]?.name).toBe('Renamed');
    expect(noted).toContainEqual(told);
  });
});

describe('one’s own reaction', () => {
  it('one’s own reaction shows at once and is undone when the server refuses it, keeping other people’s changes (CHAT-19)', async () => {
    const { store, messages } = await openLive((sent) =>
      sent.url.endsWith('/reaction') ? json({ error: 'Message not found' }, 404) : undefined,
    );
    const first = messages()[0];
    if (first === undefined) throw new Error('no message');
    const done = store.dispatch(toggleReaction(first, '👍'));
    expect(messages()[0]?.reactions).toEqual([{ emoji: '👍', users: ['user-a'], count: 1 }]);
    const other = {
      messageId: 'm1',
      groupId: 'group-1',
      emoji: '👍',
      userId: 'user-b',
      action: 'add',
      revision: '05',
    } as const;
    store.dispatch(changed({ name: 'messageReaction', payload: other }));
    await done;
    expect(messages()[0]?.reactions).toEqual([{ emoji: '👍', users: ['user-b'], count: 1 }]);
  });

  /** A chat whose first message can be given a thumb and lose it again. The answer to the thumb is held back. */
  const openHeld = async () => {
    const held = heldReply();
    const { store, sent, messages } = await openLive(({ method, url }) => {
      if (!url.endsWith('/reaction')) return undefined;
      return method === 'POST' ? held.reply() : json({ success: true });
    });
    const toggle = () => {
      const [first] = messages();
      if (first === undefined) throw new Error('no message');
      return store.dispatch(toggleReaction(first, '👍'));
    };
    const asked = () => sent.filter(({ url }) => url.endsWith('/reaction')).map(({ method }) => method);
    return { store, messages, held, toggle, asked };
  };

  it('one’s own reaction is taken back only after the server has answered it (CHAT-20)', async () => {
    const { messages, held, toggle, asked } = await openHeld();
    const both = [toggle(), toggle()];
    expect(messages()[0]?.reactions).toEqual([]);
    await held.asked;
    expect(asked()).toEqual(['POST']);
    held.release(json({ success: true }));
    expect(await Promise.all(both)).toEqual([undefined, undefined]);
    expect(asked()).toEqual(['POST', 'DELETE']);
    expect(messages()[0]?.reactions).toEqual([]);
  });

  it('one’s own reaction is not taken back in the name of somebody who signed in since', async () => {
    const { store, held, toggle, asked } = await openHeld();
    const both = [toggle(), toggle()];
    await held.asked;
    store.dispatch(sessionEnded({ reason: 'elsewhere' }));
    store.dispatch(signedIn({ token: 'token-2', user: { ...ada, _id: 'user-b', id: 'user-b' } }));
    held.release(json({ success: true }));
    await Promise.all(both);
    expect(asked()).toEqual(['POST']);
  });
});
