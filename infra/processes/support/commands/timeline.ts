import { type AuditKind, auditKinds } from '@quorum/contracts/audit/rules.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { Query } from '@quorum/service-kit/ports/read-store.ts';
import type { AuditDocument } from '@quorum/service-kit/reads/audit.ts';
import { type Command, type Flags, SupportError, UsageError, wholeNumber } from '../command.ts';
import type { SupportContext } from '../support-context.ts';

const DEFAULT_LIMIT = 100;

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

type Wanted = Pick<Query, 'range'> & { readonly kinds: readonly AuditKind[]; readonly limit: number };

const kindsOf = (kind: string | undefined): readonly AuditKind[] => {
  if (kind === undefined) return auditKinds;
  const known = auditKinds.find((each) => each === kind);
  if (known === undefined) throw new UsageError(`--kind must be one of ${auditKinds.join(', ')}, not "${kind}".`);
  return [known];
};

const instantOf = (flag: string, time: string | undefined): number | undefined => {
  if (time !== undefined && /^\d+$/.test(time))
    throw new UsageError(`--${flag} must be a time like "2026-05-12 19:00".`);
  return time === undefined ? undefined : Date.parse(time);
};

const wantedOf = ({ kind, from: since, to: until, limit }: Flags): Wanted => {
  const [from, to] = [instantOf('from', since), instantOf('to', until)];
  const bounds = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  return {
    kinds: kindsOf(kind),
    limit: Math.max(1, wholeNumber('limit', limit, DEFAULT_LIMIT)),
    ...(from === undefined && to === undefined ? {} : { range: { field: 'at', ...bounds } }),
  };
};

const NEWEST_FIRST = { field: 'at', direction: 'desc' } as const;

type Active = SupportContext['engines']['reads']['active'];

/** The newest of what a group, or a person in any role, occurs in, oldest first. */
export const occurrences = async (
  active: Active,
  wheres: readonly Query['where'][],
  { kinds, range, limit }: Wanted,
): Promise<readonly AuditDocument[]> => {
  const query = (where: Query['where']): Query => ({
    where: { ...where, kind: kinds },
    ...(range === undefined ? {} : { range }),
    order: NEWEST_FIRST,
    limit,
  });
  const found = await Promise.all(wheres.map((where) => active.query<AuditDocument>('audit', query(where))));
  const byId = new Map(found.flat().map((each) => [each.id, each]));
  const rows = [...byId.values()].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  return rows.slice(-limit);
};

/** The kinds of administrators' actions, of which there are few. */
const ADMIN_KINDS: readonly AuditKind[] = ['report', 'configuration', 'admin'];

const PAGE_SIZE = 500;

/** The newest that an administrator did, by login. */
const doneBy = async (
  active: Active,
  login: string,
  { kinds, range, limit }: Wanted,
): Promise<readonly AuditDocument[]> => {
  const found: AuditDocument[] = [];
  const where = { kind: kinds.filter((kind) => ADMIN_KINDS.includes(kind)) };
  for (let after: Query['after']; found.length < limit; ) {
    const page = await active.query<AuditDocument>('audit', {
      where,
      ...(range === undefined ? {} : { range }),
      order: NEWEST_FIRST,
      limit: PAGE_SIZE,
      ...(after === undefined ? {} : { after }),
    });
    found.push(...page.filter(({ facts }) => facts.by === login));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) break;
    after = { value: last.at, id: last.id };
  }
  return found.slice(0, limit).reverse();
};

/** A person who does not exist must not look like one who did nothing. @throws SupportError */
const requireStream = async ({ engines }: SupportContext, what: string, stream: string): Promise<void> => {
  if ((await engines.eventLog.read(stream)).length > 0) return;
  throw new SupportError(`There is no ${what} ${stream.slice(stream.indexOf('-') + 1)}.`);
};

const rowsOf = async (context: SupportContext, flags: Flags): Promise<readonly AuditDocument[]> => {
  const { group: groupId, user, admin } = flags;
  const { active } = context.engines.reads;
  const wanted = wantedOf(flags);
  if ([groupId, user, admin].filter((each) => each !== undefined).length !== 1)
    throw new UsageError('timeline needs --group <id>, --user <id> or --admin <login>.');
  if (admin !== undefined) return doneBy(active, admin, wanted);
  if (groupId !== undefined) {
    await requireStream(context, 'group', groupStream(groupId));
    return occurrences(active, [{ groupId }], wanted);
  }
  await requireStream(context, 'person', userStream(user as string));
  return occurrences(active, [{ actorId: user as string }, { userId: user as string }], wanted);
};

export const timeline: Command = {
  words: '',
  min: 0,
  max: 0,
  flags: ['group', 'user', 'admin', 'kind', 'from', 'to', 'limit'],
  help: 'Lists what happened in a group, what a person did and what was done to them, or what an administrator did; newest last.',
  run: async (context, { flags }) => {
    const rows = (await rowsOf(context, flags)).map(rowOf);
    return { lines: rows.length === 0 ? ['Nothing was found.'] : rows.map(lineOf), data: rows };
  },
};
