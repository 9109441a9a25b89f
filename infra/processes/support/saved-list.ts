import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { pagesOfLog } from '@quorum/service-kit/pages-of-log.ts';
import type { EventLog } from '@quorum/service-kit/ports/event-log.ts';
import { SupportError } from './command.ts';

/** A list of what was erased, as `erased <file>` writes it. Contains ids and digests only. */
export type SavedList = {
  readonly lines: readonly string[];
  /** When it was written, ISO 8601. */
  readonly at: string;
};

/** By the event that deletes something: the prefix of its stream's name, and the kinds of line. */
const DELETIONS: ReadonlyMap<string, readonly [category: string, ...kinds: string[]]> = new Map([
  ['AccountDeleted', ['user-', 'account']],
  ['GroupDeleted', ['group-', 'group']],
  ['MessageDeleted', ['message-', 'message']],
  // Moderation also removes the event that the message announced, which has its id.
  ['MessageRemoved', ['message-', 'message', 'event']],
  ['EntryPurged', ['entry-', 'event']],
]);

const LINE = /^(?:key|file|name|account|group|message|event) \S.*$/;
const END = /^end (\d+) (\S+) (\S+)$/;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Lines that name the accounts, groups, messages and, for good, events that were deleted. Nothing is decrypted. */
export const deletionsIn = async (log: EventLog): Promise<readonly string[]> => {
  const lines: string[] = [];
  for await (const page of pagesOfLog(log))
    for (const { type, stream } of page) {
      const [category = '', ...kinds] = DELETIONS.get(type) ?? [];
      for (const kind of kinds) lines.push(`${kind} ${stream.slice(category.length)}`);
    }
  return lines;
};

/** The text of a list. Its last line has count, time and checksum, so that a part of it is never taken for the whole. */
export const formatList = ({ lines, at }: SavedList): string => {
  const text = lines.map((line) => `${line}\n`).join('');
  return `${text}end ${lines.length} ${at} ${digestOf(text)}\n`;
};

/** The lines of a whole list and its time; undefined for anything else. */
const parseList = (text: string): SavedList | undefined => {
  const lines = text.split('\n');
  // After the last line break there is nothing.
  const [last = '', rest] = lines.splice(-2);
  const [, count, at = '', digest] = END.exec(last) ?? [];
  if (rest !== '' || Number(count) !== lines.length) return undefined;
  const isWhole = digest === digestOf(text.slice(0, -last.length - 1)) && lines.every((line) => LINE.test(line));
  return isWhole ? { lines, at } : undefined;
};

/** Checks a whole list, and changes nothing. @throws SupportError if it is missing, cut, altered or something else */
export const readList = (path: string): SavedList => {
  if (!existsSync(path)) throw new SupportError(`${path} is missing.`);
  const list = parseList(readFileSync(path, 'utf8'));
  if (list === undefined)
    throw new SupportError(
      `${path} is not a whole list of what was erased: it is cut, altered, or something else. Write one with: erased <file>`,
    );
  return list;
};
