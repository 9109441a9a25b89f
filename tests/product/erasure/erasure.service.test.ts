import { randomBytes, randomInt } from 'node:crypto';
// biome-ignore lint/plugin: requests come in one after another while an account is deleted
import { setTimeout as pause } from 'node:timers/promises';
import { markOf } from '@quorum/contracts/text/mentions.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileForm } from '../../support/file-form.ts';
import { decipheredTraces, tracesIn } from '../../support/plaintext-traces.ts';
import {
  type Client,
  createGroup,
  joinGroup,
  lastCode,
  type Product,
  signUp,
  startProduct,
} from '../../support/product.ts';
import { pushTarget } from '../../support/push-target.ts';
import { connect } from '../../support/sockets.ts';

/** Milliseconds within which everything readable must be gone. */
const ERASED_WITHIN = 60_000;

let product: Product;
beforeEach(async () => {
  product = await startProduct({ LOG_LEVEL: 'debug' });
});
afterEach(() => product.stop());

/** Its letters are in no id or hash. */
const canary = (kind: string): string =>
  kind + [...randomBytes(16)].map((byte) => 'ghijklmnopqrstuvwxyz'[byte % 20]).join('');

/** An index stores a word without the letters that it shares with the one before. */
const endOf = (word: string): string => word.slice(-6);

const fileOf = (bytes: Uint8Array, name: string): File => new File([new Uint8Array(bytes)], name);

const nothingReadable = async (texts: readonly string[]): Promise<void> => {
  const traces = async () => [
    ...(await tracesIn(product.dataDir, texts)),
    ...(await decipheredTraces(product.dataDir, texts)),
  ];
  await expect.poll(traces, { interval: 100, timeout: ERASED_WITHIN }).toEqual([]);
};

const caughtUp = () => until(async () => (await product.running.readModels.status()).caughtUp);

/** A person with a distinctive text in every field. */
const telling = async () => {
  const texts = {
    phone: `+1415${randomInt(2_000_000, 9_999_999)}`,
    firstName: canary('first'),
    lastName: canary('last'),
    message: canary('message'),
    mention: canary('mention'),
    edited: canary('edited'),
    entry: canary('entry'),
    description: canary('description'),
    location: canary('location'),
    personal: canary('personal'),
    fileName: canary('file'),
    fileContent: canary('content'),
    picture: canary('picture'),
    ownGroup: canary('group'),
    complaint: canary('complaint'),
    browser: canary('browser'),
    poll: canary('poll'),
    series: canary('series'),
    oneDate: canary('date'),
    uid: canary('uid'),
    imported: canary('imported'),
    importedDate: canary('importeddate'),
  };
  const person = await signUp(product, { ...texts, phone: texts.phone });
  return { person, texts };
};

/** What repeats, is imported, or is still to be decided. */
const plan = async (person: Client, texts: Awaited<ReturnType<typeof telling>>['texts'], groupId: string) => {
  const weekly = { date: '2030-05-14', time: '9:30', timeZone: 'America/Chicago', repeats: { unit: 'week' } } as const;
  const { event } = await person.must('createEvent', { body: { ...weekly, name: texts.series, groupId } });
  const one = { params: { id: `${event.seriesId}_2030-05-21` } };
  await person.must('changeEvent', { ...one, body: { name: texts.oneDate } });
  await person.must('deleteEvent', one);
  const changed = [{ occurrence: '2030-05-21', description: texts.importedDate }];
  const imported = { ...weekly, uid: texts.uid, name: texts.imported, changed };
  await person.must('importEvents', { body: { groupId, events: [imported] } });
  const options = ['2030-05-14', '2030-05-15'].map((date) => ({ date, time: '10:00' }));
  const asked = { groupId, name: texts.poll, duration: 60, timeZone: 'UTC', options };
  await person.must('openPoll', { body: asked });
};

