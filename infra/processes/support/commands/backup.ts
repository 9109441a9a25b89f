import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { ItemKeyStore } from '@quorum/service-kit/event-store/item-key-store.ts';
import { listOf } from '../../../adapters/erased-list.ts';
import { sealedFileStore } from '../../../adapters/file-store/sealed-file-store.ts';
import { openSqlite, type SqliteFile } from '../../../adapters/sqlite-file.ts';
import { dataFolder } from '../../engines/data-folder.ts';
import type { Settings } from '../../settings/settings.ts';
import { type LocalCommand, type OnProgress, type Report, SupportError, UsageError } from '../command.ts';
import { copyEvents, copyFiles, copyKeys } from '../copy-stores.ts';
import { faultyFiles } from '../faulty-files.ts';
import { checkManifest, writeManifest } from '../manifest.ts';
import { asDataFolder, between, erasedLines, eraseListed, fileKeyOf, openStores, serversToFolder } from '../stores.ts';

export const isEmbedded = ({ eventstoreUri, mongodbUri }: Settings): boolean =>
  eventstoreUri === undefined && mongodbUri === undefined;

/** A consistent copy of the file, even while it is written to. */
const copyDatabase = (from: SqliteFile, to: string): void => {
  mkdirSync(dirname(to), { recursive: true });
  const db = openSqlite(from, { readonly: true, timeout: 4000 });
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
};

const countEvents = (file: SqliteFile): number => {
  const db = openSqlite(file, { readonly: true });
  try {
    return db.prepare('SELECT count(*) FROM events').pluck().get() as number;
  } finally {
    db.close();
  }
};

const isFilled = (folder: string): boolean => existsSync(folder) && readdirSync(folder).length > 0;

/** Copies the files of the embedded stores. @returns the number of events */
const copyDataFolder = (settings: Settings, folder: string): number => {
  const { dataDir } = settings;
  const [from, to] = [dataFolder(dataDir), dataFolder(folder)];
  const key = fileKeyOf(settings);
  const description = readFileSync(from.description);
  copyDatabase({ path: from.events, key }, to.events);
  copyDatabase({ path: from.keys, key }, to.keys);
  cpSync(from.description, to.description);
  // Otherwise the keys could be wrapped with the old master key, and the description with the new one.
  if (!readFileSync(to.description).equals(description))
    throw new SupportError('The master key was changed during the backup: make another one.');
  // A file removed during the copy does not belong to the backup.
  cpSync(from.files, to.files, { recursive: true, filter: (path) => existsSync(path) });
  if (existsSync(from.erased)) cpSync(from.erased, to.erased);
  return countEvents({ path: to.events, key });
};

/** A single file, without a write-ahead log beside it. */
const closeOff = (file: SqliteFile): void => {
  const db = openSqlite(file);
  try {
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
};

const closeOffAll = (settings: Settings, folder: string): void => {
  const key = fileKeyOf(asDataFolder(settings, folder));
  for (const path of [dataFolder(folder).events, dataFolder(folder).keys]) closeOff({ path, key });
};

/** Reads everything from the servers into embedded stores. @returns the number of events */
const copyServers = (settings: Settings, folder: string, onProgress: OnProgress): Promise<number> =>
  serversToFolder(settings, folder, async (from, to, onEvent) => {
    const copied = { from: from.eventLog, to: to.eventLog, onEvent, pipelined: true, onProgress };
    const events = await copyEvents(copied);
    if (events === 0) throw new SupportError('There are no events in the log that EVENTSTORE_URI names.');
    await copyKeys(from.keys, to.keys, onProgress);
    await copyFiles(from.files, to.files, onProgress);
    writeFileSync(dataFolder(folder).erased, listOf(await from.erased.lines()), { mode: 0o600 });
    return events;
  });

/** Otherwise good backups would expire, and only those without the file would be left. */
const refuseFaultyFiles = async (settings: Settings, folder: string, onProgress: OnProgress): Promise<void> => {
  const { faulty } = await between(
    () => openStores(settings, { readOnly: true }),
    () => openStores(asDataFolder(settings, folder), { readOnly: true }),
    async (from, copy) =>
      faultyFiles({
        log: copy.eventLog,
        files: sealedFileStore(copy.files, new ItemKeyStore(new CachingKeyStore(copy.keys))),
        erased: await from.erased.lines(),
        current: from.eventLog,
        onProgress,
      }),
  );
  if (faulty.length > 0)
    throw new SupportError(
      `These stored files are missing or damaged: ${faulty.join(', ')}. Put them back from an earlier backup, then make another one.`,
    );
};

/** An interrupted copy stays marked, so that it is never mistaken for a backup. @returns the number of events */
const copyInto = async (settings: Settings, folder: string, onProgress: OnProgress): Promise<number> => {
  const { dataDir } = settings;
  if (isEmbedded(settings) && !existsSync(dataFolder(dataDir).events))
    throw new SupportError(`There is no data in ${resolve(dataDir)}.`);
  const { unfinished } = dataFolder(folder);
  mkdirSync(folder, { recursive: true });
  writeFileSync(unfinished, '');
  const events = isEmbedded(settings)
    ? copyDataFolder(settings, folder)
    : await copyServers(settings, folder, onProgress);
  if (!isEmbedded(settings)) closeOffAll(settings, folder);
  await refuseFaultyFiles(settings, folder, onProgress);
  await writeManifest(folder, new Date().toISOString());
  rmSync(unfinished);
  return events;
};

/** Destroys in an older backup the keys and files that were erased since. */
const eraseIn = async (settings: Settings, folder: string): Promise<Report> => {
  const { madeAt } = await checkManifest(folder, true);
  const lines = await erasedLines(settings);
  // Until it is finished, the backup does not match its manifest.
  writeFileSync(dataFolder(folder).erasing, '');
  const erased = await eraseListed(asDataFolder(settings, folder), lines);
  closeOffAll(settings, folder);
  await writeManifest(folder, madeAt);
  rmSync(dataFolder(folder).erasing);
  return {
    lines: [`Erased ${erased} keys and files in ${folder}, which were erased since it was made.`],
    data: { erased, folder },
  };
};

/**
 * Copies events first: each key or file that an event names existed before the event, and is copied after it. Read models are left
 * out, because they are built from the events. A backup has the layout of a data folder, whatever engines it comes from or goes to.
 */
export const backup: LocalCommand = {
  words: '<folder> | erase <folder>',
  min: 1,
  max: 2,
  flags: [],
  help: 'Copies events, keys and files into an empty folder, even while the product runs. Keep MASTER_KEY apart from it, and its folder keys apart from the rest. erase: erases from an older backup what has been erased since.',
  runHere: async (settings, { words }, onProgress) => {
    const [folder = '', older] = words;
    if (older !== undefined && folder !== 'erase')
      throw new UsageError('Usage: backup <folder>, or backup erase <folder>');
    if (older !== undefined) return eraseIn(settings, older);
    if (`${resolve(folder)}${sep}`.startsWith(`${resolve(settings.dataDir)}${sep}`))
      throw new SupportError(`${folder} is inside the data folder: a backup needs a folder outside it.`);
    if (isFilled(folder)) throw new SupportError(`${folder} is not empty: a backup needs a folder of its own.`);
    const events = await copyInto(settings, folder, onProgress);
    return {
      lines: [`Copied ${events} events with their keys and files to ${folder}.`],
      data: { events, folder },
    };
  },
};
