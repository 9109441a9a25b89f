import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { lockDataFolder } from '../../../adapters/data-folder-lock.ts';
import { dataFolder } from '../../engines/data-folder.ts';
import type { Settings } from '../../settings/settings.ts';
import { type LocalCommand, type OnProgress, SupportError } from '../command.ts';
import { eraseSince, type Repeated, repeatedLines } from '../erase-since.ts';
import { checkManifest } from '../manifest.ts';
import { moveStores } from '../move-stores.ts';
import { readList } from '../saved-list.ts';
import { asDataFolder, between, erasedLines, fileKeyOf, openStores, requireMasterKey } from '../stores.ts';
import { refuseFaults } from '../verify-move.ts';
import { isEmbedded } from './backup.ts';

/** The parts of a restored data folder, in the order in which it is put in place: nothing starts without events. */
const PARTS = ['files', 'keys', 'erased', 'description', 'events'] as const;

/** The rest of an interrupted restore may be replaced. */
const refuseFilledFolder = (dataDir: string): void => {
  const { events, keys, files, readModels, restoring } = dataFolder(dataDir);
  if (!existsSync(restoring) && [events, keys, files, readModels].some((path) => existsSync(path)))
    throw new SupportError(
      `${resolve(dataDir)} already contains data: set DATA_DIR to an empty folder, or move the data away.`,
    );
};

/** People erased after the backup would come back, so the list is required and never guessed. */
const erasedSince = (given: string | undefined, madeAt: string): readonly string[] => {
  if (given === 'none') return [];
  if (given === undefined)
    throw new SupportError(
      'Pass the newest list of what was erased with --erased (erased <file> writes it), or "--erased none" if nothing was erased since the backup.',
    );
  const { lines, at } = readList(given);
  if (at < madeAt)
    throw new SupportError(`${given} was written at ${at}, before the backup was made (${madeAt}): pass a newer list.`);
  return lines;
};

const putInPlace = (dataDir: string): void => {
  const [from, to] = [dataFolder(dataFolder(dataDir).restoring), dataFolder(dataDir)];
  for (const part of PARTS) {
    const [source, target] =
      part === 'keys' || part === 'events' ? [dirname(from[part]), dirname(to[part])] : [from[part], to[part]];
    if (existsSync(source)) renameSync(source, target);
  }
};

/** Continues what an interrupted restore has copied, and compares all of it. */
const copyToServers = (settings: Settings, staged: Settings, onProgress: OnProgress): Promise<unknown> =>
  between(
    () => openStores(staged, { readOnly: true }),
    () => openStores(settings, { readOnly: false }),
    (from, to) =>
      moveStores({
        ...{ from, to, onProgress, pipelined: settings.eventstoreUri === undefined },
        isUntouched: async () => settings.mongodbUri === undefined || (await to.erased.isAlone()),
        targetLog: 'The event log',
        targetStore: settings.mongodbUri === undefined ? resolve(settings.dataDir) : 'The database in MONGODB_URI',
      }),
  );

const checkChain = async (staged: Settings, onProgress: OnProgress): Promise<void> => {
  const { eventLog, close } = await openStores(staged, { readOnly: true });
  await refuseFaults(eventLog, 'The log of the backup', onProgress).finally(close);
};

/** Copies, checks and erases beside what is in place, and puts it there at the end. */
const restoreFrom = async (
  settings: Settings,
  folder: string,
  given: string | undefined,
  onProgress: OnProgress,
): Promise<Repeated> => {
  const { dataDir } = settings;
  const { restoring } = dataFolder(dataDir);
  // Only this command makes room for it or brings it back.
  const staged = { ...asDataFolder(settings, restoring), startPatience: 0 };
  const { madeAt, files } = await checkManifest(folder);
  // The target may have kept a list of its own, such as a database that survived the log.
  const lines = [...new Set([...erasedSince(given, madeAt), ...(await erasedLines(settings))])];
  fileKeyOf(asDataFolder(settings, folder));
  refuseFilledFolder(dataDir);
  const lock = lockDataFolder(dataDir);
  try {
    removeLeftOvers(dataDir);
    mkdirSync(restoring, { mode: 0o700 });
    for (const name of Object.keys(files)) cpSync(join(folder, name), join(restoring, name), { recursive: true });
    await checkChain(staged, onProgress);
    // Repeated, it makes the same events, which may continue what an interrupted restore has copied to servers.
    const repeated = await eraseSince(staged, lines, { now: () => Date.parse(madeAt) }, onProgress);
    rmSync(dataFolder(restoring).readModels, { recursive: true, force: true });
    if (isEmbedded(settings)) putInPlace(dataDir);
    else await copyToServers(settings, staged, onProgress);
    rmSync(restoring, { recursive: true });
    return repeated;
  } finally {
    lock.release();
  }
};

/** Parts that an interrupted restore put into this folder. Nothing else is here. */
const removeLeftOvers = (dataDir: string): void => {
  const { restoring, readModels, ...paths } = dataFolder(dataDir);
  if (!existsSync(restoring)) return;
  for (const part of PARTS) rmSync(paths[part], { recursive: true, force: true });
  rmSync(readModels, { recursive: true, force: true });
  rmSync(restoring, { recursive: true });
};

const reportOf = (settings: Settings, repeated: Repeated): readonly string[] => [
  `The data is in ${[
    ...(settings.eventstoreUri === undefined || settings.mongodbUri === undefined ? [resolve(settings.dataDir)] : []),
    ...(isEmbedded(settings) ? [] : ['the servers']),
  ].join(' and in ')}.`,
  ...repeatedLines(repeated, 'since the backup'),
  'A backup does not know what came after it: who was removed or banned, and which roles were given. Do that again.',
];

export const restore: LocalCommand = {
  words: '<folder>',
  min: 1,
  max: 1,
  flags: ['erased'],
  help: 'Restores a backup into an empty data folder or empty servers, without what was erased since (--erased <list>), and signs everybody out. If it is interrupted, run it again. Then start the product; it builds its read models.',
  runHere: async (settings, { words, flags }, onProgress) => {
    requireMasterKey(settings);
    const folder = words[0] as string;
    const repeated = await restoreFrom(settings, folder, flags.erased, onProgress);
    return { lines: reportOf(settings, repeated), data: repeated };
  },
};
