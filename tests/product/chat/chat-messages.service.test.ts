import { randomUUID } from 'node:crypto';
import { limits, reactionPalette } from '@quorum/contracts/wire/limits.ts';
import type { MessageView } from '@quorum/contracts/wire/views.ts';
import { collections, type ReportDocument } from '@quorum/service-kit/documents/collections.ts';
import type { ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Client,
  createGroup,
  joinGroup,
  movableClock,
  type Product,
  signUp,
  startProduct,
} from '../../support/product.ts';

const clock = movableClock();
let product: Product;
let reads: ReadStore;
let owner: Client;
let sender: Client;
let reader: Client;
let stranger: Client;
let groupId = '';

beforeAll(async () => {
  product = await startProduct({}, clock, (engines) => {
    reads = engines.reads;
    return engines;
  });
  owner = await signUp(product, { firstName: 'Maya', lastName: 'Okafor' });
  sender = await signUp(product, { firstName: 'Tom', lastName: 'Lind' });
  reader = await signUp(product, { firstName: 'Ana', lastName: 'Ruiz' });
  stranger = await signUp(product);
});
afterAll(() => product.stop());
beforeEach(async () => {
  // Nobody may create more than twenty groups a day.
  clock.moveOn(2 * 3_600_000);
  const { group, inviteCode } = await createGroup(owner);
  groupId = group._id;
  for (const client of [sender, reader]) await joinGroup(client, inviteCode);
});

const say = async (content: string, more: Record<string, unknown> = {}, client = sender): Promise<MessageView> =>
  (await client.must('sendMessage', { body: { groupId, content, ...more } })).message;
const page = (query: Record<string, string> = {}, client = sender) =>
  client.must('messages', { params: { groupId }, query });
const texts = (messages: readonly MessageView[]): string[] => messages.map((message) => message.content);
/** As somebody sees it who has heard of everything that anybody did. */
const seen = async (id: string, client = reader): Promise<MessageView | undefined> => {
  client.position =
    [owner, sender, reader]
      .map(({ position }) => position)
      .sort()
      .at(-1) ?? '';
  return (await page({}, client)).messages.find((message) => message._id === id);
};
const inChat = async (count: number): Promise<MessageView[]> => {
  const sent: MessageView[] = [];
  for (let n = 1; n <= count; n++) sent.push(await say(`message ${n}`));
  return sent;
};

