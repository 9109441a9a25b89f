import { randomUUID } from 'node:crypto';
import { reactionPalette } from '@quorum/contracts/message/rules.ts';
import { describe, expect, it } from 'vitest';
import { type Client, createGroup, joinGroup, signUp } from '../../support/product.ts';
import { Chat } from './chat.ts';

const chat = new Chat();

describe('reactions', () => {
  const add = (client: Client, id: string, emoji: string) =>
    client.call('addReaction', { params: { id }, body: { emoji } });
  const remove = (client: Client, id: string, emoji: string) =>
    client.call('removeReaction', { params: { id }, body: { emoji } });

  it('reactions are the eight of the palette, each once per person (API-15, API-64, CHAT-17, CHAT-20)', async () => {
    const { _id: id } = await chat.say('Hello');
    for (const emoji of reactionPalette) expect((await add(chat.reader, id, emoji)).body).toEqual({ success: true });
    await add(chat.reader, id, '👍');
    await add(chat.owner, id, '👍');
    const reactions = (await chat.seen(id))?.reactions ?? [];
    expect(reactions.map(({ emoji }) => emoji)).toEqual([...reactionPalette]);
    expect(reactions[0]).toEqual({ emoji: '👍', users: [chat.reader.userId, chat.owner.userId], count: 2 });
    await remove(chat.reader, id, '👍');
    await remove(chat.reader, id, '🔥');
    const left = (await chat.seen(id))?.reactions ?? [];
    expect(left.find(({ emoji }) => emoji === '👍')).toEqual({ emoji: '👍', users: [chat.owner.userId], count: 1 });
    expect(left.map(({ emoji }) => emoji)).not.toContain('🔥');
    expect((await add(chat.reader, id, '👎')).status).toBe(400);
    expect((await add(chat.stranger, id, '👍')).status).toBe(404);
  });

  it('reactions added and removed concurrently are all counted (CQRS-03)', async () => {
    const { _id: id } = await chat.say('Hello');
    await Promise.all(
      [chat.owner, chat.sender, chat.reader].flatMap((client) =>
        reactionPalette.map((emoji) => add(client, id, emoji)),
      ),
    );
    const reactions = (await chat.seen(id))?.reactions ?? [];
    expect(reactions.map(({ count }) => count)).toEqual(reactionPalette.map(() => 3));
    await Promise.all([
      add(chat.owner, id, '👍'),
      remove(chat.owner, id, '👍'),
      remove(chat.sender, id, '👍'),
      remove(chat.reader, id, '👍'),
    ]);
    await remove(chat.owner, id, '👍');
    const left = (await chat.seen(id))?.reactions.map(({ emoji }) => emoji) ?? [];
    // They stand in the order of their first reaction, which concurrent requests do not fix.
    expect(left.toSorted()).toEqual(reactionPalette.slice(1).toSorted());
  });
});

describe('reports', () => {
  const report = (client: Client, messageId: string, more: Record<string, unknown> = {}) =>
    client.call('report', { body: { messageId, reason: 'harassment', description: 'Look', ...more } });

  it('reports freeze the content: a later edit or deletion does not hide it (OPEN-097)', async () => {
    const { _id: id, createdAt } = await chat.say('Rude words');
    const first = await report(chat.reader, id);
    expect(first.body.report).toMatchObject({
      reason: 'harassment',
      description: 'Look',
      messageId: { _id: id, type: 'text', content: 'Rude words', createdAt },
    });
    await chat.sender.must('editMessage', { params: { id }, body: { content: 'Kind words' } });
    const second = await report(chat.owner, id, { description: undefined });
    expect(second.body.report).toMatchObject({ description: '', messageId: { content: 'Kind words' } });
    await chat.sender.must('deleteMessage', { params: { id } });
    expect((await chat.seen(id))?.content).toBe('[This message was deleted]');
    const kept = await chat.reads.active.query('reports', {
      where: { messageId: id },
      limit: 9,
    });
    expect(kept.map(({ evidence }) => evidence).sort()).toEqual(['Kind words', 'Rude words']);
  });

  it('reports are one per person and message, by members, about others (OPEN-097)', async () => {
    const { _id: id } = await chat.say('Rude words');
    const answers = await Promise.all([report(chat.reader, id), report(chat.reader, id), report(chat.reader, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await report(chat.sender, id)).error).toBe('You cannot report your own message');
    expect((await report(chat.stranger, id)).status).toBe(404);
    expect((await report(chat.reader, randomUUID())).status).toBe(404);
  });

  it('reports need one of the reasons and a description of limited length', async () => {
    const { _id: id } = await chat.say('Rude words');
    expect((await report(chat.reader, id, { reason: 'dislike' })).error).toBe('Please choose a reason');
    expect((await report(chat.reader, id, { description: 'x'.repeat(1001) })).status).toBe(400);
    expect((await report(chat.reader, id, { description: 'x'.repeat(1000), reason: 'sexual content' })).status).toBe(
      200,
    );
  });
});

describe('unread messages', () => {
  const group = async (client: Client) =>
    (await client.must('myGroups')).groups.find(({ _id }) => _id === chat.groupId);
  const readUpTo = (client: Client, messageId: string) =>
    client.must('readGroupUpTo', { params: { id: chat.groupId }, body: { messageId } });

  it("unread messages are other people's messages since the last one read (UX-03)", async () => {
    const [one, , three] = await chat.fill(3);
    await chat.say('own words', {}, chat.reader);
    expect((await group(chat.reader))?.unreadCount).toBe(3);
    expect((await group(chat.sender))?.unreadCount).toBe(1);
    await readUpTo(chat.reader, one?._id ?? '');
    expect(await group(chat.reader)).toMatchObject({ unreadCount: 2, lastReadMessageId: one?._id });
    await chat.sender.must('deleteMessage', { params: { id: three?._id ?? '' } });
    expect((await group(chat.reader))?.unreadCount).toBe(1);
  });

  it('the number of unread messages never increases by reading backwards (UX-03)', async () => {
    const [one, two] = await chat.fill(2);
    await readUpTo(chat.reader, two?._id ?? '');
    await readUpTo(chat.reader, one?._id ?? '');
    expect(await group(chat.reader)).toMatchObject({ unreadCount: 0, lastReadMessageId: two?._id });
    await Promise.all([readUpTo(chat.reader, one?._id ?? ''), readUpTo(chat.reader, two?._id ?? '')]);
    expect((await group(chat.reader))?.lastReadMessageId).toBe(two?._id);
  });

  it('unread messages are counted from the moment the person joined, even after reading an earlier message', async () => {
    const [early] = await chat.fill(3);
    const { inviteCode } = (await chat.owner.must('group', { params: { id: chat.groupId } })).group;
    const late = await signUp(chat.product);
    await joinGroup(late, inviteCode ?? '');
    expect((await group(late))?.unreadCount).toBe(0);
    await chat.say('Welcome');
    expect((await group(late))?.unreadCount).toBe(1);
    await readUpTo(late, early?._id ?? '');
    expect((await group(late))?.unreadCount).toBe(1);
  });

  it('messages can be marked as read only by members, and only if they are messages of the group', async () => {
    const [one] = await chat.fill(1);
    const elsewhere = (await createGroup(chat.reader)).group._id;
    const refused = await chat.reader.call('readGroupUpTo', {
      params: { id: elsewhere },
      body: { messageId: one?._id ?? '' },
    });
    expect(refused.status).toBe(404);
    const outside = await chat.stranger.call('readGroupUpTo', {
      params: { id: chat.groupId },
      body: { messageId: one?._id ?? '' },
    });
    expect(outside.status).toBe(403);
  });
});
