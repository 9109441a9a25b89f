import { existsSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { systemClock } from '@quorum/service-kit/ports/clock.ts';
import { dataFolder } from '../../engines/data-folder.ts';
import { mongoOf } from '../../engines/engine-choice.ts';
import type { Settings } from '../../settings/settings.ts';
import { type LocalCommand, type OnProgress, type Report, SupportError, UsageError } from '../command.ts';
import { eraseSince, repeatedLines } from '../erase-since.ts';
import { deletionsIn, formatList, readList } from '../saved-list.ts';
import { openStores } from '../stores.ts';
import { lockStopped, refuseRunning } from './migrate.ts';

const writeList = async (settings: Settings, file: string): Promise<Report> => {
  if (existsSync(file)) throw new SupportError(`${file} already exists.`);
  if (settings.eventstoreUri === undefined && !existsSync(dataFolder(settings.dataDir).events))
    throw new SupportError(`There is no data in ${resolve(settings.dataDir)}.`);
  const { eventLog, erased, close } = await openStores(settings, { readOnly: true });
  try {
    const at = new Date().toISOString();
    const lines = [...(await erased.lines()), ...(await deletionsIn(eventLog))];
    writeFileSync(file, formatList({ lines, at }), { mode: 0o600, flag: 'wx' });
    return { lines: [`Listed ${lines.length} erasures in ${file}.`], data: { erased: lines.length } };
  } finally {
    await close();
  }
};

/** @throws SupportError where there is no data, or a product runs on it */
const requireStopped = async (settings: Settings): Promise<void> => {
  const { dataDir, mongodbUri, eventstoreUri } = settings;
  const { keys, events } = dataFolder(dataDir);
  if (mongodbUri !== undefined) await refuseRunning(settings);
  if (mongodbUri === undefined || eventstoreUri === undefined) {
    if (!existsSync(mongodbUri === undefined ? keys : events))
      throw new SupportError(`There is no data in ${resolve(dataDir)}.`);
    lockStopped(dataDir).release();
  }
};

const applyList = async (settings: Settings, file: string, onProgress: OnProgress): Promise<Report> => {
  const { lines } = readList(file);
  await requireStopped(settings);
  const repeated = await eraseSince(settings, lines, systemClock, onProgress);
  await dropReadModels(settings);
  return {
    lines: [
      ...repeatedLines(repeated, `as ${file} says`),
      'The read models, which still showed it, were dropped. The product builds them when it starts.',
    ],
    data: repeated,
  };
};

export const erased: LocalCommand = {
  words: '<file> | apply <file>',
  min: 1,
  max: 2,
  flags: [],
  help: 'Writes the list of everything erased so far, without names or texts. restore needs it: keep it apart from backups, and newer than they are. apply: deletes and erases again what such a list names, signs everybody out and drops the read models, where a stopped product was put back in another way, such as a snapshot.',
  runHere: async (settings, { words: [first = '', file] }, onProgress) => {
    if (file === undefined) return writeList(settings, first);
    if (first !== 'apply') throw new UsageError('Usage: erased <file>, or erased apply <file>');
    return applyList(settings, file, onProgress);
  },
};

/** The next start of the product, which must not be running, builds them anew. */
const dropReadModels = async (settings: Settings): Promise<void> => {
  const mongo = await mongoOf(settings).open();
  if (mongo === undefined) return rm(dataFolder(settings.dataDir).readModels, { recursive: true, force: true });
  const { dropAllCollections } = await import('../../../adapters/read-store/mongodb/mongo-collections.ts');
  await dropAllCollections(mongo.db).finally(() => mongo.close());
};