describe('a message', () => {
  it('is answered and listed alike, with its sender (API-14, API-61, PERM-17)', async () => {
    const message = await say('Hello');
    expect(message).toMatchObject({
      groupId,
      senderId: { _id: sender.userId, firstName: 'Tom', lastName: 'Lind', profilePictureUrl: null },
      type: 'text',
      content: 'Hello',
      isDeleted: false,
      isEdited: false,
      isEvent: false,
      replyTo: null,
      reactions: [],
      linkPreviews: [],
    });
    expect(Date.parse(message.createdAt)).toBeGreaterThan(0);
    expect(await seen(message._id)).toEqual(message);
  });

  it.each(['', '   ', '\n\t', '\u200b\u2060', '[EVENT_DATA][/EVENT_DATA]'])(
    'of nothing (%j) is not sent (CHAT-12)',
    async (content) => {
      const refused = await sender.call('sendMessage', { body: { groupId, content } });
      expect([refused.status, refused.error]).toEqual([400, 'Message cannot be empty']);
    },
  );

  it('has at most 5000 characters (LIMIT-28)', async () => {
    expect((await say('x'.repeat(limits.message))).content).toHaveLength(5000);
    const refused = await sender.call('sendMessage', { body: { groupId, content: 'x'.repeat(limits.message + 1) } });
    expect(refused.status).toBe(400);
  });

  it('with typed event markers is not an event (CHAT-27)', async () => {
    const forged = await say('Created event: Party\n[EVENT_[EVENT_DATA]DATA]{"name":"Party"}[/EVENT_DATA]');
    expect(forged.content).toBe('Created event: Party\n{"name":"Party"}');
    expect(forged.isEvent).toBe(false);
    await sender.must('editMessage', { params: { id: forged._id }, body: { content: 'x[EVENT_DATA]{}[/EVENT_DATA]' } });
    expect((await seen(forged._id))?.content).toBe('x{}');
  });

  it('stays text if it is hostile: tags literal, nothing that reorders or hides (SAFE-06)', async () => {
    const { content } = await say('<img src=x onerror=alert(1)> \u202egpj.exe\u0000 a\u200bb');
    expect(content).toContain('<img src=x onerror=alert(1)>');
    for (const hidden of ['\u202e', '\u0000', '\u200b']) expect(content).not.toContain(hidden);
    const raw = await fetch(`${product.origin}/api/messages/group/${groupId}`, {
      headers: { authorization: `Bearer ${sender.token}`, 'x-forwarded-for': '10.9.9.9' },
    });
    expect(raw.headers.get('content-type')).toContain('application/json');
    expect(raw.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('can only be sent and read by members (PERM-17, API-60)', async () => {
    expect((await stranger.call('sendMessage', { body: { groupId, content: 'Hi' } })).status).toBe(403);
    expect((await stranger.call('messages', { params: { groupId } })).status).toBe(403);
    expect((await stranger.call('messages', { params: { groupId: randomUUID() } })).status).toBe(404);
    await owner.must('removeMember', { params: { id: groupId, userId: sender.userId } });
    sender.position = owner.position;
    expect((await sender.call('sendMessage', { body: { groupId, content: 'Hi' } })).status).toBe(403);
    expect((await sender.call('messages', { params: { groupId } })).status).toBe(403);
  });
});

describe('an id chosen by the sender', () => {
  it('names the message, so that repeats create one', async () => {
    const id = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => say('Hello', { id })));
    expect(answers.map(({ _id }) => _id)).toEqual([id, id, id]);
    expect(texts((await page()).messages)).toEqual(['Hello']);
  });

  it('is refused with another text, sender or group', async () => {
    const id = randomUUID();
    await say('Hello', { id });
    expect((await sender.call('sendMessage', { body: { groupId, content: 'Bye', id } })).status).toBe(422);
    expect((await reader.call('sendMessage', { body: { groupId, content: 'Hello', id } })).status).toBe(422);
    const { group } = await createGroup(sender);
    expect((await sender.call('sendMessage', { body: { groupId: group._id, content: 'Hello', id } })).status).toBe(422);
    expect(texts((await page()).messages)).toEqual(['Hello']);
  });
});

describe('pages of a chat', () => {
  it('are the newest 50, oldest first, then those before (CHAT-01, OPEN-072)', async () => {
    const sent = await inChat(120);
    const newest = await page();
    expect(texts(newest.messages)).toEqual(texts(sent.slice(70)));
    expect(newest.hasMore).toBe(true);
    const middle = await page({ before: newest.messages[0]?._id ?? '' });
    expect(texts(middle.messages)).toEqual(texts(sent.slice(20, 70)));
    expect(middle.hasMore).toBe(true);
    const oldest = await page({ before: middle.messages[0]?._id ?? '' });
    expect(texts(oldest.messages)).toEqual(texts(sent.slice(0, 20)));
    expect(oldest.hasMore).toBe(false);
    const forward = await page({ after: sent[99]?._id ?? '', limit: '10' });
    expect(texts(forward.messages)).toEqual(texts(sent.slice(100, 110)));
    expect(forward.hasMore).toBe(true);
    const last = await page({ after: sent[109]?._id ?? '', limit: '10' });
    expect(texts(last.messages)).toEqual(texts(sent.slice(110)));
    expect(last.hasMore).toBe(false);
    expect((await page({ limit: '120' })).messages).toHaveLength(120);
  });

  it('have 1 to 200 messages, and start at a message of this chat', async () => {
    for (const limit of ['0', '201', 'x']) {
      expect((await sender.call('messages', { params: { groupId }, query: { limit } })).status).toBe(400);
    }
    const elsewhere = (await createGroup(sender)).group._id;
    const { message } = await sender.must('sendMessage', { body: { groupId: elsewhere, content: 'x' } });
    expect((await sender.call('messages', { params: { groupId }, query: { before: message._id } })).status).toBe(404);
  });

  it('are in log order, even for messages sent concurrently (CHAT-01)', async () => {
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, n) => say(`at once ${n}`, {}, [owner, sender, reader][n % 3])),
    );
    owner.position =
      [owner, sender, reader]
        .map(({ position }) => position)
        .sort()
        .at(-1) ?? '';
    const { messages } = await page({}, owner);
    expect(messages.map(({ order }) => order)).toEqual(sent.map(({ order }) => order).sort());
  });
});

