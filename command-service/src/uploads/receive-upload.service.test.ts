import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { FileStoreUnavailableError } from '@quorum/service-kit/ports/file-store.ts';
import { memoryFileStore } from '@quorum/service-kit/testing/memory-file-store.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UploadOptions } from './receive-upload.ts';
import {
  BOUNDARY,
  bodyOf,
  part,
  post,
  rawHead,
  sendRaw,
  startUploadServer,
  type UploadServer,
} from './testing/upload-server.ts';
import { groupImageRule, messageRule, profilePictureRule } from './upload-rules.ts';

const servers: UploadServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const start = async (options: Partial<UploadOptions> = {}) => {
  const store = memoryFileStore();
  const server = await startUploadServer({
    store,
    newId: randomUUID,
    rule: messageRule,
    field: 'file',
    uploaderId: 'maya',
    textFields: ['groupId', 'text'],
    ...options,
  });
  servers.push(server);
  return { server, store };
};

const mp4 = Buffer.from([0, 0, 0, 24, ...Buffer.from('ftypisom'), 0, 0, 2, 0, ...Buffer.from('isomiso2')]);
const png = Buffer.from([
  0x89,
  0x50,
  0x4e,
  0x47,
  0x0d,
  0x0a,
  0x1a,
  0x0a,
  0,
  0,
  0,
  13,
  ...Buffer.from('IHDR'),
  ...Buffer.alloc(17),
]);
const padded = (head: Buffer, size: number): Buffer => Buffer.concat([head, Buffer.alloc(size - head.length, 7)]);

