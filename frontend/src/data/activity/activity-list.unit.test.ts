import type { ActivityItemView } from '@quorum/contracts/activity/wire.ts';
import type { PollView } from '@quorum/contracts/poll/wire.ts';
import type { FrameName, PayloadOf } from '@quorum/contracts/socket.ts';
import { describe, expect, it } from 'vitest';
import { message, notice, person } from '../../testing/fakes.ts';
import { pollView } from '../../testing/polls.ts';
import { type ActivityList, activityPatches, unreadItems } from './activity-list.ts';

const me = 'user-a';
const empty: ActivityList = { items: [], readUpTo: null };
const span = { startsAt: '2026-05-14T10:00:00.000Z', endsAt: '2026-05-14T11:00:00.000Z' };

type Patch = (
  list: ActivityList,
  payload: unknown,
  about: { userId: string; arg: undefined; at: undefined },
) => ActivityList;

/** The list after changes, each a name and a payload. */
const after = (list: ActivityList, ...changes: readonly (readonly [FrameName, unknown])[]): ActivityList =>
  changes.reduce(
    (now, [name, payload]) =>
      (activityPatches[name] as unknown as Patch)(now, payload, { userId: me, arg: undefined, at: undefined }),
    list,
  );

const kinds = ({ items }: ActivityList) => items.map(({ kind }) => kind);

const at = (minute: number) => `2026-05-14T10:${String(minute).padStart(2, '0')}:00.000Z`;

const said = (id: string, minute: number, more = {}) =>
  [
    'newMessage',
    message(id, id, { createdAt: at(minute), mentions: [person(me, 'Ada')], senderId: person('ben'), ...more }),
  ] as const;

const noticed = (id: string, minute: number, kind: string, more = {}, by = 'ben'): readonly [FrameName, unknown] => {
  const event = { _id: 'e1', creatorId: 'ben', name: 'Dinner', from: span, ...more };
  const told = notice(id, id, { createdAt: at(minute), person: person(by), kind: kind as 'moved', event });
  return ['chatNotice', { groupId: 'group-1', notice: told } satisfies PayloadOf<'chatNotice'>];
};

