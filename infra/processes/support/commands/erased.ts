import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { dataFolder } from '../../engines/data-folder.ts';
import type { Settings } from '../../settings/settings.ts';
import { type LocalCommand, type Report, SupportError, UsageError } from '../command.ts';
import { deletionsIn, formatList, readList } from '../saved-list.ts';
import { eraseListed, openStores } from '../stores.ts';
import { lockStopped } from './migrate.ts';

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

/** Only one process at a time may have the keys of a data folder. Those on servers are shared: all notice what one erases. */
const lockKeys = ({ dataDir, mongodbUri }: Settings) => {
  if (mongodbUri !== undefined) return undefined;
  if (!existsSync(dataFolder(dataDir).keys)) throw new SupportError(`There is no data in ${resolve(dataDir)}.`);
  return lockStopped(dataDir);
};

const applyList = async (settings: Settings, file: string): Promise<Report> => {
  const { lines } = readList(file);
  const lock = lockKeys(settings);
  const erased = await eraseListed(settings, lines).finally(() => lock?.release());
  return {
    lines: [
      `Erased ${erased} keys and files that ${file} names.`,
      'Read models that were put back too still show it. Build them again: rebuild all',
    ],
    data: { erased },
  };
};

export const erased: LocalCommand = {
  words: '<file> | apply <file>',
  least: 1,
  most: 2,
  flags: [],
  help: 'Writes the list of everything erased so far, without names or texts. restore needs it: keep it apart from backups, and newer than they are. apply: erases what such a list names, where older data was put back in another way, such as a snapshot. Then run: rebuild all.',
  runHere: async (settings, { words: [first = '', file] }) => {
    if (file === undefined) return writeList(settings, first);
    if (first !== 'apply') throw new UsageError('Usage: erased <file>, or erased apply <file>');
    return applyList(settings, file);
  },
};
