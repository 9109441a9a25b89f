import { randomUUID } from 'node:crypto';
import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { memoryFileStore } from '@quorum/service-kit/testing/memory-file-store.ts';
import sharp from 'sharp';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { storeMessageFile, storePicture } from './store-images.ts';
import { hostileFiles } from './testing/hostile-files.ts';
import { BOUNDARY, bodyOf, part, post, rawHead, sendRaw, startUploadServer } from './testing/upload-server.ts';
import { messageRule, profilePictureRule } from './upload-rules.ts';

const CANARY = 'canary-7f3a';
const drawn = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'video/mp4',
  'video/webm',
  'video/quicktime',
]);
const saved = /^(application\/(octet-stream|pdf|zip|gzip|msword|vnd\.[a-z.-]+)|text\/plain)$/;

const files = await hostileFiles();
const store = memoryFileStore();
const common = { store, newId: randomUUID, field: 'file', uploaderId: 'maya', subject: 'user-maya' };
const attachments = await startUploadServer({ ...common, rule: messageRule });
const pictures = await startUploadServer({ ...common, rule: profilePictureRule });
afterAll(() => Promise.all([attachments.close(), pictures.close()]));

const lastOf = ({ results }: typeof attachments) => {
  const last = results.at(-1);
  if (last === undefined || last instanceof Error) throw last ?? new Error('No upload arrived');
  return last;
};
const empty = async () => {
  for (const id of [...store.files.keys()]) await store.remove(id);
};

describe('a hostile file', () => {
  it('hostile files are tested in at least 60 forms', () => {
    expect(new Set(files.map(({ what }) => what)).size).toBeGreaterThanOrEqual(60);
  });

  it.each(files)(
    'a hostile file attached to a message is never shown as markup: $what (SAFE-04)',
    async ({ name, type, content }) => {
      await empty();
      await post(attachments, bodyOf(part('file', content, name, type)));
      const result = lastOf(attachments);
      if (!result.ok) {
        // Reading stops at a malformed part header.
        expect([name.includes('\0'), result.refusal.refused, store.files.size]).toEqual([true, 'upload/malformed', 0]);
        return;
      }

      const stored = await storeMessageFile(common, result.file);
      if (isRefusal(stored)) {
        // A picture that cannot be processed would keep whatever hides in it. The caller removes the upload.
        expect([result.file.kind, stored.refused]).toEqual(['image', 'upload/image-unreadable']);
        return;
      }
      const { kind, file } = stored;
      expect(file.mimeType).toMatch(kind === 'file' ? saved : /^(image|video)\//);
      expect(drawn.has(file.mimeType)).toBe(kind !== 'file');
      expect(result.file.name).not.toMatch(/[/\\\p{Cc}\u202A-\u202E\u2066-\u2069\u2028\u2029]|^\.*$/u);
      expect(Buffer.byteLength(result.file.name)).toBeLessThanOrEqual(255);

      // Only the file that the message names is left. An image was replaced by its re-encoded copy.
      const named = [file.fileId, ...(file.previewId === undefined ? [] : [file.previewId])];
      expect([...store.files.keys()].toSorted()).toEqual(named.toSorted());
      if (kind === 'image') {
        for (const bytes of store.files.values()) {
          expect(bytes.includes(CANARY)).toBe(false);
          expect((await sharp(bytes).raw().toBuffer()).length).toBeGreaterThan(0);
        }
      }
    },
  );

  it.each(files)(
    'a hostile file used as a picture is made harmless or refused: $what (SAFE-04)',
    async ({ name, type, content }) => {
      await empty();
      await post(pictures, bodyOf(part('file', content, name, type)));
      const result = lastOf(pictures);
      const picture = result.ok ? await storePicture(common, result.file) : undefined;
      if (!result.ok)
        expect(result.refusal.refused).toBe(name.includes('\0') ? 'upload/malformed' : 'upload/not-an-image');
      const refused = picture === undefined || isRefusal(picture);
      expect([...store.files.keys()]).toEqual(refused ? [] : [picture.fileId]);
      if (isRefusal(picture)) expect(picture.refused).toBe('upload/image-unreadable');
      for (const bytes of store.files.values()) {
        expect(bytes.includes(CANARY)).toBe(false);
        expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
      }
    },
  );
});

describe('a hostile request', () => {
  const body = bodyOf(part('file', Buffer.alloc(50_000), 'a.bin'));

  it.each([
    ['that promises more than it sends', Buffer.concat([rawHead(body.length + 10_000), body]), true],
    ['that promises 10 GB', Buffer.concat([rawHead(10_000_000_000), body.subarray(0, 20_000)]), true],
    ['that promises less than it sends', Buffer.concat([rawHead(1000), body]), false],
    ['that promises nothing', Buffer.concat([rawHead(0), body]), false],
    [
      'whose length is no number',
      Buffer.concat([Buffer.from(rawHead(1).toString().replace('Length: 1', 'Length: -1')), body]),
      false,
    ],
    [
      'with two lengths',
      Buffer.concat([
        Buffer.from(rawHead(1).toString().replace('\r\n\r\n', `\r\nContent-Length: ${body.length}\r\n\r\n`)),
        body,
      ]),
      false,
    ],
    ['without a boundary line', Buffer.concat([rawHead(20_000), Buffer.alloc(20_000)]), false],
    [
      'with nothing but boundary lines',
      Buffer.concat([rawHead(40_000), Buffer.from(`--${BOUNDARY}\r\n`.repeat(3000)).subarray(0, 40_000)]),
      false,
    ],
    [
      'with an endless part header',
      Buffer.concat([rawHead(200_000), Buffer.from(`--${BOUNDARY}\r\nX: `), Buffer.alloc(199_000, 97)]),
      true,
    ],
  ] as [string, Buffer, boolean][])('a hostile request leaves nothing behind: one %s', async (_, bytes, hangUp) => {
    await empty();
    const before = attachments.results.length;
    await sendRaw(attachments, bytes, hangUp);
    // A request that the HTTP parser rejects never reaches the upload.
    await vi.waitFor(() =>
      expect(attachments.results.slice(before).every((result) => !(result instanceof Error))).toBe(true),
    );
    await vi.waitFor(() => expect(store.files.size).toBe(0));
    expect(attachments.results.slice(before).some((result) => !(result instanceof Error) && result.ok)).toBe(false);
    expect((await post(attachments, bodyOf(part('file', 'alive', 'a.txt')))).status).toBe(200);
  });
});
