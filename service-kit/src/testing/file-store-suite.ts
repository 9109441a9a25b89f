import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FileSelection, FileStore } from '../ports/file-store.ts';

const collect = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const idsOf = async (store: FileStore, before: string, selection?: FileSelection): Promise<string[]> => {
  const ids: string[] = [];
  for await (const id of store.list(before, selection)) ids.push(id);
  return ids;
};

const pattern = (size: number): Buffer =>
  Buffer.from(Uint8Array.from({ length: size }, (_, i) => (i * 31 + (i >> 8)) % 256));
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString();

/** The contract of every file store. `open` returns an empty one; `leftovers` counts incomplete files in the engine. */
export const fileStoreSuite = (
  name: string,
  open: () => Promise<{ store: FileStore; leftovers: () => Promise<number> }>,
): void => {
  describe(`${name} as a file store`, () => {
    let store: FileStore;
    let leftovers: () => Promise<number>;
    const write = (id: string, source: Readable) => store.write(id, source, 'user-1');
    let next = 0;
    const newId = (): string => `00000000-0000-4000-8000-${String(++next).padStart(12, '0')}`;

    beforeAll(async () => {
      ({ store, leftovers } = await open());
    });

    it('a file store returns the bytes that were written, across chunk boundaries', async () => {
      for (const size of [0, 1, 65_536, 261_120, 261_121, 3_000_000]) {
        const id = newId();
        const bytes = pattern(size);
        expect(await write(id, Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]))).toEqual({
          id,
          size,
        });
        const found = await store.read(id);
        expect(found?.size).toBe(size);
        expect(found && bytes.equals(await collect(found.stream))).toBe(true);
      }
    });

    it('a file store reads ranges, both ends inclusive, clipped at the end of the file', async () => {
      const id = newId();
      const bytes = pattern(600_000);
      await write(id, Readable.from([bytes]));
      for (const [start, end] of [
        [0, 0],
        [0, 599_999],
        [261_119, 261_120],
        [500_000, 599_998],
        [599_999, 599_999],
        [599_990, 9_999_999],
      ] as const) {
        const found = await store.read(id, { start, end });
        expect(found?.size).toBe(600_000);
        expect(found && bytes.subarray(start, end + 1).equals(await collect(found.stream))).toBe(true);
      }
      const beyond = await store.read(id, { start: 600_000, end: 600_010 });
      expect(beyond && (await collect(beyond.stream)).length).toBe(0);
    });

    it('a file store finds nothing for an unknown id, or for an id that is a path', async () => {
      expect(await store.read(newId())).toBeUndefined();
      for (const id of [
        '',
        '.',
        '..',
        '../secret',
        'a/b',
        'a\\b',
        'a\0b',
        '.incoming',
        '/etc/passwd',
        '%2e%2e',
        'a'.repeat(129),
      ]) {
        expect(await store.read(id)).toBeUndefined();
        await expect(store.remove(id)).resolves.toBeUndefined();
        await expect(write(id, Readable.from(['x']))).rejects.toThrow(RangeError);
      }
    });

    it('a file store replaces a file that is written again', async () => {
      const id = newId();
      await write(id, Readable.from([pattern(300_000)]));
      await write(id, Readable.from([Buffer.from('second')]));
      const found = await store.read(id);
      expect(found && (await collect(found.stream)).toString()).toBe('second');
      await store.remove(id);
      expect(await store.read(id)).toBeUndefined();
    });

    it('a file store removes a file, even twice', async () => {
      const id = newId();
      await write(id, Readable.from(['gone']));
      await store.remove(id);
      await store.remove(id);
      expect(await store.read(id)).toBeUndefined();
      expect(await idsOf(store, tomorrow())).not.toContain(id);
    });

    it('a file store keeps nothing of a stream that fails, and passes its error on', async () => {
      const id = newId();
      const cause = new Error('the visitor went away');
      const failing = Readable.from(
        (async function* () {
          yield pattern(600_000);
          throw cause;
        })(),
      );
      await expect(write(id, failing)).rejects.toBe(cause);
      expect(await store.read(id)).toBeUndefined();
      expect(await leftovers()).toBe(0);
    });

    it('a file store keeps nothing of a stream that is destroyed halfway', async () => {
      const id = newId();
      const source = new Readable({ read() {} });
      source.push(pattern(600_000));
      const writing = write(id, source);
      setImmediate(() => source.destroy());
      await expect(writing).rejects.toThrow();
      expect(await store.read(id)).toBeUndefined();
      expect(await leftovers()).toBe(0);
    });

    it('a file store keeps the earlier file when its replacement fails', async () => {
      const id = newId();
      await write(id, Readable.from(['first']));
      const failing = Readable.from(
        (async function* () {
          yield Buffer.from('sec');
          throw new Error('cut');
        })(),
      );
      await expect(write(id, failing)).rejects.toThrow('cut');
      const found = await store.read(id);
      expect(found && (await collect(found.stream)).toString()).toBe('first');
    });

    it('a file store lists files written before an instant', async () => {
      const id = newId();
      await write(id, Readable.from(['listed']));
      expect(await idsOf(store, tomorrow())).toContain(id);
      expect(await idsOf(store, yesterday())).not.toContain(id);
    });

    it('a file store lists only files written since an instant, if asked', async () => {
      const id = newId();
      await write(id, Readable.from(['recent']));
      expect(await idsOf(store, tomorrow(), { since: yesterday() })).toContain(id);
      expect(await idsOf(store, tomorrow(), { since: tomorrow() })).toEqual([]);
    });

    it('a file store lists only files whose id begins with a text, if asked', async () => {
      for (const id of ['b-1', 'bb-2', 'c-3', 'ab-4', 'B-5']) await write(id, Readable.from(['x']));
      expect((await idsOf(store, tomorrow(), { beginning: 'b' })).sort()).toEqual(['b-1', 'bb-2']);
      expect(await idsOf(store, tomorrow(), { since: tomorrow(), beginning: 'b' })).toEqual([]);
      expect(await idsOf(store, tomorrow())).toEqual(expect.arrayContaining(['b-1', 'bb-2', 'c-3', 'ab-4', 'B-5']));
    });

    it('a file store accepts many writers at once', async () => {
      const ids = Array.from({ length: 20 }, newId);
      await Promise.all(ids.map((id) => write(id, Readable.from([Buffer.from(id), pattern(100_000)]))));
      for (const id of ids) {
        const found = await store.read(id, { start: 0, end: id.length - 1 });
        expect(found && (await collect(found.stream)).toString()).toBe(id);
      }
    });

    it('a file store answers a ping', async () => {
      await expect(store.ping()).resolves.toBeUndefined();
    });
  });
};
