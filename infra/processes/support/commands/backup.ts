import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { dataFolder } from '../../data-folder.ts';
import type { Settings } from '../../settings.ts';
import { type LocalCommand, SupportError } from '../command.ts';

/** @throws SupportError where the data lie on servers */
export const requireEmbedded = ({ eventstoreUri, mongodbUri }: Settings): void => {
  if (eventstoreUri !== undefined || mongodbUri !== undefined)
    throw new SupportError(
      'EventStoreDB and MongoDB are backed up and restored with their own tools: the events first, then the keys and files.',
    );
};

/** One state of the file, however much is written to it meanwhile. */
const copyDatabase = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true });
  const db = new Database(from, { readonly: true, timeout: 4000 });
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
};

const countEvents = (file: string): number => {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare('SELECT count(*) FROM events').pluck().get() as number;
  } finally {
    db.close();
  }
};

const isFilled = (folder: string): boolean => existsSync(folder) && readdirSync(folder).length > 0;

/**
 * Events first: whatever key or file they name was there before them, and is copied after them. Read models are left out, for they
 * are made of the events.
 */
export const backup: LocalCommand = {
  words: '<folder>',
  least: 1,
  most: 1,
  flags: [],
  help: 'Copies events, keys and files into an empty folder, also of a running product. Keep MASTER_KEY apart from it.',
  runHere: async (settings, { words }) => {
    requireEmbedded(settings);
    const [from, to] = [dataFolder(settings.dataDir), dataFolder(words[0] as string)];
    if (!existsSync(from.events)) throw new SupportError(`There is no data in ${resolve(settings.dataDir)}.`);
    if (isFilled(words[0] as string))
      throw new SupportError(`${words[0]} is not empty: a backup needs a folder of its own.`);
    copyDatabase(from.events, to.events);
    copyDatabase(from.keys, to.keys);
    // A file may be removed while its folder is copied: then it does not belong to the backup.
    cpSync(from.files, to.files, { recursive: true, filter: (path) => existsSync(path) });
    if (existsSync(from.erased)) cpSync(from.erased, to.erased);
    const events = countEvents(to.events);
    return {
      lines: [`${events} events with their keys and files lie in ${words[0]}.`],
      data: { events, folder: words[0] },
    };
  },
};
