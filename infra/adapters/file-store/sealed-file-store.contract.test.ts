import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FileDamagedError } from '@quorum/service-kit/ports/file-store.ts';
import { fileStoreSuite } from '@quorum/service-kit/testing/file-store-suite.ts';
import { memoryFileStore } from '@quorum/service-kit/testing/memory-file-store.ts';
import { MemoryKeyStore } from '@quorum/service-kit/testing/memory-key-store.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openDiskFileStore } from './disk-file-store.ts';
import { sealedFileStore } from './sealed-file-store.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

fileStoreSuite('A folder of sealed files', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'quorum-sealed-'));
  folders.push(folder);
  return {
    store: sealedFileStore(await openDiskFileStore(folder), new MemoryKeyStore()),
    leftovers: async () => (await readdir(path.join(folder, '.incoming'))).length,
  };
});

describe('a sealed file', () => {
  const BLOCK = 65_536;
  const bytes = Buffer.from(Uint8Array.from({ length: 3 * BLOCK }, (_, at) => (at * 31) % 251));
  let raw: ReturnType<typeof memoryFileStore>;
  let keys: MemoryKeyStore;

  beforeEach(async () => {
    raw = memoryFileStore();
    keys = new MemoryKeyStore();
    await store().write('file', Readable.from([bytes]), 'user-1');
  });

  const store = () => sealedFileStore(raw, keys);
  const stored = (): Buffer => raw.files.get('file') as Buffer;
  const replace = (changed: Buffer) => raw.write('file', Readable.from([changed]));
  const read = async (range?: { start: number; end: number }): Promise<Buffer | undefined> => {
    const found = await store().read('file', range);
    return found && buffer(found.stream);
  };

  it('a sealed file contains no byte sequence of the file (SAFE-16)', () => {
    for (let at = 0; at < bytes.length; at += BLOCK) expect(stored().includes(bytes.subarray(at, at + 16))).toBe(false);
  });

  it('a sealed file is closed when its reader leaves, even without reading it (SAFE-06)', async () => {
    const opened: Readable[] = [];
    const noting: typeof raw = {
      ...raw,
      read: async (...wanted) => {
        const found = await raw.read(...wanted);
        if (found !== undefined) opened.push(found.stream);
        return found;
      },
    };
    const found = await sealedFileStore(noting, keys).read('file');
    const closed = once(opened.at(-1) as Readable, 'close');
    found?.stream.destroy();
    await closed;
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  });

  it('a sealed file differs each time the same bytes are stored (SAFE-16)', async () => {
    const first = stored();
    await store().write('file', Readable.from([bytes]), 'user-1');
    expect(stored().subarray(300, 400).equals(first.subarray(300, 400))).toBe(false);
  });

  it.each([
    ['in its subject', 4],
    ['in its salt', 230],
    ['in its first block', 300],
    ['in its last block', 3 * BLOCK + 256],
  ])('a sealed file with a byte changed %s is refused instead of read (SAFE-16)', async (_, at) => {
    const changed = Buffer.from(stored());
    changed[at] = (changed[at] ?? 0) ^ 1;
    await replace(changed);
    await expect(read()).rejects.toThrow(FileDamagedError);
  });

  it.each([
    ['within its header', 100],
    ['within a block', 70_000],
    ['after a whole block', 256 + BLOCK + 16],
    ['of its last block', 256 + 2 * (BLOCK + 16)],
  ])('a sealed file that was cut off %s is refused as damaged (SAFE-16)', async (_, length) => {
    await replace(stored().subarray(0, length));
    await expect(read()).rejects.toThrow('The stored file file is damaged: put it back from a backup.');
  });

  it('a sealed file whose blocks were exchanged is refused as damaged (SAFE-16)', async () => {
    const [header, first, second] = [
      stored().subarray(0, 256),
      stored().subarray(256, 256 + BLOCK + 16),
      stored().subarray(256 + BLOCK + 16, 256 + 2 * (BLOCK + 16)),
    ];
    await replace(Buffer.concat([header, second, first, stored().subarray(256 + 2 * (BLOCK + 16))]));
    await expect(read()).rejects.toThrow(FileDamagedError);
  });

  it('a sealed file that lies under the id of another one is refused as damaged (SAFE-16)', async () => {
    await raw.write('other', Readable.from([stored()]));
    await expect(store().read('other')).rejects.toThrow(FileDamagedError);
  });

  it('a sealed file is refused with another key of the same subject (SAFE-16)', async () => {
    keys = new MemoryKeyStore();
    await keys.obtain('user-1');
    await expect(read()).rejects.toThrow(FileDamagedError);
  });

  it('a sealed file is no longer found once the key of its subject is destroyed (SAFE-01)', async () => {
    await keys.destroy('user-1');
    expect(await read()).toBeUndefined();
  });

  it('a sealed file that belongs to an erased person can never be read (SAFE-01)', async () => {
    await keys.destroy('user-2');
    await store().write('late', Readable.from([bytes]), 'user-2');
    expect(await store().read('late')).toBeUndefined();
  });

  it('a sealed file is read in ranges that begin, end and cross at the edges of blocks', async () => {
    for (const [start, end] of [
      [0, 0],
      [BLOCK - 1, BLOCK],
      [BLOCK, 2 * BLOCK - 1],
      [10, 3 * BLOCK - 10],
      [3 * BLOCK - 1, 3 * BLOCK + 10],
    ] as const)
      expect((await read({ start, end }))?.equals(bytes.subarray(start, end + 1))).toBe(true);
  });
});
