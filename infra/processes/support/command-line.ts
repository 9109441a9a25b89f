import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Command, type Flags, flags, type LocalCommand, type SupportCall, UsageError } from './command.ts';
import { canonicalPoint } from './commands/stream.ts';
import { commands } from './commands.ts';

const USUAL = 'See: npm run support -- --help';

export type Call = { readonly help: string } | { readonly supportCall: SupportCall; readonly json: boolean };

const flagsOf = ({ flags, targets }: Command | LocalCommand): string =>
  flags
    .map((flag) =>
      flag === 'to' && targets !== undefined ? ` --to ${targets.join('|')}` : ` [--${flag}${FLAG_VALUES[flag]}]`,
    )
    .join('');

const FLAG_VALUES = {
  at: ' <time or revision>',
  from: ' <time or revision>',
  to: ' <time or revision>',
  group: ' <id>',
  user: ' <id>',
  admin: ' <login>',
  kind: ' <kind>',
  limit: ' <number>',
  log: ' <file>',
  out: ' <file>',
  erased: ' <file>',
  reveal: '',
} as const;

const helpOn = ([name, command]: readonly [string, Command | LocalCommand]): string =>
  `  ${[name, command.words].filter((word) => word !== '').join(' ')}${flagsOf(command)}\n      ${command.help}`;

/** @param about the command asked about, or nothing for all. */
export const help = (about?: string): string => {
  const command = commands.get(about ?? '');
  if (about !== undefined && command !== undefined) return `${helpOn([about, command])}\n`;
  const rows = [...commands].map(helpOn);
  return `npm run support -- <command>: inspects, checks and repairs the product's data, whether the product is running or stopped.

${rows.join('\n')}

  --help     after a command, explains only that one
  --json     prints machine-readable data
  --reveal   shows names, texts and numbers instead of •••; the audit history records each use

Times without a zone are those of this machine. A stream holds everything that happened to one thing: group-<id>, user-<id>, entry-<id> (a calendar event), message-<id>.
DATA_DIR, MASTER_KEY, MONGODB_URI, and all EVENTSTORE_… and KAFKA_… variables must have the same values as for the product.

Exit codes: 0 success, 1 failed or found a fault, 2 invalid command.
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

type KnownCommand = NonNullable<ReturnType<typeof commands.get>>;

/** Times and paths are resolved where they were typed: the product may run in another time zone and folder. */
const asTypedHere = (given: Flags, { targets }: KnownCommand): Flags => ({
  ...given,
  ...(given.log === undefined ? {} : { log: resolve(given.log) }),
  ...(given.out === undefined ? {} : { out: resolve(given.out) }),
  ...Object.fromEntries(
    (targets === undefined ? (['at', 'from', 'to'] as const) : []).flatMap((flag) => {
      const text = given[flag];
      return text === undefined ? [] : [[flag, canonicalPoint(flag, text)]];
    }),
  ),
});

/** @throws UsageError where a command is given too few or too many words, or a flag that it does not know */
const checkUse = (name: string, command: KnownCommand, words: readonly string[], flags: readonly string[]): void => {
  if (words.length < command.min || words.length > command.max)
    throw new UsageError(`Usage: ${name} ${command.words}${flagsOf(command)}`);
  const stranger = flags.find((flag) => !command.flags.some((known) => known === flag));
  if (stranger !== undefined) throw new UsageError(`${name} does not take --${stranger}. ${USUAL}`);
};

const callerIn = ({ SUDO_USER }: NodeJS.ProcessEnv): string => SUDO_USER ?? userInfo().username;

/** @throws UsageError */
export const readCall = (args: readonly string[], environment: NodeJS.ProcessEnv): Call => {
  const { values, positionals } = parse(args);
  const { json = false, help: wantsHelp = false, ...given } = values;
  const [name = 'help', ...words] = positionals;
  if (wantsHelp || name === 'help') return { help: name };
  const command = commands.get(name);
  if (command === undefined) throw new UsageError(`There is no command "${name}". ${USUAL}`);
  checkUse(name, command, words, Object.keys(given));
  const newMasterKey = name === 'keys' ? environment.NEW_MASTER_KEY : undefined;
  const supportCall = {
    command: name,
    words,
    flags: asTypedHere(given, command),
    by: callerIn(environment),
    newMasterKey,
  };
  return { supportCall, json };
};
