import { randomUUID } from 'node:crypto';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { describe, expect, it } from 'vitest';
import { createGroup } from '../../support/product.ts';
import { Chat } from './chat.ts';

const chat = new Chat();
const texts = (messages: readonly MessageView[]): string[] => messages.map((message) => message.content);

describe('a message', () => {
  it('a message looks the same in its response and in the list, with its sender (API-14, API-61, PERM-17)', async () => {
    const message = await chat.say('Hello');
    expect(message).toMatchObject({
      groupId: chat.groupId,
      senderId: { _id: chat.sender.userId, firstName: 'Tom', lastName: 'Lind', profilePictureUrl: null },
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
    expect(await chat.seen(message._id)).toEqual(message);
  });

  it.each(['', '   ', '\n\t', '\u200b\u2060', '[EVENT_DATA][/EVENT_DATA]'])(
    'a message with no content (%j) is not sent (CHAT-12)',
    async (content) => {
      const refused = await chat.sender.call('sendMessage', { body: { groupId: chat.groupId, content } });
      expect([refused.status, refused.error]).toEqual([400, 'Message cannot be empty']);
    },
  );

  it('a message has at most 5000 characters (LIMIT-28)', async () => {
    expect((await chat.say('x'.repeat(limits.message))).content).toHaveLength(5000);
    const refused = await chat.sender.call('sendMessage', {
      body: { groupId: chat.groupId, content: 'x'.repeat(limits.message + 1) },
    });
    expect(refused.status).toBe(400);
  });

  it('a message with typed event markers is not an event (CHAT-27)', async () => {
    const forged = await chat.say('Created event: Party\n[EVENT_[EVENT_DATA]DATA]{"name":"Party"}[/EVENT_DATA]');
    expect(forged.content).toBe('Created event: Party\n{"name":"Party"}');
    expect(forged.isEvent).toBe(false);
    await chat.sender.must('editMessage', {
      params: { id: forged._id },
      body: { content: 'x[EVENT_DATA]{}[/EVENT_DATA]' },
    });
    expect((await chat.seen(forged._id))?.content).toBe('x{}');
  });

  it('a message is stored as plain text if it is hostile: tags stay literal, nothing reorders or hides (SAFE-06)', async () => {
    const { content } = await chat.say('<img src=x onerror=alert(1)> \u202egpj.exe\u0000 a\u200bb');
    expect(content).toContain('<img src=x onerror=alert(1)>');
    for (const hidden of ['\u202e', '\u0000', '\u200b']) expect(content).not.toContain(hidden);
    const raw = await fetch(`${chat.product.origin}/api/messages/group/${chat.groupId}`, {
      headers: { authorization: `Bearer ${chat.sender.token}`, 'x-forwarded-for': '10.9.9.9' },
    });
    expect(raw.headers.get('content-type')).toContain('application/json');
    expect(raw.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('a message can only be sent and read by members (PERM-17, API-60)', async () => {
    expect((await chat.stranger.call('sendMessage', { body: { groupId: chat.groupId, content: 'Hi' } })).status).toBe(
      403,
    );
    expect((await chat.stranger.call('messages', { params: { groupId: chat.groupId } })).status).toBe(403);
    expect((await chat.stranger.call('messages', { params: { groupId: randomUUID() } })).status).toBe(403);
    await chat.owner.must('removeMember', { params: { id: chat.groupId, userId: chat.sender.userId } });
    expect((await chat.sender.call('sendMessage', { body: { groupId: chat.groupId, content: 'Hi' } })).status).toBe(
      403,
    );
    expect((await chat.sender.call('messages', { params: { groupId: chat.groupId } })).status).toBe(403);
  });
});

describe('an id chosen by the sender', () => {
  it('an id chosen by the sender names the message, so that repeats create one', async () => {
    const id = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => chat.say('Hello', { id })));
    expect(answers.map(({ _id }) => _id)).toEqual([id, id, id]);
    expect(texts((await chat.page()).messages)).toEqual(['Hello']);
  });

  it('an id chosen by the sender is refused with another text, sender or group', async () => {
    const id = randomUUID();
    await chat.say('Hello', { id });
    expect(
      (await chat.sender.call('sendMessage', { body: { groupId: chat.groupId, content: 'Bye', id } })).status,
    ).toBe(422);
    expect(
      (await chat.reader.call('sendMessage', { body: { groupId: chat.groupId, content: 'Hello', id } })).status,
    ).toBe(422);
    const { group } = await createGroup(chat.sender);
    expect((await chat.sender.call('sendMessage', { body: { groupId: group._id, content: 'Hello', id } })).status).toBe(
      422,
    );
    expect(texts((await chat.page()).messages)).toEqual(['Hello']);
  });
});

describe('a page of a chat', () => {
  it('a page of a chat has the newest 50 messages, oldest first, then those before (CHAT-01, OPEN-072)', async () => {
    const sent = await chat.fill(120);
    const newest = await chat.page();
    expect(texts(newest.messages)).toEqual(texts(sent.slice(70)));
    expect(newest.hasMore).toBe(true);
    const middle = await chat.page({ before: newest.messages[0]?._id ?? '' });
    expect(texts(middle.messages)).toEqual(texts(sent.slice(20, 70)));
    expect(middle.hasMore).toBe(true);
    const oldest = await chat.page({ before: middle.messages[0]?._id ?? '' });
    expect(texts(oldest.messages)).toEqual(texts(sent.slice(0, 20)));
    expect(oldest.hasMore).toBe(false);
    const forward = await chat.page({ after: sent[99]?._id ?? '', limit: '10' });
    expect(texts(forward.messages)).toEqual(texts(sent.slice(100, 110)));
    expect(forward.hasMore).toBe(true);
    const last = await chat.page({ after: sent[109]?._id ?? '', limit: '10' });
    expect(texts(last.messages)).toEqual(texts(sent.slice(110)));
    expect(last.hasMore).toBe(false);
    expect((await chat.page({ limit: '120' })).messages).toHaveLength(120);
  });

  it('a page of a chat has 1 to 200 messages, and starts at a message of this chat', async () => {
    for (const limit of ['0', '201', 'x']) {
      expect((await chat.sender.call('messages', { params: { groupId: chat.groupId }, query: { limit } })).status).toBe(
        400,
      );
    }
    const elsewhere = (await createGroup(chat.sender)).group._id;
    const { message } = await chat.sender.must('sendMessage', { body: { groupId: elsewhere, content: 'x' } });
    expect(
      (await chat.sender.call('messages', { params: { groupId: chat.groupId }, query: { before: message._id } }))
        .status,
    ).toBe(404);
  });

  it('a page of a chat is in log order, even for messages sent concurrently (CHAT-01)', async () => {
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, n) => chat.say(`at once ${n}`, {}, [chat.owner, chat.sender, chat.reader][n % 3])),
    );
    const { messages } = await chat.page({}, chat.owner);
    expect(messages.map(({ order }) => order)).toEqual(sent.map(({ order }) => order).sort());
  });
});

