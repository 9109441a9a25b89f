import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { BodyOf } from '@quorum/contracts/routes.ts';
import { type DateFilter, daysNamed } from '@quorum/contracts/search/question.ts';
import { type AskedWord, askedWords, flawOf } from '@quorum/contracts/search/words.ts';
import { rules } from '@quorum/contracts/things.ts';
import { localDate, startOfDay } from '@quorum/contracts/time/days.ts';
import { membershipsOf } from '../group/membership.ts';
import type { Context, Reading } from '../reading/context.ts';

export type Searching = Pick<Context, 'reads' | 'clock'>;

type Body = BodyOf<'search'>;

/** Instants, UTC, ISO 8601. */
type Bounds = { readonly from?: string; readonly to?: string };

/** A search: its terms, its person, and its groups. */
export type Question = Body & {
  readonly userId: string;
  /** The groups that the caller may read now, or the one that was asked for. */
  readonly groupIds: readonly string[];
  readonly asked: readonly AskedWord[];
  readonly bounds: Bounds;
};

const hasFilter = ({ in: groupId, from, has, mentions, before, after, on }: Body): boolean =>
  [groupId, from, has?.[0], mentions, before, after, on].some((filter) => filter !== undefined);

const refusalOf = (body: Body): Refusal | undefined => {
  if (body.words.trim() === '') return hasFilter(body) ? undefined : refuse('search/too-short');
  const flaw = flawOf(body.words);
  return flaw && refuse(flaw);
};

const readableGroups = async (
  context: Reading,
  userId: string,
  wanted: string | undefined,
): Promise<readonly string[] | Refusal> => {
  const memberships = await membershipsOf(context, userId);
  if (wanted === undefined) return memberships.map(({ groupId }) => groupId);
  const role = memberships.find(({ groupId }) => groupId === wanted)?.role;
  return rules.chat({ role }) ?? [wanted];
};

/** Days that a filter leaves: from one on, or before one. */
type Days = { readonly from?: string; readonly to?: string };

const daysOf = (filter: DateFilter, text: string | undefined, today: string): Days | undefined => {
  if (text === undefined) return {};
  const days = daysNamed(text, today);
  if (days === undefined || filter === 'on') return days;
  return filter === 'after' ? { from: days.to } : { to: days.from };
};

/** The time that the dates leave. */
const boundsOf = (body: Body, now: number): Bounds | Refusal => {
  const { timeZone } = body;
  const today = localDate(now, timeZone);
  const all = (['before', 'after', 'on'] as const).map((filter) => daysOf(filter, body[filter], today));
  const known = all.filter((days) => days !== undefined);
  if (known.length < all.length) return refuse('request/invalid', { text: 'This date is not valid' });
  const from = known
    .flatMap((days) => days.from ?? [])
    .sort()
    .at(-1);
  const [to] = known.flatMap((days) => days.to ?? []).sort();
  return {
    ...(from !== undefined && { from: startOfDay(from, timeZone) }),
    ...(to !== undefined && { to: startOfDay(to, timeZone) }),
  };
};

/** Understands a call. Rights hold at this moment, page by page. */
export const questionOf = async (context: Searching, userId: string, body: Body): Promise<Question | Refusal> => {
  const refusal = refusalOf(body);
  if (refusal !== undefined) return refusal;
  const groupIds = await readableGroups(context, userId, body.in);
  if (isRefusal(groupIds)) return groupIds;
  const bounds = boundsOf(body, context.clock.now());
  return isRefusal(bounds) ? bounds : { ...body, userId, groupIds, asked: askedWords(body.words), bounds };
};
