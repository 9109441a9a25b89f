import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { KEY_BYTES } from '@quorum/service-kit/event-store/master-keys.ts';
import { FileDamagedError, type FileStore, type RawFileStore } from '@quorum/service-kit/ports/file-store.ts';
import type { KeyStore } from '@quorum/service-kit/ports/key-store.ts';
import { byteBounds } from './byte-bounds.ts';

/**
 * A stored file is a header and blocks. The header names the subject whose key seals the file, and has a random salt, so that each
 * write has a key of its own, and a checksum, so that a damaged file does not look like one of somebody erased. A block is AES-256-GCM; its number, and whether it is the last, are its nonce, so that blocks cannot be
 * exchanged, repeated or cut off unnoticed.
 */
const FORMAT = 1;
const HEADER_BYTES = 256;
const SALT_BYTES = 32;
const SUM_BYTES = 16;
const MAX_SUBJECT_BYTES = HEADER_BYTES - SUM_BYTES - SALT_BYTES - 2;
const BLOCK_BYTES = 65_536;
const TAG_BYTES = 16;
const SEALED_BYTES = BLOCK_BYTES + TAG_BYTES;
const ALGORITHM = 'aes-256-gcm';

/** Stream options: bytes, and few of them at once. */
const BYTES = { objectMode: false, highWaterMark: BLOCK_BYTES };

/**
 * Seals files with their owner's key, on top of any store. Once that key is destroyed, a file is as good as
 * removed.
 */
export const sealedFileStore = (files: RawFileStore, keys: Pick<KeyStore, 'obtain' | 'find'>): FileStore => ({
  write: async (id, source, subject) => {
    const header = headerFor(subject);
    // A file of an erased person is sealed with a key that is not kept.
    const key = fileKey((await keys.obtain(subject)) ?? randomBytes(KEY_BYTES), id, header);
    let size = 0;
    const count = (bytes: number): void => {
      size += bytes;
    };
    await files.write(id, Readable.from(sealed(source, header, key, count), BYTES));
    return { id, size };
  },

  read: async (id, range) => {
    const head = await files.read(id, { start: 0, end: HEADER_BYTES - 1 });
    if (head === undefined) return undefined;
    const header = await buffer(head.stream);
    const subject = subjectIn(header, id);
    const size = plainSize(head.size, id);
    const key = (await keys.find([subject])).get(subject);
    if (key === undefined) return undefined;
    const bounds = byteBounds(range, size);
    if (bounds.start > bounds.end && size > 0) return { size, stream: Readable.from([]) };
    const first = Math.floor(bounds.start / BLOCK_BYTES);
    const end = Math.floor(Math.max(bounds.end, 0) / BLOCK_BYTES) + 1;
    const body = await files.read(id, {
      start: HEADER_BYTES + first * SEALED_BYTES,
      end: HEADER_BYTES + end * SEALED_BYTES - 1,
    });
    if (body === undefined) return undefined;
    const last = Math.max(0, Math.ceil(size / BLOCK_BYTES) - 1);
    const blocks = opened(body.stream, { id, key: fileKey(key, id, header), first, end, last });
    const offset = first * BLOCK_BYTES;
    const plain = cutTo(blocks, bounds.start - offset, bounds.end - offset);
    // The first block is checked before anything is answered.
    const beginning = await plain.next();
    const stream = Readable.from(beginning.done === true ? [] : following(beginning.value, plain), BYTES);
    // A generator that was not begun does not notice that nobody wants the rest.
    stream.once('close', () => body.stream.destroy());
    return { size, stream };
  },

  remove: (id) => files.remove(id),
  list: (before, selection) => files.list(before, selection),
  ping: () => files.ping(),
});

