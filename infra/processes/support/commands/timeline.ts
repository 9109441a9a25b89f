import { auditKinds } from '@quorum/contracts/audit/kinds.ts';
import type { AuditDocument } from '@quorum/service-kit/reads/audit.ts';
import { type Command, UsageError, wholeNumber } from '../command.ts';

const USUAL = 100;

/** Machine-readable output: the time in UTC, and one field for who acted, whether a person or a part of the product. */
const rowOf = ({ at, actorId, actor, ...row }: AuditDocument) => ({
  ...row,
  at: new Date(at).toISOString(),
  actor: actorId ?? actor,
});

const lineOf = ({ at, type, actor, stream, facts }: ReturnType<typeof rowOf>): string => {
  const shown = Object.entries(facts).map(([name, value]) => ` ${name}=${value}`);
  return `${at}  ${type}  by ${actor}  ${stream}${shown.join('')}`;
};

export const timeline: Command = {
  words: '',
  least: 0,
  most: 0,
  flags: ['group', 'user', 'limit'],
  help: 'Lists what happened in a group, or what a person did and what was done to them; newest last.',
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
          order: { field: 'at', direction: 'desc' },
          limit,
        }),
      ),
    );
    const byId = new Map(found.flat().map((each) => [each.id, each]));
    const rows = [...byId.values()].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
    const last = rows.slice(-limit).map(rowOf);
    return { lines: last.length === 0 ? ['Nothing was found.'] : last.map(lineOf), data: last };
  },
};