const make = async (person: Client, texts: Awaited<ReturnType<typeof telling>>['texts'], groupId: string) => {
  await person.must('updateEmail', { body: { email: `${texts.firstName}@example.org` } });
  await person.must('subscribeToPush', { body: pushTarget(texts.browser) });
  const { message } = await person.must('sendMessage', { body: { groupId, content: texts.message } });
  const { message: second } = await person.must('sendMessage', { body: { groupId, content: texts.message } });
  await person.must('editMessage', { params: { id: second._id }, body: { content: texts.edited } });
  const when = { date: '2030-05-14', time: '9:30', duration: 60, timeZone: 'America/Chicago' };
  const details = { name: texts.entry, description: texts.description, location: texts.location };
  const { event } = await person.must('createEvent', { body: { ...details, ...when, groupId } });
  const { event: off } = await person.must('createEvent', { body: { ...details, ...when, groupId } });
  await person.must('changeEvent', { params: { id: event._id }, body: { date: '2030-05-15' } });
  await person.must('deleteEvent', { params: { id: off._id } });
  await person.must('createEvent', { body: { name: texts.personal, ...when } });
  await plan(person, texts, groupId);
  const bytes = Buffer.from(`${texts.fileContent} `.repeat(50));
  const form = fileForm('file', fileOf(bytes, `${texts.fileName}.txt`), { groupId });
  const { message: fileMessage } = await person.must('sendFile', { form });
  const image = await sharp({ create: { width: 60, height: 60, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await person.must('uploadProfilePicture', {
    form: fileForm('profilePicture', fileOf(image, `${texts.picture}.png`)),
  });
  return { message, event, fileMessage, image };
};

describe('deleting an account', () => {
  it('deleting an account leaves nothing readable within 60 s, transfers groups, shows at once, and rebuilds to the same models (SAFE-01, SEARCH-17, PERM-19, PERM-20, PERM-21, PERM-22, PERM-23, API-32, NOTE-08, NOTE-25, NOTE-36)', async () => {
    const { person, texts } = await telling();
    const [elder, younger] = [await signUp(product, { firstName: 'Ada' }), await signUp(product, { firstName: 'Bo' })];
    const { group, inviteCode } = await createGroup(person);
    await joinGroup(elder, inviteCode);
    await joinGroup(younger, inviteCode);
    const { group: alone } = await createGroup(person, texts.ownGroup.slice(0, 50));
    const { group: theirs, inviteCode: theirCode } = await createGroup(younger);
    await joinGroup(person, theirCode);

    const made = await make(person, texts, group._id);
    const image = fileForm('groupImage', fileOf(made.image, `${texts.picture}-group.png`));
    await person.must('uploadImageOfGroup', {
      params: { id: group._id },
      form: fileForm('image', fileOf(made.image, 'boats.png')),
    });
    const { groupImageUrl } = await person.must('uploadGroupImage', { form: image });
    const early = await person.must('createGroup', {
      body: { name: 'With an early image', description: 'Of a picture', imageUrl: groupImageUrl },
    });
    await joinGroup(elder, early.inviteCode);
    const reply = await elder.must('sendMessage', {
      body: { groupId: group._id, content: 'Indeed', replyTo: made.message._id },
    });
    await person.must('addReaction', { params: { id: reply.message._id }, body: { emoji: '👍' } });
    await person.must('sendMessage', {
      body: { groupId: group._id, content: `${texts.mention} ${markOf(elder.userId)}` },
    });
    await elder.must('report', { body: { messageId: made.message._id, reason: 'spam', description: 'Look' } });
    await person.must('report', {
      body: { messageId: reply.message._id, reason: 'other', description: texts.complaint },
    });
    await caughtUp();
    const everything = [...Object.values(texts), endOf(texts.message), endOf(texts.edited)];
    expect(JSON.stringify(await elder.must('activity'))).toContain(texts.mention);
    expect((await decipheredTraces(product.dataDir, everything)).length).toBeGreaterThan(12);
    expect(await tracesIn(product.dataDir, everything)).toEqual([]);

    const socket = await connect(product, elder.token);
    const left = new Promise<unknown>((resolve) => socket.once('memberLeft', resolve));
    const passed = new Promise<unknown>((resolve) => socket.once('groupUpdated', resolve));
    await person.must('deleteAccount');
    expect(await left).toMatchObject({ userId: person.userId, reason: 'account-deleted' });
    expect(await passed).toHaveProperty('groupId');
    socket.close();

    await nothingReadable(everything);
    await nothingReadable([texts.phone.slice(2)]);

    const seen = await elder.must('group', { params: { id: group._id } });
    expect(seen.group).toMatchObject({ role: 'owner', memberCount: 2, createdBy: { _id: elder.userId } });
    expect(seen.group.members.map(({ userId }) => userId._id)).toEqual([elder.userId, younger.userId]);
    expect((await younger.must('group', { params: { id: theirs._id } })).group.memberCount).toBe(1);
    expect((await person.call('group', { params: { id: alone._id } })).status).toBe(401);
    const { messages, notices } = await elder.must('messages', { params: { groupId: group._id } });
    expect(notices.map(({ kind, person: { _id, firstName } }) => [kind, _id, firstName])).toEqual([
      ['joined', elder.userId, 'Ada'],
      ['joined', younger.userId, 'Bo'],
      ['left', person.userId, ''],
    ]);
    expect(messages.map(({ content }) => content)).toEqual(['Indeed']);
    const { items } = await elder.must('activity');
    expect(items.filter(({ messageId, person: { firstName } }) => messageId !== undefined || firstName !== '')).toEqual(
      [],
    );
    expect(messages[0]).toMatchObject({ reactions: [], replyTo: { content: '[This message was deleted]' } });
    const range = { groupId: group._id, startDate: '2030-05-01', endDate: '2030-05-31' };
    expect((await elder.must('events', { query: range })).events).toEqual([]);

    // Images of remaining groups stay, even one older than its group.
    for (const id of [group._id, early.group._id]) {
      const { imageUrl } = (await elder.must('group', { params: { id } })).group;
      expect((await elder.file(imageUrl)).status).toBe(200);
    }
    await caughtUp();
    expect(await product.running.readModels.verify()).toEqual([]);
  });

  it('deleting an account is completed by the next process if this one is killed at once', async () => {
    const { person, texts } = await telling();
    const other = await signUp(product);
    const { group, inviteCode } = await createGroup(person);
    await joinGroup(other, inviteCode);
    await make(person, texts, group._id);
    await person.must('deleteAccount');
    await product.restart();
    await nothingReadable(Object.values(texts));
    const owned = async () => (await other.must('group', { params: { id: group._id } })).group;
    await expect.poll(owned).toMatchObject({ role: 'owner', memberCount: 1 });
  });

  it('deleting an account erases what requests in flight still post', async () => {
    const { person, texts } = await telling();
    const other = await signUp(product);
    const { group, inviteCode } = await createGroup(other);
    await joinGroup(person, inviteCode);
    const posts = Array.from({ length: 60 }, async (_, n) => {
      await pause(n);
      return person.call('sendMessage', { body: { groupId: group._id, content: texts.message } });
    });
    const founded = pause(20).then(() =>
      person.call('createGroup', { body: { name: texts.ownGroup.slice(0, 50), description: texts.description } }),
    );
    await pause(25);
    await person.must('deleteAccount');
    await Promise.all([...posts, founded]);
    await nothingReadable(Object.values(texts));
    await caughtUp();
    await until(async () => {
      const { messages } = await other.must('messages', { params: { groupId: group._id } });
      return messages.every(({ isDeleted }) => isDeleted);
    });
    // The code of a group created meanwhile counts until that group is deleted, but no rebuild can read it.
    await expect.poll(() => product.running.readModels.verify()).toEqual([]);
  });

  it('deleting the account of the last member deletes the group and releases its codes (PERM-20)', async () => {
    const { person } = await telling();
    const { inviteCode, sixDigitCode } = await createGroup(person);
    const other = await signUp(product);
    await person.must('deleteAccount');
    await expect
      .poll(() => other.call('previewGroup', { params: { code: inviteCode } }))
      .toMatchObject({ status: 404, error: 'Invalid invitation link' });
    expect((await other.call('joinByCode', { body: { code: sixDigitCode } })).error).toBe('Invalid invitation code');
  });
});

describe('the log file', () => {
  it('the log file contains no name, number, code, token, text, search or address (RUN-06, SEARCH-05, NOTE-25)', async () => {
    const { person, texts } = await telling();
    const { group } = await createGroup(person, texts.ownGroup.slice(0, 50));
    await make(person, texts, group._id);
    const code = await lastCode(product, texts.phone);
    await person.call('verifyLogin', { body: { phoneNumber: texts.phone, verificationCode: '000000' } });
    await person.call('sendMessage', { body: { groupId: 'nowhere', content: texts.message } });
    await person.must('search', { body: { words: texts.message, kind: 'messages', timeZone: 'UTC' } });
    await person.call('search', { body: { words: texts.message, kind: texts.entry as 'messages', timeZone: 'UTC' } });
    await fetch(`${product.origin}/api/messages/${texts.message}?secret=${texts.phone}`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    await product.restart();
    const secrets = [...Object.values(texts), texts.phone.slice(2), person.token ?? '', 'example.org'];
    expect(await tracesIn(`${product.dataDir}/logs`, secrets)).toEqual([]);
    const { readFile } = await import('node:fs/promises');
    const lines = (await readFile(`${product.dataDir}/logs/quorum.log`, 'utf8')).trim().split('\n');
    expect(lines.length).toBeGreaterThan(15);
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const request = entries.find(({ route }) => route === 'sendMessage');
    expect(Object.keys(request ?? {}).sort()).toEqual(
      ['causationId', 'correlationId', 'level', 'ms', 'msg', 'requestId', 'route', 'status', 'time'].sort(),
    );
    expect(entries.some((entry) => Object.values(entry).includes(code))).toBe(false);
  });
});
