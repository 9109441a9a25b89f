import { randomUUID } from 'node:crypto';
import type { RouteName } from '@quorum/contracts/routes.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Client, createGroup, joinGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';
import { storedFiles } from '../../support/stored-files.ts';

let person: Client;
let groupId = '';
const product = sharedProduct();

beforeAll(async () => {
  person = await signUp(product);
  groupId = (await createGroup(person)).group._id;
});

const picture = async (background: string): Promise<Blob> =>
  new Blob([
    await sharp({ create: { width: 30, height: 30, channels: 3, background } })
      .png()
      .toBuffer(),
  ]);

type Upload = { readonly name: RouteName; readonly field: string; readonly fields?: () => Record<string, string> };
const uploads: readonly Upload[] = [
  { name: 'uploadProfilePicture', field: 'profilePicture' },
  { name: 'uploadGroupImage', field: 'groupImage' },
  { name: 'uploadImageOfGroup', field: 'image' },
  { name: 'sendFile', field: 'file', fields: () => ({ groupId }) },
];

const send = ({ name, field, fields }: Upload, key: string, file: Blob, fileName = 'a.png', client = person) => {
  const form = new FormData();
  for (const [each, value] of Object.entries(fields?.() ?? {})) form.append(each, value);
  form.append(field, file, fileName);
  const params = name === 'uploadImageOfGroup' ? { params: { id: groupId } } : {};
  return client.call(name, { form, ...params, headers: { 'idempotency-key': key } });
};

describe.each(uploads)('the key of $name', (upload) => {
  it(`the key of ${upload.name} is refused with another file or another name, now and after a restart (CQRS-01)`, async () => {
    const key = randomUUID();
    const [green, red] = [await picture('#0a0'), await picture('#a00')];
    const first = await send(upload, key, green);
    expect(first.status).toBe(200);
    const files = await storedFiles(product);
    const misuse = async () => {
      for (const [file, name] of [[red], [green, 'b.png']] as const) {
        const other = await send(upload, key, file, name);
        expect([other.status, other.error]).toEqual([422, 'This Idempotency-Key was used for another request']);
      }
    };
    await misuse();
    await product.restart();
    await misuse();
    const again = await send(upload, key, green);
    expect([again.status, Object.keys(again.body)]).toEqual([200, Object.keys(first.body)]);
    // A replaced file may have been removed meanwhile.
    expect((await storedFiles(product)).filter((file) => !files.includes(file))).toEqual([]);
  });

  it(`the key of ${upload.name} has one effect when two files arrive concurrently (CQRS-01)`, async () => {
    const key = randomUUID();
    const files = [await picture('#00a'), await picture('#0aa'), await picture('#aa0')];
    const answers = await Promise.all(files.map((file) => send(upload, key, file)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });
});

describe('a repeated upload', () => {
  it('a repeated upload gets its response even if its sender may no longer send it (CQRS-01)', async () => {
    const member = await signUp(product);
    const { inviteCode } = (await person.must('group', { params: { id: groupId } })).group;
    await joinGroup(member, inviteCode ?? '');
    const params = { id: groupId };
    await person.must('changeGroupSettings', { params, body: { allowMembersEditGroupDetails: true } });
    const upload = uploads[2] as Upload;
    const [key, image] = [randomUUID(), await picture('#123')];
    expect((await send(upload, key, image, 'a.png', member)).status).toBe(200);
    await person.must('changeGroupSettings', { params, body: { allowMembersEditGroupDetails: false } });
    await product.restart();
    expect((await send(upload, key, image, 'a.png', member)).status).toBe(200);
    expect((await send(upload, randomUUID(), image, 'a.png', member)).status).toBe(403);
  });
});

describe('a repeated creation of a group', () => {
  it('a repeated creation of a group gets its response even if the image of the group was removed since (CQRS-01)', async () => {
    const uploaded = await send(uploads[1] as Upload, randomUUID(), await picture('#321'));
    const { groupImageUrl: imageUrl } = uploaded.body as { groupImageUrl: string };
    const body = { name: 'Rowers', description: 'We row.', imageUrl };
    const headers = { 'idempotency-key': randomUUID() };
    const { group } = await person.must('createGroup', { body, headers });
    await person.must('removeImageOfGroup', { params: { id: group._id } });
    const fileId = imageUrl.split(/[/?]/)[2] ?? '';
    const isStored = async () => (await storedFiles(product)).some((path) => path.includes(fileId));
    await vi.waitFor(async () => expect(await isStored()).toBe(false), 20_000);
    await product.restart();
    const again = await person.call('createGroup', { body, headers });
    expect([again.status, again.body.group?._id]).toEqual([200, group._id]);
  });
});