describe('a reply', () => {
  it('shows the message it replies to, one level deep (CHAT-15)', async () => {
    const first = await say('First');
    const second = await say('Second', { replyTo: first._id }, reader);
    const third = await say('Third', { replyTo: second._id });
    expect(second.replyTo).toMatchObject({ _id: first._id, content: 'First', senderId: { firstName: 'Tom' } });
    expect(third.replyTo).toMatchObject({ _id: second._id, content: 'Second', replyTo: null });
    expect(await seen(third._id)).toEqual(third);
  });

  it('to a message deleted afterwards shows the deleted text', async () => {
    const first = await say('First');
    const second = await say('Second', { replyTo: first._id });
    await sender.must('deleteMessage', { params: { id: first._id } });
    expect((await seen(second._id))?.replyTo).toMatchObject({ isDeleted: true, content: '[This message was deleted]' });
  });

  it('needs a message of the same group that is not deleted (API-61, CHAT-23)', async () => {
    const gone = await say('First');
    await sender.must('deleteMessage', { params: { id: gone._id } });
    const elsewhere = (await createGroup(sender)).group._id;
    const { message: other } = await sender.must('sendMessage', { body: { groupId: elsewhere, content: 'x' } });
    for (const [replyTo, status] of [
      [other._id, 400],
      [randomUUID(), 400],
      [gone._id, 409],
    ] as const) {
      expect((await sender.call('sendMessage', { body: { groupId, content: 'Hi', replyTo } })).status).toBe(status);
    }
  });
});

describe('reactions', () => {
  const add = (client: Client, id: string, emoji: string) =>
    client.call('addReaction', { params: { id }, body: { emoji } });
  const remove = (client: Client, id: string, emoji: string) =>
    client.call('removeReaction', { params: { id }, body: { emoji } });

  it('are the eight of the palette, each once per person (API-15, API-64, CHAT-17, CHAT-20)', async () => {
    const { _id: id } = await say('Hello');
    for (const emoji of reactionPalette) expect((await add(reader, id, emoji)).body).toEqual({ success: true });
    await add(reader, id, '👍');
    await add(owner, id, '👍');
    const reactions = (await seen(id))?.reactions ?? [];
    expect(reactions.map(({ emoji }) => emoji)).toEqual([...reactionPalette]);
    expect(reactions[0]).toEqual({ emoji: '👍', users: [reader.userId, owner.userId], count: 2 });
    await remove(reader, id, '👍');
    await remove(reader, id, '🔥');
    const left = (await seen(id))?.reactions ?? [];
    expect(left.find(({ emoji }) => emoji === '👍')).toEqual({ emoji: '👍', users: [owner.userId], count: 1 });
    expect(left.map(({ emoji }) => emoji)).not.toContain('🔥');
    expect((await add(reader, id, '👎')).status).toBe(400);
    expect((await add(stranger, id, '👍')).status).toBe(404);
  });

  it('added and removed concurrently are all counted (CQRS-03)', async () => {
    const { _id: id } = await say('Hello');
    await Promise.all(
      [owner, sender, reader].flatMap((client) => reactionPalette.map((emoji) => add(client, id, emoji))),
    );
    const reactions = (await seen(id))?.reactions ?? [];
    expect(reactions.map(({ count }) => count)).toEqual(reactionPalette.map(() => 3));
    await Promise.all([
      add(owner, id, '👍'),
      remove(owner, id, '👍'),
      remove(sender, id, '👍'),
      remove(reader, id, '👍'),
    ]);
    await remove(owner, id, '👍');
    expect((await seen(id))?.reactions.map(({ emoji }) => emoji)).toEqual(reactionPalette.slice(1));
  });
});

