import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, constants, mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RawFileStore } from '@quorum/service-kit/ports/file-store.ts';
import { syncFolder } from '../sync-folder.ts';
import { byteBounds } from './byte-bounds.ts';
import { isFileId, requireFileId } from './file-id.ts';
import { isFailureOf, unavailable } from './file-store-failure.ts';

const INCOMING = '.incoming';
/** Milliseconds. A running upload keeps touching its file; one untouched for this long belongs to a dead process. */
const ABANDONED_AFTER_MS = 3_600_000;

/** `{folder}/{two hex digits of the id's hash}/{id}`; unfinished files are in `{folder}/.incoming`. */
export const openDiskFileStore = async (folder: string): Promise<RawFileStore> => {
  const incoming = path.join(folder, INCOMING);
  await mkdir(incoming, { recursive: true });
  await removeAbandoned(incoming);

  const pathOf = (id: string): string =>
    path.join(folder, createHash('sha256').update(id).digest('hex').slice(0, 2), id);

  return {
    write: async (id, source) => {
      requireFileId(id);
      const unfinished = path.join(incoming, randomUUID());
      try {
        const target = createWriteStream(unfinished, { flags: 'wx', flush: true });
        await pipeline(source, target);
        const final = pathOf(id);
        await mkdir(path.dirname(final), { recursive: true });
        await rename(unfinished, final);
        await syncFolder(path.dirname(final));
        return { id, size: target.bytesWritten };
      } catch (error) {
        await rm(unfinished, { force: true });
        throw isFailureOf(source, error) ? error : unavailable(error);
      }
    },

    read: async (id, range) => {
      if (!isFileId(id)) return undefined;
      try {
        const handle = await open(pathOf(id), 'r');
        const { size } = await handle.stat();
        const { start, end } = byteBounds(range, size);
        if (start > end) {
          await handle.close();
          return { size, stream: Readable.from([]) };
        }
        return { size, stream: handle.createReadStream({ start, end }) };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw unavailable(error);
      }
    },

    remove: async (id) => {
      if (!isFileId(id)) return;
      try {
        await rm(pathOf(id), { force: true });
      } catch (error) {
        throw unavailable(error);
      }
    },

    list: (before, { since = '1970-01-01', beginning = '' } = {}) =>
      filesBetween(folder, beginning, Date.parse(since), Date.parse(before)),

    ping: async () => {
      try {
        await access(incoming, constants.W_OK);
      } catch (error) {
        throw unavailable(error);
      }
    },
  };
};

/** @param from milliseconds, as is `to`. */
async function* filesBetween(folder: string, beginning: string, from: number, to: number): AsyncGenerator<string> {
  for (const shard of await shardsIn(folder)) {
    for await (const { name } of await opendir(shard)) {
      if (!name.startsWith(beginning)) continue;
      const writtenAt = await modifiedAt(path.join(shard, name));
      if (writtenAt !== undefined && writtenAt >= from && writtenAt < to) yield name;
    }
  }
}

const shardsIn = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const shards = entries.filter((entry) => entry.isDirectory() && entry.name !== INCOMING);
  return shards.map(({ name }) => path.join(folder, name));
};

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** `undefined` if the file is gone. */
const modifiedAt = async (file: string): Promise<number | undefined> => {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw unavailable(error);
  }
};

const removeAbandoned = async (incoming: string): Promise<void> => {
  for (const name of await readdir(incoming)) {
    const file = path.join(incoming, name);
    const touchedAt = await modifiedAt(file);
    if (touchedAt !== undefined && touchedAt < Date.now() - ABANDONED_AFTER_MS) await rm(file, { force: true });
  }
};
