import { Readable } from 'node:stream';
import type { RawFileStore } from '@quorum/service-kit/ports/file-store.ts';
import { expect, it } from 'vitest';
import { copyFiles } from './copy-stores.ts';

/** Files by id, with the time at which a process of the product says that it wrote them. */
const storeOf = (files: Map<string, number>): RawFileStore => ({
  write: async (id) => {
    files.set(id, Date.now());
    return { id, size: 0 };
  },
  read: async (id) => (files.has(id) ? { size: 0, stream: Readable.from([]) } : undefined),
  remove: async (id) => void files.delete(id),
  list: async function* (before) {
    for (const [id, writtenAt] of files) if (writtenAt < Date.parse(before)) yield id;
  },
  ping: async () => {},
});

it('a copy has the files of a process whose clock is ahead (REPLAY-01)', async () => {
  const from = storeOf(
    new Map([
      ['a', Date.now() - 1_000],
      ['b', Date.now() + 5_000],
    ]),
  );
  const copied = new Map<string, number>();
  await copyFiles(from, storeOf(copied), () => {});
  expect([...copied.keys()]).toEqual(['a', 'b']);
});
