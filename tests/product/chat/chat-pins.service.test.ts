import { randomUUID } from 'node:crypto';
import type { PinView } from '@quorum/contracts/pins/wire.ts';
import { expect, it, vi } from 'vitest';
import { FollowingClient } from '../../support/following-client.ts';
import { type Client, joinGroup, signUp } from '../../support/product.ts';
import { Chat } from './chat.ts';

const chat = new Chat();

const params = (messageId?: string) => ({ id: chat.groupId, ...(messageId && { messageId }) });
const pin = (messageId: string, client = chat.owner) =>
  client.call('pinMessage', { params: params(), body: { messageId } });
const unpin = (messageId: string, client = chat.owner) => client.call('unpinMessage', { params: params(messageId) });
const pinsOf = async (client: Client = chat.reader): Promise<readonly PinView[]> =>
  (await client.must('pins', { params: params() })).pins;
const texts = async () => (await pinsOf()).map(({ message }) => message.content);
const notices = async () => (await chat.page()).notices.filter(({ kind }) => kind === 'pinned');

it('a pinned message is kept for the group, last pinned first, with one notice an hour in the chat (PIN-01, PIN-02)', async () => {
  const [one, two] = [await chat.say('One'), await chat.say('Two')];
  for (const { _id } of [one, two, one]) expect((await pin(_id)).body).toEqual({ success: true });
  expect(await texts()).toEqual(['Two', 'One']);
  expect((await pinsOf())[0]).toMatchObject({ by: { firstName: 'Maya' }, message: { senderId: { firstName: 'Tom' } } });
  for (const { _id } of [one, one]) expect((await unpin(_id)).status).toBe(200);
  expect(await texts()).toEqual(['Two']);
  await pin(one._id);
  expect(await texts()).toEqual(['One', 'Two']);
  expect(await notices()).toHaveLength(2);
  chat.clock.moveOn(2 * 3_600_000);
  await unpin(one._id);
  await pin(one._id);
  expect(await notices()).toHaveLength(3);
});

it('owner and admins pin, and members if they may edit the details of the group (PIN-01, PIN-08)', async () => {
  const { _id } = await chat.say('One');
  expect((await pin(_id, chat.sender)).status).toBe(403);
  expect((await pin(_id, chat.stranger)).status).toBe(403);
  await chat.owner.must('changeGroupSettings', {
    params: params(),
    body: { allowMembersEditGroupDetails: true },
  });
  expect((await pin(_id, chat.sender)).status).toBe(200);
  expect((await unpin(_id, chat.reader)).status).toBe(200);
});

it('a message that is unknown, of another group or deleted cannot be pinned', async () => {
  const { _id } = await chat.say('One');
  expect((await pin(randomUUID())).error).toBe('Message not found');
  await chat.sender.must('deleteMessage', { params: { id: _id } });
  const answer = await pin(_id);
  expect([answer.status, answer.error]).toEqual([409, 'This message has been deleted']);
});

it('a pin follows its message: an edit shows, a deletion and an erasure take it away, and who pinned it may be erased (PIN-02, PIN-06)', async () => {
  const leo = await signUp(chat.product, { firstName: 'Leo' });
  const { inviteCode = '' } = (await chat.owner.must('group', { params: params() })).group;
  await joinGroup(leo, inviteCode);
  await chat.owner.must('changeRole', { params: { id: chat.groupId, userId: leo.userId }, body: { role: 'admin' } });
  const [first, second] = [await chat.say('One'), await chat.say('Two')];
  const own = await chat.say('Mine', {}, leo);
  for (const { _id } of [first, second, own]) await pin(_id, leo);
  await chat.sender.must('editMessage', { params: { id: second._id }, body: { content: 'Two and a half' } });
  expect(await texts()).toEqual(['Mine', 'Two and a half', 'One']);
  await chat.sender.must('deleteMessage', { params: { id: first._id } });
  expect(await texts()).toEqual(['Mine', 'Two and a half']);
  await leo.must('deleteAccount');
  await vi.waitFor(async () => expect(await texts()).toEqual(['Two and a half']));
  await vi.waitFor(async () => expect((await pinsOf())[0]?.by).toMatchObject({ firstName: '', lastName: '' }));
});

it('the pin of an event goes with it, and comes back when it is restored', async () => {
  const when = { date: '2030-05-17', time: '19:00', timeZone: 'UTC', duration: 60 };
  const body = { name: 'Dinner', groupId: chat.groupId, ...when };
  const { _id } = (await chat.owner.must('createEvent', { body })).event;
  await vi.waitFor(async () => expect((await pin(_id)).status).toBe(200));
  await chat.owner.must('deleteEvent', { params: { id: _id } });
  expect(await pinsOf()).toEqual([]);
  await chat.owner.must('restoreEvent', { params: { id: _id } });
  expect(await pinsOf()).toHaveLength(1);
});

it('a chat has at most 50 pins, of two at once at 49 one is refused, and deleted ones make room (PIN-01, PIN-02, PIN-08)', async () => {
  const messages = await chat.fill(52);
  for (const { _id } of messages.slice(0, 49)) await pin(_id);
  const [first, second] = messages.slice(49);
  const both = await Promise.all([pin(first?._id ?? ''), pin(second?._id ?? '')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.error).toBe(
    'A chat can have up to 50 pinned messages. Unpin one first.',
  );
  await chat.sender.must('deleteMessage', { params: { id: messages[0]?._id ?? '' } });
  expect((await pin(messages[51]?._id ?? '')).status).toBe(200);
  expect(await pinsOf()).toHaveLength(50);
});

it('the browsers of the group hear of each pin, with the newest and the number (PIN-08)', async () => {
  const [one, two] = [await chat.say('One'), await chat.say('Two')];
  await chat.page();
  const client = await FollowingClient.connect(chat.product, chat.reader.token);
  const heard = () => client.named('pinsUpdated');
  await pin(one._id);
  await pin(two._id);
  await unpin(two._id);
  await client.until(() => heard().length === 3, 'the pins');
  client.close();
  expect(heard()).toMatchObject([
    { groupId: chat.groupId, added: one._id },
    { groupId: chat.groupId, added: two._id },
    { groupId: chat.groupId, removed: two._id, count: 1, newest: { message: { content: 'One' } } },
  ]);
});
