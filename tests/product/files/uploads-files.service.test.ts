import { randomUUID } from 'node:crypto';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { heads, type Sent, upload } from '../../support/multipart.ts';
import { type Client, createGroup, joinGroup, movableClock, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';
import { storedFiles } from '../../support/stored-files.ts';

const clock = movableClock();
let owner: Client;
let sender: Client;
let groupId = '';
let photo: Buffer;

const product = sharedProduct({}, clock);

beforeAll(async () => {
  photo = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#3a7' } })
    .jpeg()
    .toBuffer();
});
beforeEach(async () => {
  owner = await signUp(product);
  sender = await signUp(product, { firstName: 'Tom', lastName: 'Lind' });
  const { group, inviteCode } = await createGroup(owner);
  groupId = group._id;
  await joinGroup(sender, inviteCode);
});

const send = async (sent: Partial<Sent>, client = sender) => {
  const answer = await upload<{ message: MessageView }>(product, client, {
    path: '/api/messages/send-file',
    field: 'file',
    fields: { groupId },
    name: 'a.pdf',
    head: heads.pdf,
    ...sent,
  });
  if (answer === undefined) throw new Error('There was no answer');
  return answer;
};
const load = (address: string | null | undefined, headers: Record<string, string> = {}, viewer = sender) =>
  viewer.file(address, headers);
const chat = async (client = owner): Promise<readonly MessageView[]> =>
  (await client.must('messages', { params: { groupId } })).messages;

describe('the file of a message', () => {
  it('the file of a message is posted by its kind and served from its own address (API-62, SAFE-04)', async () => {
    const { status, body } = await send({ name: '../Plan für 2030.pdf', head: Buffer.from('%PDF-1.7\nhello') });
    expect(status).toBe(200);
    expect(body.message).toMatchObject({
      type: 'file',
      content: '',
      fileName: 'Plan für 2030.pdf',
      fileSize: 14,
      mimeType: 'application/pdf',
      senderId: { firstName: 'Tom' },
    });
    await until(async () => (await chat()).length === 1);
    expect(await chat(sender)).toEqual([body.message]);
    const served = await load(body.message.fileUrl);
    expect(await served.text()).toBe('%PDF-1.7\nhello');
    expect(served.headers.get('content-disposition')).toContain('attachment');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(served.headers.get('content-security-policy')).toMatch(/^sandbox allow-same-origin; default-src 'none'/);
    const part = await load(body.message.fileUrl, { range: 'bytes=9-12' });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'hell', 'bytes 9-12/14']);
    expect((await load(body.message.fileUrl, { range: 'bytes=99-' })).status).toBe(416);
  });

  it('the file of a message is re-encoded with a preview if it is an image (API-62, SAFE-04)', async () => {
    const tagged = await sharp(photo)
      .withExif({ IFD0: { Artist: 'canary-7f3a' } })
      .jpeg()
      .toBuffer();
    const { body } = await send({ name: 'lake.png', type: 'text/html', head: tagged });
    expect(body.message).toMatchObject({
      type: 'image',
      mimeType: 'image/jpeg',
      width: 1200,
      height: 800,
      fileName: 'lake.png',
    });
    await until(async () => (await chat()).length === 1);
    const image = Buffer.from(await (await load(body.message.fileUrl)).arrayBuffer());
    expect(image.includes('canary-7f3a')).toBe(false);
    const preview = Buffer.from(await (await load(body.message.previewUrl ?? body.message.fileUrl)).arrayBuffer());
    expect((await sharp(preview).metadata()).width).toBeLessThanOrEqual(1200);
  });

  it.each([
    ['a video', 'a.mp4', heads.mp4, limits.video, 'video', 'The file exceeds 100MB limit for videos'],
    ['any other file', 'a.pdf', heads.pdf, limits.attachment, 'file', 'The file exceeds 25MB limit for files'],
  ] as const)(
    'the file of a message may be exactly as large as the limit when it is %s, and not a byte more (LIMIT-11, MEDIA-03)',
    async (_, name, head, limit, type, text) => {
      const { body } = await send({ name, head, size: limit });
      expect(body.message).toMatchObject({ type, fileSize: limit });
      const before = await storedFiles(product);
      const refused = await send({ name, head, size: limit + 1 });
      expect([refused.status, refused.body.error]).toEqual([413, text]);
      expect(await storedFiles(product)).toEqual(before);
      await until(async () => (await chat()).length === 1);
    },
  );

  it('the file of a message is refused when it is a picture that cannot be processed, and leaves nothing behind (SAFE-04)', async () => {
    const before = await storedFiles(product);
    const refused = await send({ head: photo.subarray(0, photo.length / 2) });
    const text = 'This picture is damaged or has more than 52 megapixels. Please choose another one.';
    expect([refused.status, refused.body.error]).toEqual([400, text]);
    expect(await storedFiles(product)).toEqual(before);
  });

  it('the file of a message is served as a download without an executable type if it is hostile (SAFE-04)', async () => {
    const page = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const { body } = await send({ name: 'a.svg', type: 'image/svg+xml', head: page });
    expect(body.message.type).toBe('file');
    await until(async () => (await load(body.message.fileUrl)).status === 200);
    const served = await load(body.message.fileUrl);
    expect(served.headers.get('content-type')).toBe('application/octet-stream');
    expect(served.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('the file of a message keeps quotation marks in its name, which browsers escape (MEDIA-19)', async () => {
    const { body } = await send({ name: 'say %22hi%22 100%.txt', head: Buffer.from('hi') });
    expect(body.message.fileName).toBe('say "hi" 100%.txt');
  });

  it('the file of a message is refused if it is a picture that would keep its metadata (SAFE-04)', async () => {
    const head = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1');
    const { status, body } = await send({ name: 'me.heic', head });
    expect([status, body.error]).toEqual([
      415,
      'This kind of picture would keep where it was taken. Please send it as JPEG or PNG.',
    ]);
  });

  it('the file of a message is sent once, no matter how often it is repeated', async () => {
    const key = { headers: { 'idempotency-key': randomUUID() } };
    const first = await send({ head: photo, ...key });
    const files = await storedFiles(product);
    const second = await send({ head: photo, ...key });
    expect(second.body.message._id).toBe(first.body.message._id);
    const id = randomUUID();
    await send({ fields: { groupId, id } });
    await send({ fields: { groupId, id } });
    expect((await send({ fields: { groupId, id }, head: Buffer.from('%PDF-1.7\nother') })).status).toBe(422);
    await until(async () => (await chat()).length === 2);
    expect(await storedFiles(product)).toHaveLength(files.length + 1);
  });

  it('the file of a message is only for members (PERM-05)', async () => {
    const before = await storedFiles(product);
    const stranger = await signUp(product);
    expect((await send({}, stranger)).status).toBe(403);
    expect((await send({ fields: {} })).status).toBe(400);
    expect(await storedFiles(product)).toEqual(before);
  });

  it('the file of a message leaves nothing behind if the upload breaks off', async () => {
    const before = await storedFiles(product);
    for (const hangUpAfter of [1, 200_000, 5_000_000]) {
      await upload(product, sender, {
        path: '/api/messages/send-file',
        field: 'file',
        fields: { groupId },
        name: 'a.mp4',
        head: heads.mp4,
        size: 20_000_000,
        hangUpAfter,
      });
    }
    await until(async () => (await storedFiles(product)).length === before.length);
    expect(await chat()).toEqual([]);
  });

  it('the file of a message is deleted with its message, even for people who kept the address', async () => {
    const before = await storedFiles(product);
    const { body } = await send({ name: 'lake.jpg', head: photo });
    await until(async () => (await load(body.message.fileUrl)).status === 200);
    await sender.must('deleteMessage', { params: { id: body.message._id } });
    await until(async () => (await storedFiles(product)).length === before.length);
    await until(async () => (await load(body.message.fileUrl)).status === 404);
  });

  it('the file of a message is kept as evidence while its message is reported (OPEN-097)', async () => {
    const before = await storedFiles(product);
    const { body } = await send({});
    const other = await send({});
    const messageId = body.message._id;
    await until(async () => (await load(body.message.fileUrl)).status === 200);
    const { report } = await owner.must('report', { body: { messageId, reason: 'spam' } });
    expect(report.messageId).toMatchObject({ type: 'file', content: 'a.pdf' });
    for (const id of [messageId, other.body.message._id]) await sender.must('deleteMessage', { params: { id } });
    await until(async () => (await load(other.body.message.fileUrl)).status === 404);
    expect(await storedFiles(product)).toHaveLength(before.length + 1);
    expect((await load(body.message.fileUrl)).status).toBe(404);
    expect(JSON.stringify(await chat())).not.toContain('/files/');
  });

  it('the file of a message is deleted with the person who sent it', async () => {
    await send({});
    // Another person's list may lag behind the sender's.
    await until(async () => (await chat(owner)).length === 1);
    const [seen] = await chat(owner);
    await until(async () => (await load(seen?.fileUrl, {}, owner)).status === 200);
    await sender.must('deleteAccount');
    await until(async () => (await load(seen?.fileUrl, {}, owner)).status === 404);
  });
});

describe('addresses of files', () => {
  it('addresses of files are only given to members, and no longer to removed ones (PERM-05)', async () => {
    await send({});
    await owner.must('removeMember', { params: { id: groupId, userId: sender.userId } });
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    const query = { startDate: today, endDate: today };
    expect((await sender.call('messages', { params: { groupId } })).status).toBe(403);
    for (const route of ['filesByDate', 'imagesByDate', 'linksByDate'] as const) {
      expect((await sender.call(route, { params: { groupId }, query })).status).toBe(403);
    }
  });
});
