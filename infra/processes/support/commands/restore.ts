import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { LOG_SUBJECT } from '@quorum/domain/keys/events.ts';
import { BEFORE_FIRST } from '@quorum/service-kit/ports/event-log.ts';
import { lockDataFolder } from '../../../adapters/data-folder-lock.ts';
import { ErasedList } from '../../../adapters/erased-list.ts';
import { dataFolder } from '../../engines/data-folder.ts';
import type { Settings } from '../../settings/settings.ts';
import { type LocalCommand, type OnProgress, SupportError } from '../command.ts';
import { copyEvents, copyFiles, copyKeys, putKey } from '../copy-stores.ts';
import { asDataFolder, between, eraseAgain, erasedLines, openErasable, openStores, type Stores } from '../stores.ts';
import { isEmbedded } from './backup.ts';

const refuseFilledFolder = (dataDir: string): void => {
  const { events, keys, files, readModels } = dataFolder(dataDir);
  if ([events, keys, files, readModels].some((path) => existsSync(path)))
    throw new SupportError(
      `${resolve(dataDir)} already contains data: set DATA_DIR to an empty folder, or move the data away.`,
    );
};

/** These servers may contain the list of what was erased, and nothing else. */
const refuseFilledServers = async ({ eventLog, erased }: Stores): Promise<void> => {
  if ((await eventLog.readAll(BEFORE_FIRST, 1)).length > 0)
    throw new SupportError(
      'The event log already contains events: set EVENTSTORE_PREFIX or EVENTSTORE_URI to an empty one.',
    );
  if (!(await erased.isAlone()))
    throw new SupportError(
      'The database in MONGODB_URI already contains data: name an empty one, or drop its collections.',
    );
};

const usesFolder = ({ eventstoreUri, mongodbUri }: Settings): boolean =>
  eventstoreUri === undefined || mongodbUri === undefined;

const missing = (path: string): SupportError =>
  new SupportError(
    `${path} is missing. It lists what was erased since the backup. Pass erased.list of the newest data folder with --erased, or "--erased none" if nothing was erased.`,
  );

/** People erased after the backup would come back, so the list is required and never guessed. */
const erasedSince = async (settings: Settings, given: string | undefined): Promise<readonly string[]> => {
  if (given === 'none') return [];
  const path = given ?? dataFolder(settings.dataDir).erased;
  if (existsSync(path)) return new ErasedList(path).lines();
  if (given !== undefined || settings.mongodbUri === undefined) throw missing(path);
  const lines = await erasedLines(settings);
  if (lines.length === 0) throw missing(path);
  return lines;
};

/** @returns the number of keys and files that were erased again */
const restoreFolder = async (settings: Settings, folder: string, lines: readonly string[]): Promise<number> => {
  const [from, to] = [dataFolder(folder), dataFolder(settings.dataDir)];
  mkdirSync(dirname(to.keys), { recursive: true });
  cpSync(from.description, to.description);
  cpSync(from.keys, to.keys);
  cpSync(from.files, to.files, { recursive: true });
  const stores = await openErasable(settings, { readOnly: false });
  const erased = await eraseAgain(stores, lines).finally(() => stores.close());
  // Last, because nothing starts on an incomplete folder without events.
  mkdirSync(dirname(to.events), { recursive: true });
  cpSync(from.events, to.events);
  return erased;
};

/** @returns the number of keys and files that were erased again */
const restoreServers = (
  settings: Settings,
  folder: string,
  lines: readonly string[],
  onProgress: OnProgress,
): Promise<number> =>
  between(
    () => openStores(asDataFolder(settings, folder), { readOnly: true }),
    () => openStores(settings, { readOnly: false }),
    async (from, to) => {
      await refuseFilledServers(to);
      const own = (await from.keys.find([LOG_SUBJECT])).get(LOG_SUBJECT);
      if (own === undefined) throw new SupportError(`The key store in ${folder} does not belong to its events.`);
      await copyKeys(from.keys, to.keys, onProgress, LOG_SUBJECT);
      await copyFiles(from.files, to.files, onProgress);
      const erased = await eraseAgain(to, lines);
      await copyEvents({ from: from.eventLog, to: to.eventLog, pipelined: false, onProgress });
      // Last, because nothing starts on incomplete servers without the key that binds the key store to the log.
      await putKey(to.keys, LOG_SUBJECT, own);
      return erased;
    },
  );

export const restore: LocalCommand = {
  words: '<folder>',
  least: 1,
  most: 1,
  flags: ['erased'],
  help: 'Restores a backup into an empty data folder or empty servers, without what was erased since. Then start the product; it builds its read models.',
  runHere: async (settings, { words, flags }, onProgress) => {
    const folder = words[0] as string;
    const { dataDir } = settings;
    const { events, keys, erased: list, unfinished } = dataFolder(folder);
    if (![events, keys].every((file) => existsSync(file))) throw new SupportError(`There is no backup in ${folder}.`);
    // It may lack keys and files that its events name.
    if (existsSync(unfinished)) throw new SupportError(`The backup in ${folder} was interrupted: make another one.`);
    if (usesFolder(settings)) refuseFilledFolder(dataDir);
    const lines = [...(await erasedSince(settings, flags.erased)), ...(await new ErasedList(list).lines())];
    const lock = usesFolder(settings) ? lockDataFolder(dataDir) : undefined;
    const restored = isEmbedded(settings)
      ? restoreFolder(settings, folder, lines)
      : restoreServers(settings, folder, lines, onProgress);
    const erased = await restored.finally(() => lock?.release());
    const where = isEmbedded(settings) ? resolve(dataDir) : 'the servers';
    return {
      lines: [`The data is in ${where}. ${erased} erased keys and files remain erased.`],
      data: { folder: isEmbedded(settings) ? resolve(dataDir) : null, erased },
    };
  },
};