describe('editing a message', () => {
  it('is for the sender, for 24 hours, and marks the message (OPEN-071, CHAT-06)', async () => {
    const { _id: id } = await say('Helo');
    const params = { id };
    const { message } = await sender.must('editMessage', { params, body: { content: 'Hello' } });
    expect(message).toMatchObject({ content: 'Hello', isEdited: true });
    expect(await seen(id)).toEqual(message);
    for (const other of [owner, reader]) {
      expect((await other.call('editMessage', { params, body: { content: 'x' } })).status).toBe(403);
    }
    expect((await sender.call('editMessage', { params, body: { content: ' ' } })).status).toBe(400);
    clock.moveOn(limits.messageEditWindow + 60_000);
    const late = await sender.call('editMessage', { params, body: { content: 'Too late' } });
    expect([late.status, late.error]).toEqual([403, 'Messages can be edited for 24 hours only']);
    expect((await seen(id))?.content).toBe('Hello');
  });
});

describe('deleting a message', () => {
  it('keeps its place and nothing else; allowed for sender, owner and admins (CHAT-22, API-63, PERM-18)', async () => {
    const message = await say('Hello');
    const params = { id: message._id };
    expect((await reader.call('deleteMessage', { params })).status).toBe(403);
    expect((await stranger.call('deleteMessage', { params })).status).toBe(404);
    expect((await owner.must('deleteMessage', { params })).success).toBe(true);
    expect(await seen(message._id)).toEqual({ ...message, content: '[This message was deleted]', isDeleted: true });

    const second = await say('Second');
    await owner.must('changeRole', { params: { id: groupId, userId: reader.userId }, body: { role: 'admin' } });
    await reader.must('deleteMessage', { params: { id: second._id } });
    const third = await say('Third');
    await sender.must('deleteMessage', { params: { id: third._id } });
    expect(texts((await page()).messages)).toEqual(Array(3).fill('[This message was deleted]'));
  });

  it('leaves a message without further actions (CHAT-23)', async () => {
    const { _id: id } = await say('Hello');
    const params = { id };
    await reader.must('addReaction', { params, body: { emoji: '👍' } });
    await sender.must('deleteMessage', { params });
    expect((await reader.call('addReaction', { params, body: { emoji: '👍' } })).status).toBe(409);
    expect((await sender.call('editMessage', { params, body: { content: 'x' } })).status).toBe(409);
    expect((await reader.call('report', { body: { messageId: id, reason: 'spam' } })).status).toBe(409);
    expect((await sender.call('deleteMessage', { params })).status).toBe(200);
    expect((await seen(id))?.reactions).toEqual([]);
  });
});

