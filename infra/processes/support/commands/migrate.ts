import { appendFileSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { DataFolderInUseError, type DataFolderLock, lockDataFolder } from '../../../adapters/data-folder-lock.ts';
import { dataFolder } from '../../engines/data-folder.ts';
import { mongoOf, readStoreOf } from '../../engines/engine-choice.ts';
import { holder } from '../../service-parts.ts';
import type { Settings } from '../../settings/settings.ts';
import { type LocalCommand, type OnProgress, SupportError, UsageError } from '../command.ts';
import { moveStores } from '../move-stores.ts';
import { MOVED } from '../noted-heads.ts';
import { asDataFolder, between, openStores, type Stores, serversToFolder } from '../stores.ts';
import { fileIds, type LogDigest } from '../verify-move.ts';

const requireServers = ({ eventstoreUri, mongodbUri }: Settings): void => {
  if (eventstoreUri === undefined || mongodbUri === undefined)
    throw new SupportError('Set both EVENTSTORE_URI and MONGODB_URI to the servers that the product uses or will use.');
};

/** @throws SupportError while the product runs on the folder */
export const lockStopped = (dataDir: string): DataFolderLock => {
  try {
    return lockDataFolder(dataDir);
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    throw new SupportError(`${error.message} Stop the product first.`, { cause: error });
  }
};

const toServers = (settings: Settings, onProgress: OnProgress): Promise<LogDigest> => {
  const { dataDir } = settings;
  if (!existsSync(dataFolder(dataDir).events)) throw new SupportError(`There is no data in ${resolve(dataDir)}.`);
  return between(
    () => openStores(asDataFolder(settings, dataDir), { readOnly: true }),
    () => openStores(settings, { readOnly: false }),
    (from, to) =>
      moveStores({
        ...{ from, to, onProgress, pipelined: false },
        isUntouched: () => to.erased.isAlone(),
        targetLog: 'The log that EVENTSTORE_URI and EVENTSTORE_PREFIX name',
        targetStore: 'The database that MONGODB_URI names',
      }),
  );
};

/** Servers have no lock, but the projections of a running product hold their lease. @throws SupportError */
export const refuseRunning = async (settings: Settings): Promise<void> => {
  const mongo = await mongoOf(settings).open();
  if (mongo === undefined) return;
  const isFree = await readStoreOf(settings, { mongo, fileKey: undefined })
    .open()
    .then((reads) => reads.lease('projections', holder, 0).finally(() => reads.close()))
    .finally(() => mongo.close());
  if (!isFree) throw new SupportError('A product runs on these servers, or did until a moment ago. Stop it first.');
};

const isFolderUntouched = async (dataDir: string, { keys, files }: Stores): Promise<boolean> =>
  !existsSync(dataFolder(dataDir).readModels) &&
  (await keys.subjects(1)).length === 0 &&
  (await fileIds(files)).length === 0;

const toFolder = async (settings: Settings, onProgress: OnProgress): Promise<LogDigest> => {
  const { dataDir } = settings;
  await refuseRunning(settings);
  return serversToFolder(settings, dataDir, (from, to, onEvent) =>
    moveStores({
      ...{ from, to, onEvent, onProgress, pipelined: true },
      isUntouched: () => isFolderUntouched(dataDir, to),
      targetLog: `The log in ${resolve(dataDir)}`,
      targetStore: resolve(dataDir),
    }),
  );
};

/** Ends of the log that were noted before belong to the former log. */
const noteMove = ({ logTo }: Settings): void => {
  if (logTo !== 'stdout' && existsSync(logTo)) appendFileSync(logTo, `${JSON.stringify({ msg: MOVED })}\n`);
};

const NEXT = {
  eventstore:
    'Start the product with these EVENTSTORE_URI and MONGODB_URI; it builds its read models. Then delete the data folder: no erasure reaches it any more.',
  embedded:
    'Start the product without EVENTSTORE_URI and MONGODB_URI; it builds its read models. Then delete what is on the servers: no erasure reaches it any more.',
} as const;

const isTarget = (name: string | undefined): name is keyof typeof NEXT => name !== undefined && name in NEXT;

export const migrate: LocalCommand = {
  words: '',
  min: 0,
  max: 0,
  flags: ['to'],
  targets: Object.keys(NEXT),
  help: 'Copies the events, keys and files of a stopped product from DATA_DIR to the servers that EVENTSTORE_URI and MONGODB_URI name, or back, and compares both by hash. Continues a move that was interrupted.',
  runHere: async (settings, { flags: { to } }, onProgress) => {
    if (!isTarget(to)) throw new UsageError('Usage: migrate --to eventstore, or migrate --to embedded');
    requireServers(settings);
    const lock = lockStopped(settings.dataDir);
    const move = to === 'eventstore' ? toServers : toFolder;
    try {
      const { events, hash } = await move(settings, onProgress);
      noteMove(settings);
      return {
        lines: [
          `${events} events were moved with their keys and files. Their hash is the same on both sides: ${hash}`,
          NEXT[to],
        ],
        data: { events, hash },
      };
    } finally {
      lock.release();
    }
  },
};
