import { auditKinds } from '@quorum/contracts/wire/audit.ts';
import type { AuditDocument } from '@quorum/service-kit/documents/collections.ts';
import { type Command, UsageError, wholeNumber } from '../command.ts';

const USUAL = 100;

const lineOf = ({ at, type, actor, stream, facts }: AuditDocument): string => {
  const told = Object.entries(facts).map(([name, value]) => ` ${name}=${value}`);
  return `${at}  ${type}  by ${actor}  ${stream}${told.join('')}`;
};

export const timeline: Command = {
  words: '',
  least: 0,
  most: 0,
  flags: ['group', 'user', 'limit'],
  help: 'Tells what happened in a group, or what a person did and what was done to them; the last is at the end.',
  run: async ({ engines: { reads } }, { flags }) => {
    const { group: groupId, user } = flags;
    if ((groupId === undefined) === (user === undefined))
      throw new UsageError('timeline needs --group <id> or --user <id>.');
    const limit = Math.max(1, wholeNumber('limit', flags.limit, USUAL));
    const wheres: readonly { readonly [field: string]: string }[] =
      groupId === undefined ? [{ actorId: user as string }, { userId: user as string }] : [{ groupId }];
    const found = await Promise.all(
      wheres.map((where) =>
        reads.active.query<AuditDocument>('audit', {
          where: { ...where, kind: auditKinds },
          order: { field: 'place', direction: 'desc' },
          limit,
        }),
      ),
    );
    const byPlace = new Map(found.flat().map((each) => [each.place, each]));
    const rows = [...byPlace].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
    const last = rows.slice(-limit);
    return { lines: last.length === 0 ? ['Nothing is known of it.'] : last.map(lineOf), data: last };
  },
};