describe('reports', () => {
  const report = (client: Client, messageId: string, more: Record<string, unknown> = {}) =>
    client.call('report', { body: { messageId, reason: 'harassment', description: 'Look', ...more } });

  it('freeze the content: a later edit or deletion does not hide it (OPEN-097)', async () => {
    const { _id: id, createdAt } = await say('Rude words');
    const first = await report(reader, id);
    expect(first.body.report).toMatchObject({
      reason: 'harassment',
      description: 'Look',
      messageId: { _id: id, type: 'text', content: 'Rude words', createdAt },
    });
    await sender.must('editMessage', { params: { id }, body: { content: 'Kind words' } });
    const second = await report(owner, id, { description: undefined });
    expect(second.body.report).toMatchObject({ description: '', messageId: { content: 'Kind words' } });
    await sender.must('deleteMessage', { params: { id } });
    expect((await seen(id))?.content).toBe('[This message was deleted]');
    const kept = await reads.active.query<ReportDocument>(collections.reports.name, {
      where: { messageId: id },
      limit: 9,
    });
    expect(kept.map(({ evidence }) => evidence).sort()).toEqual(['Kind words', 'Rude words']);
  });

  it('are one per person and message, by members, about others (OPEN-097)', async () => {
    const { _id: id } = await say('Rude words');
    const answers = await Promise.all([report(reader, id), report(reader, id), report(reader, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await report(sender, id)).error).toBe('You cannot report your own message');
    expect((await report(stranger, id)).status).toBe(404);
    expect((await report(reader, randomUUID())).status).toBe(404);
  });

  it('need one of the reasons and a description of limited length', async () => {
    const { _id: id } = await say('Rude words');
    expect((await report(reader, id, { reason: 'dislike' })).error).toBe('Please choose a reason');
    expect((await report(reader, id, { description: 'x'.repeat(1001) })).status).toBe(400);
    expect((await report(reader, id, { description: 'x'.repeat(1000), reason: 'sexual content' })).status).toBe(200);
  });
});

describe('unread messages', () => {
  const group = async (client: Client) => {
    client.position =
      [owner, sender, reader, client]
        .map(({ position }) => position)
        .sort()
        .at(-1) ?? '';
    return (await client.must('myGroups')).groups.find(({ _id }) => _id === groupId);
  };
  const readUpTo = (client: Client, messageId: string) =>
    client.must('readGroupUpTo', { params: { id: groupId }, body: { messageId } });

  it('are those of others since the last one read, in every browser of the person (UX-03)', async () => {
    const [one, , three] = await inChat(3);
    await say('own words', {}, reader);
    expect((await group(reader))?.unreadCount).toBe(3);
    expect((await group(sender))?.unreadCount).toBe(1);
    await readUpTo(reader, one?._id ?? '');
    expect(await group(reader)).toMatchObject({ unreadCount: 2, lastReadMessageId: one?._id });
    await sender.must('deleteMessage', { params: { id: three?._id ?? '' } });
    expect((await group(reader))?.unreadCount).toBe(1);
  });

  it('only decrease: reading never moves back (UX-03)', async () => {
    const [one, two] = await inChat(2);
    await readUpTo(reader, two?._id ?? '');
    await readUpTo(reader, one?._id ?? '');
    expect(await group(reader)).toMatchObject({ unreadCount: 0, lastReadMessageId: two?._id });
    await Promise.all([readUpTo(reader, one?._id ?? ''), readUpTo(reader, two?._id ?? '')]);
    expect((await group(reader))?.lastReadMessageId).toBe(two?._id);
  });

  it('start from when the person joined', async () => {
    await inChat(3);
    const { inviteCode } = (await owner.must('group', { params: { id: groupId } })).group;
    const late = await signUp(product);
    await joinGroup(late, inviteCode ?? '');
    expect((await group(late))?.unreadCount).toBe(0);
    await say('Welcome');
    expect((await group(late))?.unreadCount).toBe(1);
  });

  it('can only be marked by members, for messages of the group', async () => {
    const [one] = await inChat(1);
    const elsewhere = (await createGroup(reader)).group._id;
    const refused = await reader.call('readGroupUpTo', {
      params: { id: elsewhere },
      body: { messageId: one?._id ?? '' },
    });
    expect(refused.status).toBe(404);
    const outside = await stranger.call('readGroupUpTo', {
      params: { id: groupId },
      body: { messageId: one?._id ?? '' },
    });
    expect(outside.status).toBe(403);
  });
});
