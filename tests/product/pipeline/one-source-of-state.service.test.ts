import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { textOf } from '@quorum/contracts/kernel/refusal-texts.ts';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import type { Engines } from '@quorum/infra/processes/engines/open-engines.ts';
import type { Commit } from '@quorum/service-kit/ports/read-store.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { Administrator, adminEnvironment } from '../../support/administrator.ts';
import { heads, upload } from '../../support/multipart.ts';
import { Client, createGroup, joinGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';
import { connect } from '../../support/sockets.ts';

const DAY = '2031-03-14';

let ada: Client;
let ben: Client;
let admin: Administrator;
let groupId = '';

/** While set, the read models commit nothing. */
let held: Promise<void> | undefined;
const withHeldCommits = (engines: Engines): Engines => ({
  ...engines,
  reads: new Proxy(engines.reads, {
    get: (reads, name) => {
      if (name === 'commit') return (commit: Commit) => (held ?? Promise.resolve()).then(() => reads.commit(commit));
      const value: unknown = Reflect.get(reads, name, reads);
      return typeof value === 'function' ? value.bind(reads) : value;
    },
  }),
});

const product = sharedProduct(adminEnvironment, undefined, withHeldCommits);

beforeAll(async () => {
  ada = await signUp(product, { firstName: 'Ada', lastName: 'Stone' });
  ben = await signUp(product, { firstName: 'Ben', lastName: 'Hill' });
  admin = new Administrator(product);
  const { group, inviteCode } = await createGroup(ada, 'Rooms in the Bay');
  groupId = group._id;
  await joinGroup(ben, inviteCode);
});

/** One of each kind of thing in the read models. */
const useEverything = async (): Promise<void> => {
  const event = { groupId, name: 'Book club', date: DAY, time: '19:00', duration: 90, timeZone: 'UTC' };
  await ada.must('createEvent', { body: event });
  const { message } = await ada.must('sendMessage', { body: { groupId, content: 'See http://127.0.0.1:9/notes' } });
  await ben.must('addReaction', { params: { id: message._id }, body: { emoji: '👍' } });
  await upload(product, ada, {
    path: '/api/messages/send-file',
    field: 'file',
    fields: { groupId },
    name: 'plan.pdf',
    head: heads.pdf,
  });
  await ben.must('pinGroup', { body: { groupId, isPinned: true } });
  await ben.must('report', { body: { messageId: message._id, reason: 'spam' } });
  // The product's own additions: the announcement of the event, and the preview of the link.
  await until(async () => {
    const { messages } = await ada.must('messages', { params: { groupId } });
    return messages.length === 3 && messages.some(({ linkPreviews }) => linkPreviews.length === 1);
  });
  await admin.must('changeConfig', { params: { key: 'app_download_enabled' }, body: { value: 'true' } });
};

/** The content of every read model, without signatures of file addresses, which change with time. */
const everythingShown = async (): Promise<string> => {
  const media = { params: { groupId }, query: { startDate: '2020-01-01', endDate: '2040-01-01' } };
  const shown = await Promise.all([
    ada.must('me'),
    ben.must('myGroups'),
    ben.must('groupMembers', { params: { id: groupId } }),
    ben.must('events'),
    ben.must('messages', { params: { groupId } }),
    ben.must('filesByDate', media),
    ben.must('linksByDate', media),
    ben.must('pinPreferences'),
    admin.must('pendingReports'),
    admin.must('adminConfig'),
    admin
      .must('audit', { query: { limit: '200' } })
      // Reading is recorded, so the second reading has more of these.
      .then(({ lines }) => lines.filter(({ type }) => type !== 'PersonalDataRevealed')),
  ]);
  return JSON.stringify(shown);
};

/** Stops the product and deletes its read models. */
const loseReadModels = async (): Promise<void> => {
  await product.running.stop();
  await rm(join(product.dataDir, 'read-models'), { recursive: true });
};

describe('the read models', () => {
  it('the read models hold nothing beyond the event log: deleted, they come back the same (STACK-03, CQRS-04)', async () => {
    await useEverything();
    const before = await everythingShown();
    for (const part of ['Book club', '127.0.0.1:9/notes', 'plan.pdf', '👍', 'Ben', 'spam', 'app_download_enabled'])
      expect(before).toContain(part);
    await loseReadModels();
    await product.restart();
    expect(await everythingShown()).toBe(before);
  });

  it('a change of the read models reaches every open client over the gateway at once (STACK-03)', async () => {
    const socket = await connect(product, ben.token);
    const pushed = new Promise<MessageView>((resolve) => socket.once('newMessage', resolve));
    const { message } = await ada.must('sendMessage', { body: { groupId, content: 'Pushed' } });
    expect((await pushed)._id).toBe(message._id);
    socket.close();
  });

  it('the read models report no session as ended while they are still being built (RUN-11)', async () => {
    const returning = new Client(product, ben.token);
    await loseReadModels();
    let release = (): void => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    await product.restart();
    const refused = await Promise.all([
      returning.call('me').then(({ status }) => String(status)),
      connect(product, ben.token).then(
        () => 'let in',
        (error: Error) => error.message,
      ),
    ]);
    release();
    held = undefined;
    expect(refused).toEqual(['503', textOf(refuse('service/unavailable'))]);
    expect((await returning.call('me')).status).toBe(200);
    expect((await new Client(product, 'x'.repeat(43)).call('me')).status).toBe(401);
  });
});