const headerFor = (subject: string): Buffer => {
  const name = Buffer.from(subject);
  if (name.length > MAX_SUBJECT_BYTES) throw new RangeError('The subject of a file is too long');
  const header = Buffer.alloc(HEADER_BYTES);
  header[0] = FORMAT;
  header[1] = name.length;
  header.set(name, 2);
  header.set(randomBytes(SALT_BYTES), HEADER_BYTES - SALT_BYTES);
  header.set(sumOf(header), MAX_SUBJECT_BYTES + 2);
  return header;
};

/** Over everything else in the header. */
const sumOf = (header: Buffer): Buffer =>
  createHash('sha256')
    .update(header.subarray(0, MAX_SUBJECT_BYTES + 2))
    .update(header.subarray(HEADER_BYTES - SALT_BYTES))
    .digest()
    .subarray(0, SUM_BYTES);

const subjectIn = (header: Buffer, id: string): string => {
  const length = header[1] ?? 0;
  const isWhole = header.length === HEADER_BYTES && header[0] === FORMAT && length <= MAX_SUBJECT_BYTES;
  const sum = header.subarray(MAX_SUBJECT_BYTES + 2, HEADER_BYTES - SALT_BYTES);
  if (!isWhole || !sum.equals(sumOf(header))) throw new FileDamagedError(id);
  return header.toString('utf8', 2, 2 + length);
};

/** Bound to the whole header. */
const fileKey = (key: Uint8Array, id: string, header: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', key, header, `quorum file ${id}`, KEY_BYTES));

const plainSize = (stored: number, id: string): number => {
  const body = stored - HEADER_BYTES;
  const size = body - Math.ceil(body / SEALED_BYTES) * TAG_BYTES;
  if (body < TAG_BYTES || size < 0) throw new FileDamagedError(id);
  return size;
};

const nonceOf = (number: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce[7] = isLast ? 1 : 0;
  nonce.writeUInt32BE(number, 8);
  return nonce;
};

const sealBlock = (key: Uint8Array, nonce: Uint8Array, plain: Uint8Array): Buffer => {
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

async function* sealed(
  source: Readable,
  header: Buffer,
  key: Uint8Array,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  yield header;
  let number = 0;
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of source as AsyncIterable<Uint8Array | string>) {
    const bytes = Buffer.from(chunk as Uint8Array);
    count(bytes.length);
    pending = Buffer.concat([pending, bytes]);
    // A full block may be the last, so it waits for the next byte.
    for (; pending.length > BLOCK_BYTES; pending = pending.subarray(BLOCK_BYTES))
      yield sealBlock(key, nonceOf(number++, false), pending.subarray(0, BLOCK_BYTES));
  }
  yield sealBlock(key, nonceOf(number, true), pending);
}

type Blocks = {
  readonly id: string;
  readonly key: Uint8Array;
  /** The first block of the stream, the one after its last, and the last of the file. */
  readonly first: number;
  readonly end: number;
  readonly last: number;
};

const openBlock = ({ id, key, last }: Blocks, number: number, bytes: Buffer): Buffer => {
  const end = bytes.length - TAG_BYTES;
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(number, number === last), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(end));
    const plain = decipher.update(bytes.subarray(0, end));
    decipher.final();
    return plain;
  } catch {
    throw new FileDamagedError(id);
  }
};

async function* opened(stream: Readable, blocks: Blocks): AsyncGenerator<Buffer> {
  let number = blocks.first;
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    pending = Buffer.concat([pending, chunk]);
    for (; pending.length >= SEALED_BYTES; pending = pending.subarray(SEALED_BYTES))
      yield openBlock(blocks, number++, pending.subarray(0, SEALED_BYTES));
  }
  if (pending.length > 0) yield openBlock(blocks, number++, pending);
  if (number !== blocks.end) throw new FileDamagedError(blocks.id);
}

/** The bytes from `start` to `end`, both inclusive. */
async function* cutTo(blocks: AsyncIterable<Buffer>, start: number, end: number): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const block of blocks) {
    const part = block.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    at += block.length;
    if (part.length > 0) yield part;
  }
}

async function* following(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
