import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Command, type Flags, flags, type LocalCommand, type SupportCall, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { canonicalPoint } from './point-in-time.ts';

const USUAL = 'See: npm run support -- --help';

export type Call = { readonly help: true } | { readonly supportCall: SupportCall; readonly json: boolean };

const flagsOf = (command: Command | LocalCommand): string =>
  command.flags.map((flag) => ` [--${flag}${FLAG_VALUES[flag]}]`).join('');

const FLAG_VALUES = {
  at: ' <time or revision>',
  from: ' <time or revision>',
  to: ' <time or revision>',
  group: ' <id>',
  user: ' <id>',
  limit: ' <number>',
  log: ' <file>',
  erased: ' <file>',
  reveal: '',
} as const;

export const help = (): string => {
  const rows = [...commands].map(
    ([name, command]) =>
      `  ${[name, command.words].filter((word) => word !== '').join(' ')}${flagsOf(command)}\n      ${command.help}`,
  );
  return `npm run support -- <command>: looks into the product's data, checks it and repairs it. The product may be running or stopped.

${rows.join('\n')}

  --json     prints data for a machine
  --reveal   shows names, texts and numbers instead of •••; each such look is recorded in the audit

A stream is everything that happened to one thing: group-<id>, user-<id>, entry-<id> (a calendar event), message-<id>.
DATA_DIR, MASTER_KEY, EVENTSTORE_URI and MONGODB_URI must be those that the product runs with.

Exit code: 0 all is well, 1 it failed or found a fault, 2 the command was not understood.
`;
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...flags, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ', 1)[0]}. ${USUAL}`);
  }
};

/** Times and paths are resolved where they were typed: the product may run in another time zone and folder. */
const asTypedHere = (given: Flags): Flags => ({
  ...given,
  ...(given.log === undefined ? {} : { log: resolve(given.log) }),
  ...Object.fromEntries(
    (['at', 'from', 'to'] as const).flatMap((flag) => {
      const text = given[flag];
      return text === undefined ? [] : [[flag, canonicalPoint(flag, text)]];
    }),
  ),
});

/** @throws UsageError */
// eslint-disable-next-line complexity -- each mistake in a call has its own message
export const readCall = (args: readonly string[], environment: NodeJS.ProcessEnv): Call => {
  const { values, positionals } = parse(args);
  const { json = false, help: wantsHelp = false, ...given } = values;
  const [name, ...words] = positionals;
  if (wantsHelp || name === undefined || name === 'help') return { help: true };
  const command = commands.get(name);
  if (command === undefined) throw new UsageError(`There is no command "${name}". ${USUAL}`);
  if (words.length < command.least || words.length > command.most)
    throw new UsageError(`Use it as: ${name} ${command.words}${flagsOf(command)}`);
  const stranger = Object.keys(given).find((flag) => !command.flags.some((known) => known === flag));
  if (stranger !== undefined) throw new UsageError(`${name} does not take --${stranger}. ${USUAL}`);
  const newMasterKey = name === 'keys' ? environment.NEW_MASTER_KEY : undefined;
  const by = userInfo().username;
  return { supportCall: { command: name, words, flags: asTypedHere(given), by, newMasterKey }, json };
};