describe('the loaded Activity', () => {
  it('the loaded Activity takes what concerns the user from the frames of chats and calendars, newest first (NOTE-15)', () => {
    const list = after(
      empty,
      said('m1', 1),
      said('m2', 2, { mentions: [] }),
      noticed('n1', 3, 'created'),
      said('m3', 5, { mentions: [], replyTo: message('own', '00', { senderId: person(me, 'Ada') }) }),
      said('m4', 4, { everyone: true, mentions: [] }),
      noticed('n2', 6, 'joined'),
      said('m1', 1),
    );
    expect(kinds(list)).toEqual(['reply', 'everyone', 'added', 'mention']);
  });

  it('the loaded Activity has no item for what the user did, which still ends what was said of an event (NOTE-08)', () => {
    const list = after(empty, said('m1', 1, { senderId: person(me, 'Ada') }), noticed('n1', 2, 'created'));
    expect(kinds(list)).toEqual(['added']);
    expect(kinds(after(list, noticed('n2', 3, 'cancelled', {}, me)))).toEqual([]);
  });

  it('the loaded Activity follows edits and renames, and loses what was deleted (NOTE-08)', () => {
    const list = after(empty, said('m1', 1), said('m2', 2));
    const edited = after(list, ['messageUpdated', message('m1', 'm1', { content: 'Again' })]);
    expect(edited.items[1]).toMatchObject({ text: 'Again' });
    expect(edited.items[1]).not.toHaveProperty('mentions');
    const renamed = after(list, ['memberUpdated', { groupId: 'group-1', member: { userId: person('ben', 'Benno') } }]);
    expect(renamed.items.map((item) => item.person.firstName)).toEqual(['Benno', 'Benno']);
    const deleted = { messageId: 'm1', groupId: 'group-1', isEvent: false, revision: '9' };
    expect(after(list, ['messageDeleted', deleted]).items.map(({ _id }) => _id)).toEqual(['m2']);
  });

  it('the loaded Activity loses what a deleted account wrote and planned, and keeps what it did to events of others without its name (NOTE-08)', () => {
    const list = after(
      empty,
      said('m1', 1),
      noticed('n1', 2, 'created'),
      noticed('n2', 3, 'cancelled', { _id: 'e2', creatorId: 'cleo' }),
    );
    const erased = after(list, ['memberLeft', { groupId: 'group-1', userId: 'ben', reason: 'account-deleted' }]);
    expect(erased.items).toMatchObject([{ kind: 'cancelled', person: { firstName: '' } }]);
    expect(after(list, ['memberLeft', { groupId: 'group-1', userId: 'ben', reason: 'left' }])).toBe(list);
  });

  it('the loaded Activity loses what it says of an event and of its dates, once that is removed or deleted for good (NOTE-08)', () => {
    const entryId = '00000000-0000-4000-8000-0000000000e1';
    const list = after(
      empty,
      noticed('n1', 1, 'created', { _id: entryId }),
      noticed('n2', 2, 'moved', { _id: `${entryId}_2026-05-21`, to: span }),
      noticed('n3', 3, 'created', { _id: 'e2' }),
    );
    const ids = ({ items }: ActivityList) => items.map(({ _id }) => _id);
    const removed = { messageId: entryId, groupId: 'group-1', isEvent: false, revision: '9' };
    expect(ids(after(list, ['messageDeleted', removed]))).toEqual(['n3']);
    const cancelled = after(
      list,
      ['messageDeleted', { ...removed, isEvent: true }],
      noticed('n4', 4, 'cancelled', { _id: entryId }),
    );
    expect(ids(cancelled)).toEqual(['n4', 'n3']);
    expect(ids(after(cancelled, ['eventDeleted', { eventId: entryId, groupId: 'group-1' }]))).toEqual(['n3']);
  });

  it('the loaded Activity loses the items of a group that the user left (NOTE-08)', () => {
    const list = after(empty, said('m1', 1), said('m2', 2, { groupId: 'group-2' }));
    const left = after(list, ['groupLeft', { groupId: 'group-1', reason: 'left' }]);
    expect(left.items.map(({ _id }) => _id)).toEqual(['m2']);
  });

  it('the loaded Activity is read up to an instant that only moves forward (NOTE-13)', () => {
    const list = after(empty, ['activityRead', { upTo: at(2) }], ['activityRead', { upTo: at(1) }]);
    expect(list.readUpTo).toBe(at(2));
  });

  it('the loaded Activity is unread after that instant and, if it is of a message, until its chat was read (NOTE-12)', () => {
    const list = after(empty, said('m1', 1), said('m2', 2), noticed('n1', 3, 'created'), said('m4', 4));
    const unread = (readUpTo: string | null, inChat: number) =>
      [...unreadItems({ ...list, readUpTo }, () => inChat)].sort();
    expect(unread(null, 3)).toEqual(['m1', 'm2', 'm4', 'n1']);
    expect(unread(null, 1)).toEqual(['m4', 'n1']);
    expect(unread(at(2), 3)).toEqual(['m4', 'n1']);
    expect(unread(at(3), 0)).toEqual([]);
  });

  it('the loaded Activity says that the voting on the user’s own poll has ended, once and until it goes on (FIND-11)', () => {
    const poll = (more: Partial<PollView>): readonly [FrameName, unknown] => [
      'pollUpdated',
      { groupId: 'group-1', poll: pollView({ createdBy: me, ...more }) },
    ];
    const ended = { state: 'closed', endedAt: at(3) } as const;
    const list = after(empty, poll({}), poll(ended), poll(ended), poll({ ...ended, _id: 'poll-2', createdBy: 'ben' }));
    expect(list.items).toMatchObject([{ kind: 'poll', at: at(3), poll: { _id: 'poll-1', name: 'Setup' } }]);
    expect(after(list, poll({})).items).toEqual([]);
    expect(after(list, ['pollDeleted', { groupId: 'group-1', pollId: 'poll-1' }]).items).toEqual([]);
  });

  it('the loaded Activity keeps the same object if nothing changes', () => {
    const list: ActivityList = after(empty, said('m1', 1));
    const item = list.items[0] as ActivityItemView;
    expect(after(list, ['messageUpdated', message('other', 'x')])).toBe(list);
    expect(after(list, ['memberUpdated', { groupId: 'g', member: { userId: person('cleo') } }]).items[0]).toBe(item);
  });
});
