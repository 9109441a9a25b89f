// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { group, json, message, notice, person } from '../../testing/fakes.ts';
import { openLive } from '../../testing/open-live.ts';
import { groupApi } from '../group/group-api.ts';
import { readElsewhere, readUpTo } from '../message/reading/unread.ts';
import { type Change, changed } from '../store/changes.ts';
import { activityApi } from './activity-api.ts';
import { unreadItems } from './activity-list.ts';

const groupId = 'group-1';
const me = person('user-a', 'Ada');
const at = (minute: number) => `2026-05-14T15:${String(minute).padStart(2, '0')}:00.000Z`;
const said = (id: string, minute: number): Change => ({
  name: 'newMessage',
  payload: message(id, id, { mentions: [me], createdAt: at(minute) }),
});
const planned = (id: string, minute: number, kind: 'created' | 'cancelled', eventId: string): Change => {
  const span = { startsAt: at(0), endsAt: at(1) };
  const event = { _id: eventId, creatorId: 'user-b', name: 'Dinner', from: span };
  return { name: 'chatNotice', payload: { groupId, notice: notice(id, id, { kind, event, createdAt: at(minute) }) } };
};

/** A browser with Activity loaded. Only the open one has the chat on screen. */
const browser = async () => {
  const { store } = await openLive(({ url }) => {
    if (url === '/api/activity') return json({ items: [], readUpTo: at(0), unread: 0, sequences: {} });
    return url.endsWith('my-groups')
      ? json({ groups: [group(groupId, { mentionCount: 0 })], activityUnread: 0, changesUnread: 0 })
      : undefined;
  });
  await store.dispatch(activityApi.endpoints.activity.initiate());
  return {
    store,
    hear: (change: Change) => store.dispatch(changed(change)),
    unread: () => {
      const list = activityApi.endpoints.activity.select()(store.getState()).data;
      const [known] = groupApi.endpoints.myGroups.select()(store.getState()).data ?? [];
      return list && [...unreadItems(list, () => known?.mentionCount ?? 0)].sort();
    },
  };
};

it('two browsers of a person count the same after each change, whichever of them read (NOTE-05, NOTE-15)', async () => {
  const [one, two] = [await browser(), await browser()];
  const expectBoth = (ids: readonly string[]) => expect([one.unread(), two.unread()]).toEqual([ids, ids]);
  const hear = (change: Change) => [one, two].map((each) => each.hear(change));
  hear(said('m2', 1));
  hear(planned('n1', 2, 'created', 'e1'));
  hear(planned('n2', 3, 'created', 'e2'));
  expectBoth(['m2', 'n1', 'n2']);
  // The chat is read in one of them.
  one.store.dispatch(readUpTo(groupId, 'm2'));
  two.store.dispatch(readElsewhere({ groupId, messageId: 'm2', order: 'm2' }));
  expectBoth(['n1', 'n2']);
  hear(planned('n3', 4, 'cancelled', 'e1'));
  expectBoth(['n2', 'n3']);
  hear(said('m5', 5));
  // Activity was opened before the last message came.
  hear({ name: 'activityRead', payload: { upTo: at(4) } });
  expectBoth(['m5']);
  hear({ name: 'activityRead', payload: { upTo: at(3) } });
  expectBoth(['m5']);
});
