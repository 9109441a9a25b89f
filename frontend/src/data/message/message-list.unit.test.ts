import { DELETED_CONTENT } from '@quorum/contracts/message/deleted-message.ts';
import { describe, expect, it } from 'vitest';
import { message, notice, person } from '../../testing/fakes.ts';
import {
  MAX_HELD,
  type MessageList,
  messageListOf,
  unreadAfter,
  withDeleted,
  withMessage,
  withNewer,
  withOlder,
  withoutSender,
  withPersonInMessages,
  withReaction as withReactionFor,
  withUpdated,
} from './message-list.ts';

const one = message('m1', '01');
const two = message('m2', '02', { replyTo: one });
const four = message('m4', '04', { senderId: person('user-c') });
const list = messageListOf({ messages: [one, two, four], notices: [], hasMore: true });
const reaction = { messageId: 'm1', groupId: 'group-1', emoji: '👍', action: 'add', revision: '' } as const;
const withReaction = (to: MessageList, change: Parameters<typeof withReactionFor>[1]) =>
  withReactionFor(to, change, { userId: 'me' });
const ids = ({ messages }: { messages: readonly { _id: string }[] }) => messages.map(({ _id }) => _id);

const some = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => message(`n${from + at}`, String(from + at).padStart(6, '0')));

