import { existsSync, writeFileSync } from 'node:fs';
import { listOf } from '../../../adapters/erased-list.ts';
import { type LocalCommand, SupportError } from '../command.ts';
import { erasedLines } from '../stores.ts';

export const erased: LocalCommand = {
  words: '<file>',
  least: 1,
  most: 1,
  flags: [],
  help: 'Writes the list of everything erased so far, without names or texts. restore needs it: keep it apart from backups, and newer than they are.',
  runHere: async (settings, { words }) => {
    const file = words[0] as string;
    if (existsSync(file)) throw new SupportError(`${file} already exists.`);
    const lines = await erasedLines(settings);
    writeFileSync(file, listOf(lines), { mode: 0o600 });
    return { lines: [`Listed ${lines.length} erased keys and files in ${file}.`], data: { erased: lines.length } };
  },
};
