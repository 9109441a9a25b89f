import { randomUUID } from 'node:crypto';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileForm } from '../../support/file-form.ts';
import { type Client, createGroup, joinGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

let owner: Client;
const product = sharedProduct();

beforeAll(async () => {
  owner = await signUp(product);
});

/** Appends an event whose decision was made before something already in the log, as a request in flight would. */
const appendLate = (stream: string, event: DomainEvent) =>
  product.engines.events.append(stream, [event], 'none', {
    actor: owner.userId,
    commandId: randomUUID(),
    correlationId: 'late',
    causationId: 'late',
  });
/** Like {@link appendLate}, for a message. */
const messageLate = async (userId: string, groupId: string): Promise<string> => {
  const messageId = randomUUID();
  const told = { messageId, groupId, senderId: userId, kind: 'text', text: 'Too late' } as const;
  await appendLate(messageStream(messageId), {
    type: 'MessagePosted',
    data: { ...told, replyTo: null, file: null, fileName: null },
  });
  return messageId;
};

/** Like {@link appendLate}, for a calendar entry of a group or a person. */
const entryLate = async (userId: string, groupId: string): Promise<string> => {
  const entryId = randomUUID();
  const span = { startsAt: '2030-05-14T09:00:00.000Z', endsAt: '2030-05-14T10:00:00.000Z' };
  const when = { date: '2030-05-14', time: '09:00', timeZone: 'UTC', duration: 60, ...span };
  await appendLate(entryStream(entryId), {
    type: 'EntryScheduled',
    data: { entryId, groupId, creatorId: userId, name: 'Too late', description: '', location: '', ...when },
  });
  return entryId;
};

const inGroup = (collection: string, field: string, groupId: string) =>
  product.engines.reads.active.count(collection, { where: { [field]: groupId } }, 10);

describe('content that reaches a group as it is deleted', () => {
  it('content that reaches a group as it is deleted is deleted with it: a message and an event (PERM-21, SAFE-01)', async () => {
    const { group } = await createGroup(owner);
    const groupId = group._id;
    await owner.must('deleteGroup', { params: { id: groupId }, body: { confirmationName: group.name } });
    const messageId = await messageLate(owner.userId, groupId);
    const entryId = await entryLate(owner.userId, groupId);
    await until(async () => (await product.engines.events.read(messageStream(messageId))).length === 2);
    await until(async () => (await product.engines.events.read(entryStream(entryId))).length === 2);
    // The product announces the event in the chat; that message is deleted as well.
    await until(async () => (await product.engines.events.read(messageStream(entryId))).length === 2);
    await until(async () => (await inGroup('messages', 'groupId', groupId)) === 0);
    await until(async () => (await inGroup('entries', 'ownerKey', groupId)) === 0);
  });
});

describe("content written as its author's account is deleted", () => {
  it('content written as the account of its author is deleted is deleted with it: a message, and a personal event (PERM-21, SAFE-01)', async () => {
    const { group, inviteCode } = await createGroup(owner);
    const leaver = await signUp(product);
    await joinGroup(leaver, inviteCode);
    await leaver.must('deleteAccount');
    await until(async () => (await inGroup('memberships', 'userId', leaver.userId)) === 0);
    const messageId = await messageLate(leaver.userId, group._id);
    const entryId = await entryLate(leaver.userId, MY_SCHEDULE);
    await until(async () => (await product.engines.events.read(messageStream(messageId))).length === 2);
    await until(async () => (await product.engines.events.read(entryStream(entryId))).length === 2);
    await until(async () => (await inGroup('entries', 'ownerKey', `user-${leaver.userId}`)) === 0);
  });
});

describe('the id of an event', () => {
  it('the id of an event is never the id of a message that someone sends, so that every event is announced (EVENT-45)', async () => {
    const { group, inviteCode } = await createGroup(owner);
    const member = await signUp(product);
    await joinGroup(member, inviteCode);
    const body = { groupId: group._id, name: 'Regatta', date: '2030-05-14', time: '9:30' };
    const { event } = await owner.must('createEvent', { body });
    const sent = await member.call('sendMessage', { body: { groupId: group._id, content: 'Mine', id: event._id } });
    expect([sent.status, sent.error]).toEqual([400, 'This id is not valid']);
    const form = fileForm('file', new File(['x'], 'a.txt'), { groupId: group._id, id: event._id });
    expect((await member.call('sendFile', { form })).status).toBe(400);
    const chat = async () => (await member.must('messages', { params: { groupId: group._id } })).messages;
    await until(async () => (await chat()).length > 0);
    expect((await chat()).map(({ _id, senderId }) => [_id, senderId._id])).toEqual([[event._id, owner.userId]]);
  });
});