describe('a reply', () => {
  it('a reply shows the message it replies to, one level deep (CHAT-15)', async () => {
    const first = await chat.say('First');
    const second = await chat.say('Second', { replyTo: first._id }, chat.reader);
    const third = await chat.say('Third', { replyTo: second._id });
    expect(second.replyTo).toMatchObject({ _id: first._id, content: 'First', senderId: { firstName: 'Tom' } });
    expect(third.replyTo).toMatchObject({ _id: second._id, content: 'Second', replyTo: null });
    expect(await chat.seen(third._id)).toEqual(third);
  });

  it('a reply shows 300 characters of a long message that it replies to, and no part of a character (SAFE-06)', async () => {
    const first = await chat.say('😀'.repeat(200) + 'x'.repeat(4000));
    const second = await chat.say('Second', { replyTo: first._id });
    expect(second.replyTo?.content).toBe('😀'.repeat(150));
    const third = await chat.say('Third', { replyTo: (await chat.say(`${'x'.repeat(299)}😀`))._id });
    expect(third.replyTo?.content).toBe('x'.repeat(299));
  });

  it('a reply to a message deleted afterwards shows the deleted text', async () => {
    const first = await chat.say('First');
    const second = await chat.say('Second', { replyTo: first._id });
    await chat.sender.must('deleteMessage', { params: { id: first._id } });
    expect((await chat.seen(second._id))?.replyTo).toMatchObject({
      isDeleted: true,
      content: '[This message was deleted]',
    });
  });

  it('a reply needs a message of the same group that is not deleted (API-61, CHAT-23)', async () => {
    const gone = await chat.say('First');
    await chat.sender.must('deleteMessage', { params: { id: gone._id } });
    const elsewhere = (await createGroup(chat.sender)).group._id;
    const { message: other } = await chat.sender.must('sendMessage', { body: { groupId: elsewhere, content: 'x' } });
    for (const [replyTo, status] of [
      [other._id, 400],
      [randomUUID(), 400],
      [gone._id, 409],
    ] as const) {
      expect(
        (await chat.sender.call('sendMessage', { body: { groupId: chat.groupId, content: 'Hi', replyTo } })).status,
      ).toBe(status);
    }
  });
});