describe('an upload', () => {
  it('an upload is stored unchanged, and returned with its fields, name, size and kind by content (SAFE-04)', async () => {
    const { server, store } = await start();
    const bytes = padded(mp4, 300_000);
    const { status, body } = await post(
      server,
      bodyOf(
        part('groupId', 'g1'),
        part('secret', 'x'),
        part('file', bytes, 'Café – 旅行.mp4', 'text/html'),
        part('text', 'after'),
      ),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      fields: { groupId: 'g1', text: 'after' },
      file: { name: 'Café – 旅行.mp4', size: 300_000, mimeType: 'video/mp4', kind: 'video' },
    });
    expect(body.fields).not.toHaveProperty('secret');
    expect([...store.files.values()].map((stored) => stored.equals(bytes))).toEqual([true]);
  });

  it.each([
    ['LIMIT-10 SETUP-13', profilePictureRule, 'upload/picture-too-large', 'upload/not-an-image'],
    ['LIMIT-10 GROUP-06 GROUP-07', groupImageRule, 'upload/group-image-too-large', 'upload/not-a-group-image'],
  ])(
    'an upload of an image as a picture is accepted up to 5242880 bytes (%s)',
    async (_, rule, tooLarge, notAnImage) => {
      const { server, store } = await start({ rule });
      expect(await post(server, bodyOf(part('file', padded(png, 5_242_880), 'a.png')))).toMatchObject({ status: 200 });
      expect(await post(server, bodyOf(part('file', padded(png, 5_242_881), 'a.png')))).toMatchObject({
        body: { refused: tooLarge },
      });
      expect(await post(server, bodyOf(part('file', mp4, 'a.png', 'image/png')))).toMatchObject({
        body: { refused: notAnImage },
      });
      expect(store.files.size).toBe(1);
    },
  );

  it('an upload is refused at its first bytes if it announces far too large a size', async () => {
    const written = vi.fn();
    const { server } = await start({ store: { ...memoryFileStore(), write: written } });
    const head = part('file', 'x'.repeat(5000), 'a.bin').subarray(0, -2);
    const answer = sendRaw(server, Buffer.concat([rawHead(60_000_000), head]), false);
    await vi.waitFor(() => expect(server.results).toHaveLength(1));
    expect(server.results[0]).toEqual({ ok: false, refusal: refuse('upload/file-too-large', { size: '57.2 MB' }) });
    expect(written).not.toHaveBeenCalled();
    await server.close();
    servers.length = 0;
    expect(await answer).toContain('upload/file-too-large');
  });

  it('an upload is refused by its fields before its bytes are read', async () => {
    const written = vi.fn();
    const { server } = await start({
      store: { ...memoryFileStore(), write: written },
      accept: async (fields) => (fields.get('groupId') === 'mine' ? undefined : refuse('access/denied')),
    });
    const denied = await post(
      server,
      bodyOf(part('groupId', 'theirs'), part('file', Buffer.alloc(10_000_000), 'a.bin')),
    );
    expect(denied.body.refused).toBe('access/denied');
    expect(written).not.toHaveBeenCalled();
  });

  it.each([
    ['no file', bodyOf(part('text', 'x')), 'upload/missing'],
    ['an empty choice', bodyOf(part('file', '', '', 'application/octet-stream')), 'upload/missing'],
    ['a file in another field', bodyOf(part('picture', 'x', 'a.txt')), 'upload/missing'],
    ['two files', bodyOf(part('file', 'x', 'a.txt'), part('file', 'y', 'b.txt')), 'upload/malformed'],
    ['a field twice', bodyOf(part('text', 'x'), part('text', 'y'), part('file', 'x', 'a.txt')), 'upload/malformed'],
    ['an endless field', bodyOf(part('text', 'x'.repeat(40_000)), part('file', 'x', 'a.txt')), 'upload/malformed'],
    [
      'too many fields',
      bodyOf(...Array.from({ length: 50 }, (_, i) => part(`f${i}`, 'x')), part('file', 'x', 'a.txt')),
      'upload/malformed',
    ],
    [
      'too many fields after it',
      bodyOf(part('file', 'x', 'a.txt'), ...Array.from({ length: 50 }, (_, i) => part(`f${i}`, 'x'))),
      'upload/malformed',
    ],
    ['no end', part('file', 'x'.repeat(100_000), 'a.txt'), 'upload/malformed'],
    ['no multipart at all', Buffer.from('hello'), 'upload/malformed'],
    ['nothing', Buffer.alloc(0), 'upload/malformed'],
    [
      'a broken header',
      Buffer.from(`--${BOUNDARY}\r\nContent-Disp\0osition: form\r\n\r\nx\r\n--${BOUNDARY}--\r\n`),
      'upload/malformed',
    ],
  ])('an upload with %s is refused, and leaves nothing behind', async (_, body, refusal) => {
    const { server, store } = await start();
    expect(await post(server, body)).toMatchObject({ status: 400, body: { refused: refusal } });
    expect(store.files.size).toBe(0);
  });

  it.each([
    'application/json',
    'multipart/form-data',
    'multipart/mixed; boundary=x',
    'application/x-www-form-urlencoded',
    '',
  ])('an upload sent as %j is refused', async (type) => {
    const { server } = await start();
    const { body } = await post(server, bodyOf(part('file', 'x', 'a.txt')), { 'content-type': type });
    expect(body.refused).toBe('request/unsupported-type');
  });

  it('an upload leaves nothing behind if it breaks off', async () => {
    const { server, store } = await start();
    const body = bodyOf(part('text', 'x'), part('file', Buffer.alloc(2_000_000), 'a.bin'));
    for (const length of [0, 20, 150, 300, 5000, 1_000_000]) {
      await sendRaw(server, Buffer.concat([rawHead(body.length), body.subarray(0, length)]), true);
    }
    await vi.waitFor(() => expect(server.results).toHaveLength(6));
    for (const result of server.results) expect(result).toEqual({ ok: false, refusal: refuse('upload/interrupted') });
    expect(store.files.size).toBe(0);
  });

  it.each([
    ['followed by a second file', part('file', 'y', 'b.txt'), 'upload/malformed'],
    ['followed by no end', Buffer.from('nonsense'), 'upload/malformed'],
  ])('an upload that was stored already is removed again when it is %s', async (_, tail, refusal) => {
    const { server, store } = await start();
    const body = async function* () {
      yield part('file', Buffer.alloc(200_000), 'a.bin');
      yield part('text', 'x');
      await vi.waitFor(() => expect(store.files.size).toBe(1));
      yield tail;
    };
    const answer = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      duplex: 'half',
      body: Readable.toWeb(Readable.from(body())),
    });
    expect(await answer.json()).toEqual({ refused: refusal });
    expect(store.files.size).toBe(0);
  });

  it('an upload is aborted if it goes silent', async () => {
    const { server, store } = await start({ silence: 80 });
    const body = bodyOf(part('file', Buffer.alloc(2_000_000), 'a.bin'));
    const answer = await sendRaw(server, Buffer.concat([rawHead(body.length), body.subarray(0, 500_000)]), false);
    expect(answer).toContain('upload/stalled');
    expect(store.files.size).toBe(0);
  });

  it('an upload is aborted if it trickles (SAFE-06)', async () => {
    const { server, store } = await start({ patience: 150 });
    const socket = connect(server.port, '127.0.0.1').resume();
    socket.write(Buffer.concat([rawHead(5_000_000), part('file', Buffer.alloc(5000), 'a.bin').subarray(0, -2)]));
    const drip = setInterval(() => socket.write('x'), 20);
    await vi.waitFor(() => expect(server.results).toEqual([{ ok: false, refusal: refuse('upload/stalled') }]));
    clearInterval(drip);
    socket.destroy();
    expect(store.files.size).toBe(0);
  });

  it('an upload is limited to 8 at a time per person (SAFE-06)', async () => {
    const accept = vi.fn(async () => undefined);
    const { server } = await start({ accept });
    const other = await start({ uploaderId: 'leo' });
    const body = bodyOf(part('file', Buffer.alloc(5000), 'a.bin'));
    const halfSent = Array.from({ length: 8 }, () => connect(server.port, '127.0.0.1').resume());
    for (const socket of halfSent) socket.write(Buffer.concat([rawHead(body.length), body.subarray(0, -10)]));
    await vi.waitFor(() => expect(accept).toHaveBeenCalledTimes(8));
    expect((await post(server, body)).body).toEqual({ refused: 'request/too-many', retryAfter: 5 });
    expect((await post(other.server, body)).status).toBe(200);

    for (const socket of halfSent) socket.write(body.subarray(-10));
    await Promise.all(halfSent.map((socket) => once(socket, 'close')));
    expect(server.results.filter((result) => !(result instanceof Error) && result.ok)).toHaveLength(8);
    expect((await post(server, body)).status).toBe(200);
  });

  it('an upload is not aborted if it is slow but steady, or waits for the store', async () => {
    const memory = memoryFileStore();
    const slowStore = {
      ...memory,
      write: async (id: string, source: Readable) => {
        // biome-ignore lint/plugin: a slow store
        await new Promise((resolve) => setTimeout(resolve, 4500));
        return memory.write(id, source);
      },
    };
    const { server } = await start({ silence: 4000, patience: 4000, store: slowStore });
    const small = post(server, bodyOf(part('file', 'x', 'a.txt')));
    const large = post(server, bodyOf(part('file', Buffer.alloc(5_000_000), 'a.bin')));
    const body = bodyOf(part('file', Buffer.alloc(36_000), 'a.bin'));
    const slow = fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      duplex: 'half',
      body: Readable.toWeb(
        Readable.from(
          (async function* () {
            for (let i = 0; i < body.length; i += 2000) {
              yield body.subarray(i, i + 2000);
              // biome-ignore lint/plugin: a slow sender
              await new Promise((resolve) => setTimeout(resolve, 250));
            }
          })(),
        ),
      ),
    });
    expect((await small).status).toBe(200);
    expect((await large).status).toBe(200);
    expect((await slow).status).toBe(200);
  });

  it('an upload fails if the store fails, and is not kept', async () => {
    const broken = {
      ...memoryFileStore(),
      write: async (_: string, source: Readable) => {
        source.destroy();
        throw new FileStoreUnavailableError('full');
      },
    };
    const { server } = await start({ store: broken });
    const answer = await fetch(server.url, {
      method: 'POST',
      body: new Uint8Array(bodyOf(part('file', Buffer.alloc(1_000_000), 'a.bin'))),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    });
    expect(answer.status).toBe(503);
    expect(server.results[0]).toBeInstanceOf(FileStoreUnavailableError);
  });
});
