import { randomUUID } from 'node:crypto';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { addDays, localDate } from '@quorum/contracts/time/days.ts';
import type { Reads } from '@quorum/service-kit/reads/collections.ts';
import { describe, expect, it, vi } from 'vitest';
import { createGroup, joinGroup, signUp } from '../../support/product.ts';
import { Chat } from './chat.ts';

const chat = new Chat();
const texts = (messages: readonly MessageView[]): string[] => messages.map((message) => message.content);

describe('a page around a place in a chat', () => {
  it('a page around a place in a chat has the messages on both sides of one, without a gap to the pages beside it (LINK-03)', async () => {
    const sent = await chat.fill(120);
    const middle = await chat.page({ around: sent[60]?._id ?? '' });
    expect(middle.messages).toHaveLength(50);
    expect(texts(middle.messages)).toEqual(texts(sent.slice(35, 85)));
    expect(middle).toMatchObject({ anchor: sent[60]?._id, hasMore: true, hasMoreAfter: true });
    const before = await chat.page({ before: middle.messages[0]?._id ?? '' });
    const after = await chat.page({ after: middle.messages.at(-1)?._id ?? '' });
    const all = [...before.messages, ...middle.messages, ...after.messages];
    expect(texts(all)).toEqual(texts(sent));
    expect([before.hasMore, after.hasMore]).toEqual([false, false]);
    // Only the joinings of the group came before its first message.
    expect([before.notices.length, middle.notices.length, after.notices.length]).toEqual([2, 0, 0]);
    const first = await chat.page({ around: sent[0]?._id ?? '' });
    expect(texts(first.messages)).toEqual(texts(sent.slice(0, 25)));
    expect(first).toMatchObject({ hasMore: false, hasMoreAfter: true });
    expect(first.notices).toHaveLength(2);
    const last = await chat.page({ around: sent[119]?._id ?? '', limit: '1' });
    expect(texts(last.messages)).toEqual(['message 120']);
    expect(last).toMatchObject({ hasMore: true, hasMoreAfter: false, notices: [] });
  });

  it('a page around a place in a chat is the newest page for a message that never was, is erased, or is in another group (LINK-04)', async () => {
    const sent = await chat.fill(3);
    const elsewhere = (await createGroup(chat.sender)).group._id;
    const { message } = await chat.sender.must('sendMessage', { body: { groupId: elsewhere, content: 'x' } });
    const leaver = await signUp(chat.product);
    const { inviteCode } = (await chat.owner.must('group', { params: { id: chat.groupId } })).group;
    await joinGroup(leaver, inviteCode ?? '');
    const erased = await chat.say('Soon gone', {}, leaver);
    await leaver.must('deleteAccount');
    await vi.waitFor(async () => expect((await chat.page()).messages).toHaveLength(3));
    const [unknown, foreign, gone] = await Promise.all(
      [randomUUID(), message._id, erased._id].map((around) => chat.page({ around })),
    );
    expect(unknown).toMatchObject({ anchor: null, hasMore: false, hasMoreAfter: false });
    expect(texts(unknown?.messages ?? [])).toEqual(texts(sent));
    expect([foreign, gone]).toEqual([unknown, unknown]);
  });

  it('a page around a place in a chat shows a deleted message in its place (LINK-04)', async () => {
    const sent = await chat.fill(3);
    const id = sent[1]?._id ?? '';
    await chat.sender.must('deleteMessage', { params: { id } });
    const page = await chat.page({ around: id });
    expect(page.anchor).toBe(id);
    expect(page.messages[1]).toMatchObject({ _id: id, isDeleted: true });
  });

  it('a page around a place in a chat begins at the first message of a day in the zone of the reader, or of the next day that has one (PIN-04)', async () => {
    const day = 86_400_000;
    const sent: MessageView[] = [];
    for (const pause of [0, 0, day, 3 * day]) {
      chat.clock.moveOn(pause);
      sent.push(await chat.say('One of this day'));
    }
    const at = async (moment: string, timeZone: string, days = 0) =>
      (await chat.page({ at: addDays(localDate(moment, timeZone), days), timeZone })).anchor;
    for (const timeZone of ['America/New_York', 'Asia/Kolkata', 'Pacific/Auckland']) {
      expect(await at(sent[1]?.createdAt ?? '', timeZone)).toBe(sent[0]?._id);
      expect(await at(sent[2]?.createdAt ?? '', timeZone)).toBe(sent[2]?._id);
      expect(await at(sent[2]?.createdAt ?? '', timeZone, 1)).toBe(sent[3]?._id);
      expect(await at(sent[3]?.createdAt ?? '', timeZone, 1)).toBe(null);
      expect(await at(sent[0]?.createdAt ?? '', timeZone, -400)).toBe(sent[0]?._id);
    }
  });

  it('a page around a place in a chat is found with a few reads, however long the chat is (PIN-05)', async () => {
    const sent = await chat.fill(60);
    const query = vi.spyOn(chat.reads.active as unknown as Reads, 'query');
    const reads = async (at: string) => {
      query.mockClear();
      await chat.page({ at, timeZone: 'UTC' });
      return query.mock.calls.length;
    };
    expect(await reads((sent[0]?.createdAt ?? '').slice(0, 10))).toBeLessThan(40);
    expect(await reads('2026-01-01')).toBeLessThan(40);
    query.mockRestore();
  });

  it('a page around a place in a chat is asked for by one place only, and a day with its zone', async () => {
    const id = randomUUID();
    const [at, timeZone] = ['2026-05-14', 'America/New_York'];
    const asked: readonly Record<string, string>[] = [
      { at },
      { around: id, before: id },
      { around: id, at, timeZone },
      { at, timeZone, after: id },
    ];
    for (const query of asked)
      expect((await chat.sender.call('messages', { params: { groupId: chat.groupId }, query })).status).toBe(400);
  });
});
