import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@quorum/service-kit/testing/until.ts';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileForm } from '../../support/file-form.ts';
import { tracesIn } from '../../support/plaintext-traces.ts';
import { support } from '../../support/processes/support-tool.ts';
import { type Client, createGroup, type Product, signUp, startProduct } from '../../support/product.ts';
import { storedFiles } from '../../support/stored-files.ts';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const canary = (kind: string): string => `${kind}${randomBytes(9).toString('hex')}`;

let folder: string;
let product: Product;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quorum-sealed-'));
  product = await startProduct({ MASTER_KEY, LOG_LEVEL: 'debug' });
});
afterEach(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

const caughtUp = () => until(async () => (await product.running.readModels.status()).caughtUp);

/** A person with a distinctive text in every place, a file and a picture. */
const fill = async (): Promise<{ person: Client; groupId: string; texts: string[]; file: string }> => {
  const names = { firstName: canary('first'), lastName: canary('last') };
  const [message, entry, place, fileName, file] = ['message', 'entry', 'place', 'name', 'content'].map(canary) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const person = await signUp(product, names);
  const groupName = canary('group');
  const { group } = await createGroup(person, groupName);
  await person.must('sendMessage', { body: { groupId: group._id, content: message } });
  const when = { date: '2030-05-14', time: '9:30', duration: 60, timeZone: 'America/Chicago' };
  const details = { name: entry, description: message, location: place, groupId: group._id };
  await person.must('createEvent', { body: { ...details, ...when } });
  const content = `${file} `.repeat(9_000);
  await person.must('sendFile', {
    form: fileForm('file', new File([content], `${fileName}.txt`), { groupId: group._id }),
  });
  const png = await sharp({ create: { width: 60, height: 60, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await person.must('uploadProfilePicture', {
    form: fileForm('profilePicture', new File([new Uint8Array(png)], 'me.png')),
  });
  await caughtUp();
  const texts = [names.firstName, names.lastName, groupName, message, entry, place, fileName, file];
  return { person, groupId: group._id, texts, file: content };
};

/** First bytes of stored images. */
const IMAGES = ['\x89PNG\r\n', 'JFIF\0\x01', 'WEBPVP8'];

const download = async (person: Client, groupId: string): Promise<Response> => {
  const { messages } = await person.must('messages', { params: { groupId } });
  const url = messages.find(({ fileUrl }) => fileUrl !== undefined && fileUrl !== null)?.fileUrl as string;
  return person.file(url);
};

describe('reading without the master key', () => {
  it('nothing in the data folder or in a backup can be read without the master key, while the product runs and after it has stopped (SAFE-16)', async () => {
    const { person, groupId, texts, file } = await fill();
    const everything = [...texts, ...IMAGES];
    expect(await tracesIn(product.dataDir, everything)).toEqual([]);
    expect(await support(product.dataDir, ['backup', join(folder, 'backup')], { MASTER_KEY })).toMatchObject({
      code: 0,
    });
    expect(await tracesIn(join(folder, 'backup'), everything)).toEqual([]);
    expect(await (await download(person, groupId)).text()).toBe(file);
    await product.running.stop();
    expect(await tracesIn(product.dataDir, everything)).toEqual([]);
    expect(existsSync(join(product.dataDir, 'read-models', 'read-models.db'))).toBe(true);
  });
});

describe('a data folder', () => {
  it('a data folder of an unreleased version fails the start in one line (RUN-14)', async () => {
    const old = join(folder, 'old');
    mkdirSync(join(old, 'events'), { recursive: true });
    writeFileSync(join(old, 'events', 'events.db'), '');
    await expect(startProduct({ MASTER_KEY, DATA_DIR: old })).rejects.toThrow(
      `Data folder: ${old}/quorum.json is missing: put it back from a backup of the same data. (Only a version before 0.1.0 wrote none, which this version does not read.)`,
    );
  });

  it('a data folder is refused in one line with another master key, and opens again with its own (SAFE-15, SAFE-16)', async () => {
    const { person, groupId, file } = await fill();
    await product.running.stop();
    await expect(product.restart({ MASTER_KEY: Buffer.alloc(32, 8).toString('base64') })).rejects.toThrow(
      /^Data folder: MASTER_KEY \(or the file that stands in for it\) is not the one that .* was written with/,
    );
    await product.restart({ MASTER_KEY });
    await caughtUp();
    expect(await (await download(person, groupId)).text()).toBe(file);
  });

  it('a data folder with a changed byte in its read models fails the start in one line, and starts again without them (SAFE-16)', async () => {
    const { person, groupId, file } = await fill();
    await product.running.stop();
    const path = join(product.dataDir, 'read-models', 'read-models.db');
    const bytes = readFileSync(path);
    for (let page = 0; page < bytes.length; page += 4_096) bytes[page + 2_000] = (bytes[page + 2_000] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    await expect(product.restart()).rejects.toThrow(/^Read models: .*(malformed|not a database)$/);
    rmSync(join(product.dataDir, 'read-models'), { recursive: true });
    await product.restart();
    await caughtUp();
    expect(await (await download(person, groupId)).text()).toBe(file);
  });

  it('a data folder with a changed byte in an upload loses that file alone (SAFE-16)', async () => {
    const { person, groupId } = await fill();
    const sizes = (await storedFiles(product)).map((path) => ({ path, bytes: readFileSync(path) }));
    const largest = sizes.reduce((one, other) => (one.bytes.length > other.bytes.length ? one : other));
    largest.bytes[300] = (largest.bytes[300] ?? 0) ^ 1;
    writeFileSync(largest.path, largest.bytes);
    expect((await download(person, groupId)).status).toBe(404);
    const me = await person.must('me');
    const picture = me.user.profilePictureUrl as string;
    expect((await person.file(picture)).status).toBe(200);
  });
});