describe('the messages of a group', () => {
  it('a new message is included once, wherever its order puts it (CHAT-14, RT-07)', () => {
    const later = withMessage(list, message('m5', '05'));
    expect(ids(later)).toEqual(['m1', 'm2', 'm4', 'm5']);
    expect(ids(withMessage(later, message('m5', '05')))).toEqual(['m1', 'm2', 'm4', 'm5']);
    expect(ids(withMessage(later, message('m3', '03')))).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
  });

  it('a message older than the loaded ones is left to its page', () => {
    expect(withMessage(list, message('m0', '00'))).toBe(list);
  });

  it('an updated message is replaced, even where a reply quotes it (RT-10)', () => {
    const edited = withUpdated(list, { ...one, content: 'edited', isEdited: true, revision: '05' });
    expect(edited.messages[0]).toMatchObject({ content: 'edited', isEdited: true });
    expect(edited.messages[1]?.replyTo?.content).toBe('edited');
    expect(edited.messages[2]).toBe(four);
  });

  it('a deleted message keeps its place without its content (CHAT-22, RT-11)', () => {
    const deleted = withDeleted(list, { messageId: 'm1', groupId: 'group-1', isEvent: false, revision: '05' });
    expect(deleted.messages[0]).toMatchObject({ isDeleted: true, content: DELETED_CONTENT, reactions: [] });
    expect(deleted.messages[1]?.replyTo?.content).toBe(DELETED_CONTENT);
    expect(withDeleted(deleted, { messageId: 'm1', groupId: 'group-1', isEvent: false, revision: '06' })).toBe(deleted);
  });

  it('a reaction counts each person once, and is dropped without people (CHAT-20, RT-09)', () => {
    const add = (userId: string) => ({ ...reaction, userId });
    const both = withReaction(withReaction(list, add('a')), add('b'));
    expect(both.messages[0]?.reactions).toEqual([{ emoji: '👍', users: ['a', 'b'], count: 2 }]);
    expect(withReaction(both, add('a'))).toBe(both);
    const onlyB = withReaction(both, { ...add('a'), action: 'remove' });
    expect(onlyB.messages[0]?.reactions).toEqual([{ emoji: '👍', users: ['b'], count: 1 }]);
    expect(withReaction(onlyB, { ...add('b'), action: 'remove' }).messages[0]?.reactions).toEqual([]);
  });

  it('a reaction also counts the people who are not listed (CHAT-18, CHAT-20, RT-09)', () => {
    const crowd = withUpdated(list, { ...one, reactions: [{ emoji: '👍', users: ['a'], count: 3 }], revision: '02' });
    const left = (from: MessageList, userId: string, revision: string) =>
      withReaction(from, { ...reaction, userId, action: 'remove', revision });
    const without = left(crowd, 'unlisted', '03');
    expect(without.messages[0]?.reactions).toEqual([{ emoji: '👍', users: ['a'], count: 2 }]);
    expect(left(without, 'a', '04').messages[0]?.reactions).toEqual([{ emoji: '👍', users: [], count: 1 }]);
    expect(left(left(without, 'a', '04'), 'unlisted', '05').messages[0]?.reactions).toEqual([]);
    expect(withoutSender(crowd, 'unlisted').messages[0]?.reactions).toEqual(crowd.messages[0]?.reactions);
  });

  it('the user’s own reaction stays when a frame with a crowd does not list it (CHAT-20)', () => {
    const mine = { emoji: '👍', users: ['a', 'me'], count: 60 };
    const crowd = withUpdated(list, { ...one, reactions: [mine], revision: '02' });
    const said = { emoji: '👍', users: ['b'], count: 61 };
    const edited = withUpdated(crowd, { ...one, content: 'edited', reactions: [said], revision: '03' });
    expect(edited.messages[0]?.reactions).toEqual([{ emoji: '👍', users: ['b', 'a', 'me'], count: 61 }]);
    const whole = { emoji: '👍', users: ['b'], count: 1 };
    expect(withUpdated(crowd, { ...one, reactions: [whole], revision: '03' }).messages[0]?.reactions).toEqual([whole]);
  });

  it('removing the user’s own reaction from a crowd counts once (CHAT-20, RT-09)', () => {
    const mine = { emoji: '👍', users: ['a', 'me'], count: 60 };
    const crowd = withUpdated(list, { ...one, reactions: [mine], revision: '02' });
    const takeBack = { ...reaction, userId: 'me', action: 'remove' } as const;
    const confirmed = withReaction(withReaction(crowd, takeBack), { ...takeBack, revision: '03' });
    expect(confirmed.messages[0]).toMatchObject({
      reactions: [{ emoji: '👍', users: ['a'], count: 59 }],
      revision: '03',
    });
    const elsewhere = withReaction(crowd, { ...takeBack, revision: '03' });
    expect(elsewhere.messages[0]?.reactions).toEqual([{ emoji: '👍', users: ['a'], count: 59 }]);
  });

  it('a reaction that a loaded message already shows or has already lost is ignored (RT-09)', () => {
    const removed = withUpdated(list, { ...one, revision: '07' });
    expect(withReaction(removed, { ...reaction, userId: 'a', revision: '06' })).toBe(removed);
    const added = withReaction(removed, { ...reaction, userId: 'a', revision: '08' });
    expect(added.messages[0]).toMatchObject({ reactions: [{ emoji: '👍', users: ['a'] }], revision: '08' });
  });

  it('messages of a deleted account are shown as deleted where others quote them, as the server does', () => {
    const answered = withMessage(list, message('m5', '05', { senderId: person('user-c'), replyTo: one }));
    const left = withoutSender(answered, 'user-b');
    expect(ids(left)).toEqual(['m4', 'm5']);
    expect(left.messages[1]).toMatchObject({
      content: 'text of m5',
      replyTo: { _id: 'm1', isDeleted: true, content: DELETED_CONTENT, senderId: { _id: '', firstName: '' } },
    });
    expect(withoutSender(left, 'user-b')).toBe(left);
  });

  it('the messages of a group lose everything that a deleted account wrote, reactions included', () => {
    const reacted = withReaction(list, { ...reaction, messageId: 'm4', userId: 'user-b' });
    const left = withoutSender(reacted, 'user-b');
    expect(ids(left)).toEqual(['m4']);
    expect(left.messages[0]?.reactions).toEqual([]);
  });

  it('the messages of a group show a person’s new name everywhere', () => {
    const renamed = withPersonInMessages(list, person('user-b', 'Bo'));
    expect(renamed.messages[1]?.senderId.firstName).toBe('Bo');
    expect(renamed.messages[1]?.replyTo?.senderId.firstName).toBe('Bo');
    expect(renamed.messages[2]).toBe(four);
  });

  it('the messages of a group grow by older pages without repeating loaded ones', () => {
    const grown = withOlder(list, { messages: [message('m0', '00'), one], notices: [], hasMore: false });
    expect(ids(grown)).toEqual(['m0', 'm1', 'm2', 'm4']);
    expect(grown.hasMoreBefore).toBe(false);
  });

  it('a message that comes after a jump waits for its page, so that no hole opens before it', () => {
    const jumped = { ...list, hasMoreAfter: true };
    const noticed = withMessage(jumped, message('m9', '09'));
    expect(ids(noticed)).toEqual(['m1', 'm2', 'm4']);
    const almost = withNewer(noticed, { messages: [message('m8', '08')], notices: [], hasMore: false });
    expect(almost.hasMoreAfter).toBe(true);
    expect(withNewer(almost, { messages: [message('m9', '09')], notices: [], hasMore: false }).hasMoreAfter).toBe(
      false,
    );
  });

  it('a chat knows how many messages of others are unread (UX-03)', () => {
    expect(unreadAfter(list, 'm1', 'user-c')).toEqual({ unreadCount: 1, mentionCount: 0 });
    expect(unreadAfter(list, 'm0', 'user-c')).toBeUndefined();
  });

  it('a chat leaves it to the server how many messages are unread once one of them was edited, because its text does not say whom it concerned (NOTE-04, NOTE-05)', () => {
    const edited = withUpdated(list, { ...two, isEdited: true, revision: '99' });
    expect(unreadAfter(edited, 'm1', 'user-c')).toBeUndefined();
    expect(unreadAfter(edited, 'm2', 'user-c')).toEqual({ unreadCount: 0, mentionCount: 0 });
  });

  it('a full list of messages drops its oldest when a new one comes, so an open chat does not grow (UX-05)', () => {
    const full = messageListOf({
      messages: some(5_000, MAX_HELD),
      notices: [notice('old', '004999')],
      hasMore: false,
    });
    const next = withMessage(full, message('next', '999999'));
    expect([next.messages.length, next.messages[0]?._id, next.messages.at(-1)?._id]).toEqual([
      MAX_HELD,
      'n5001',
      'next',
    ]);
    expect(next).toMatchObject({ hasMoreBefore: true, hasMoreAfter: false, notices: [] });
  });

  it('the loaded messages are limited in number: those furthest from a new page are dropped (UX-05)', () => {
    const full = messageListOf({ messages: some(5_000, MAX_HELD), notices: [], hasMore: true });
    const back = withOlder(full, { messages: some(4_950, 50), notices: [], hasMore: true });
    expect([back.messages.length, back.messages[0]?._id, back.messages.at(-1)?._id]).toEqual([
      MAX_HELD,
      'n4950',
      `n${4_950 + MAX_HELD - 1}`,
    ]);
    expect([back.hasMoreBefore, back.hasMoreAfter, back.newestOrder]).toEqual([true, true, full.newestOrder]);
    // Messages that arrive during the load are beyond the end.
    const live = withMessage(back, message('live', '999999'));
    expect(live.messages).toBe(back.messages);

    const forth = withNewer(live, { messages: some(4_950 + MAX_HELD, 50), notices: [], hasMore: false });
    expect([forth.messages.length, forth.messages[0]?._id, forth.hasMoreAfter]).toEqual([MAX_HELD, 'n5000', true]);
    expect(forth.hasMoreBefore).toBe(true);
    const newest = withNewer(forth, { messages: [message('live', '999999')], notices: [], hasMore: false });
    expect([newest.messages.at(-1)?._id, newest.hasMoreAfter]).toEqual(['live', false]);
  });
});
