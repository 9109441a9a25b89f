import { finished } from 'node:stream/promises';
import { fileStream } from '@quorum/domain/file/events.ts';
import { pagesOfLog } from '@quorum/service-kit/pages-of-log.ts';
import type { EventLog } from '@quorum/service-kit/ports/event-log.ts';
import { FileDamagedError, type FileStore } from '@quorum/service-kit/ports/file-store.ts';
import { namedIn } from '../../adapters/erased-list.ts';
import type { OnProgress } from './command.ts';

const CATEGORY = fileStream('');

/** Size in bytes of each file that the log says is stored, by id. Nothing is decrypted. */
const storedFiles = async (log: EventLog): Promise<ReadonlyMap<string, number>> => {
  const sizes = new Map<string, number>();
  for await (const page of pagesOfLog(log))
    for (const { type, stream, data } of page) {
      const id = stream.slice(CATEGORY.length);
      if (type === 'FileStored') sizes.set(id, (JSON.parse(data) as { size: number }).size);
      else if (type === 'FileRemoved') sizes.delete(id);
    }
  return sizes;
};

/** Reads the whole file, which checks each of its blocks. @returns its size in bytes; undefined if it is missing or damaged */
const checkedSize = async (files: FileStore, id: string): Promise<number | undefined> => {
  try {
    const file = await files.read(id);
    if (file !== undefined) await finished(file.stream.resume());
    return file?.size;
  } catch (error) {
    if (error instanceof FileDamagedError) return undefined;
    throw error;
  }
};

type Checked = {
  readonly log: EventLog;
  readonly files: FileStore;
  /** The list of what was erased. */
  readonly erased: readonly string[];
  /** The log of the running product, which may have removed files since `log` was copied. */
  readonly current?: EventLog;
  readonly onProgress: OnProgress;
};

/** Ids of files that are missing, cut or altered. */
export const faultyFiles = async ({
  log,
  files,
  erased,
  current = log,
  onProgress,
}: Checked): Promise<{ readonly checked: number; readonly faulty: readonly string[] }> => {
  const isErased = new Set(namedIn(erased, 'file'));
  const stored = await storedFiles(log);
  const faulty: string[] = [];
  let done = 0;
  for (const [id, size] of stored) {
    onProgress({ what: 'files checked', done: done++, total: stored.size });
    if (isErased.has(id) || (await checkedSize(files, id)) === size) continue;
    const events = await current.read(fileStream(id));
    if (!events.some(({ type }) => type === 'FileRemoved')) faulty.push(id);
  }
  return { checked: stored.size, faulty };
};
