import { Readable } from 'node:stream';
import type { RawFileStore } from '../ports/file-store.ts';

/** An in-memory file store for tests. `files` shows its contents by id. */
export const memoryFileStore = (
  now: () => number = Date.now,
): RawFileStore & { readonly files: ReadonlyMap<string, Buffer> } => {
  const files = new Map<string, Buffer>();
  const writtenAt = new Map<string, number>();
  const isId = (id: string): boolean => /^[A-Za-z0-9][\w-]{0,127}$/.test(id);
  return {
    files,
    write: async (id, source) => {
      if (!isId(id)) throw new RangeError('Not a file id');
      const chunks: Buffer[] = [];
      for await (const chunk of source) chunks.push(Buffer.from(chunk));
      const bytes = Buffer.concat(chunks);
      files.set(id, bytes);
      writtenAt.set(id, now());
      return { id, size: bytes.length };
    },
    read: async (id, range) => {
      const bytes = files.get(id);
      if (bytes === undefined) return undefined;
      const wanted = range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
      return { size: bytes.length, stream: Readable.from(wanted.length === 0 ? [] : [wanted]) };
    },
    remove: async (id) => {
      files.delete(id);
    },
    list: async function* (before, { since = '1970-01-01', beginning = '' } = {}) {
      for (const id of [...files.keys()]) {
        const at = writtenAt.get(id) ?? 0;
        if (id.startsWith(beginning) && at >= Date.parse(since) && at < Date.parse(before)) yield id;
      }
    },
    ping: async () => {},
  };
};