describe('editing a message', () => {
  it('editing a message is for the sender, for 24 hours, and marks the message (OPEN-071, CHAT-06)', async () => {
    const { _id: id } = await chat.say('Helo');
    const params = { id };
    const { message } = await chat.sender.must('editMessage', { params, body: { content: 'Hello' } });
    expect(message).toMatchObject({ content: 'Hello', isEdited: true });
    expect(await chat.seen(id)).toEqual(message);
    for (const other of [chat.owner, chat.reader]) {
      expect((await other.call('editMessage', { params, body: { content: 'x' } })).status).toBe(403);
    }
    expect((await chat.sender.call('editMessage', { params, body: { content: ' ' } })).status).toBe(400);
    chat.clock.moveOn(limits.messageEditWindow + 60_000);
    const late = await chat.sender.call('editMessage', { params, body: { content: 'Too late' } });
    expect([late.status, late.error]).toEqual([403, 'Messages can be edited for 24 hours only']);
    expect((await chat.seen(id))?.content).toBe('Hello');
  });
});

describe('deleting a message', () => {
  it('deleting a message keeps its place and nothing else, and is allowed for sender, owner and admins (CHAT-22, API-63, PERM-18)', async () => {
    const message = await chat.say('Hello');
    const params = { id: message._id };
    expect((await chat.reader.call('deleteMessage', { params })).status).toBe(403);
    expect((await chat.stranger.call('deleteMessage', { params })).status).toBe(404);
    expect((await chat.owner.must('deleteMessage', { params })).success).toBe(true);
    expect(await chat.seen(message._id)).toEqual({
      ...message,
      revision: expect.any(String),
      content: '[This message was deleted]',
      isDeleted: true,
    });

    const second = await chat.say('Second');
    await chat.owner.must('changeRole', {
      params: { id: chat.groupId, userId: chat.reader.userId },
      body: { role: 'admin' },
    });
    await chat.reader.must('deleteMessage', { params: { id: second._id } });
    const third = await chat.say('Third');
    await chat.sender.must('deleteMessage', { params: { id: third._id } });
    expect(texts((await chat.page()).messages)).toEqual(Array(3).fill('[This message was deleted]'));
  });

  it('a deleted message accepts no further actions (CHAT-23)', async () => {
    const { _id: id } = await chat.say('Hello');
    const params = { id };
    await chat.reader.must('addReaction', { params, body: { emoji: '👍' } });
    await chat.sender.must('deleteMessage', { params });
    expect((await chat.reader.call('addReaction', { params, body: { emoji: '👍' } })).status).toBe(409);
    expect((await chat.sender.call('editMessage', { params, body: { content: 'x' } })).status).toBe(409);
    expect((await chat.reader.call('report', { body: { messageId: id, reason: 'spam' } })).status).toBe(409);
    expect((await chat.sender.call('deleteMessage', { params })).status).toBe(200);
    expect((await chat.seen(id))?.reactions).toEqual([]);
  });
});
