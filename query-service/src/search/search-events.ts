import { setImmediate } from 'node:timers/promises';
import { cursorOf, type EventPlace, placeOfCursor } from '@quorum/contracts/entry/event-cursor.ts';
import { eventOf } from '@quorum/contracts/entry/series.ts';
import type { EventView, SeriesView } from '@quorum/contracts/entry/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { SearchView } from '@quorum/contracts/search/wire.ts';
import { isFoundBy } from '@quorum/contracts/search/words.ts';
import { currentOccurrence, lastOccurrence } from '@quorum/contracts/time/occurrences.ts';
import { presentEvents } from '@quorum/service-kit/reads/attendance.ts';
import { type EntryDocument, personalOwnerKey } from '@quorum/service-kit/reads/entry.ts';
import { pagesOf } from '@quorum/service-kit/reads/pages.ts';
import { presentSeries } from '@quorum/service-kit/reads/series.ts';
import { joinsOf, type Reading } from '../reading/context.ts';
import type { Question, Searching } from './question.ts';

/** Names compared before other work gets its turn. */
const AT_ONCE = 500;
/** Schedules that one query merges in order, without sorting all of their events. */
const OWNERS_AT_ONCE = 50;
/** Series whose dates are computed before other work gets its turn. */
const SERIES_AT_ONCE = 20;

/** Events ahead come by their start, past ones after them, the latest first. */
type Part = 'ahead' | 'past';

type Place = { readonly part: Part; readonly after?: EventPlace | undefined };

const ownerKeysOf = ({ userId, groupIds, in: wanted }: Question): readonly string[] =>
  wanted === undefined ? [personalOwnerKey(userId), ...groupIds] : groupIds;

const placeOf = (next: string | undefined): Place => {
  const [, part, cursor = ''] = /^(ahead|past)~(.*)$/.exec(next ?? '') ?? [];
  return part === undefined ? { part: 'ahead' } : { part: part as Part, after: placeOfCursor(cursor) };
};

/** Whether an event matches a search, apart from its calendar. */
const isWanted = ({ startsAt, creatorId, name }: EntryDocument, question: Question): boolean =>
  (question.from ?? creatorId) === creatorId && isWithin(startsAt, question) && isFoundBy(name ?? '', question.asked);

const rangeOf = (part: Part, now: string) =>
  part === 'ahead' ? { field: 'startsAt', from: now } : { field: 'startsAt', to: now };

const orderOf = (part: Part) => ({ field: 'startsAt', direction: part === 'ahead' ? 'asc' : 'desc' }) as const;

const isWithin = (startsAt: string, { bounds }: Question): boolean =>
  (bounds.from === undefined || startsAt >= bounds.from) && (bounds.to === undefined || startsAt < bounds.to);

/** @returns whether an event comes after a place, in the order of a part */
const follows = (event: EventPlace, { part, after }: Place): boolean => {
  if (after === undefined) return true;
  const [a, b] = [cursorOf(event), cursorOf(after)];
  return part === 'ahead' ? a > b : a < b;
};

/** Single events of one part from a place on, with these words in their names: a page, and one more. */
const singleOf = async (
  { reads }: Reading,
  question: Question,
  { part, after }: Place,
  now: string,
): Promise<readonly EntryDocument[]> => {
  const owners = ownerKeysOf(question);
  const found: EntryDocument[] = [];
  for (let at = 0; at < owners.length; at += OWNERS_AT_ONCE) {
    const query = {
      where: { ownerKey: owners.slice(at, at + OWNERS_AT_ONCE) },
      range: rangeOf(part, now),
      order: orderOf(part),
      ...(after === undefined ? {} : { after: { value: after.startsAt, id: after.id } }),
    };
    const before = found.length;
    for await (const page of pagesOf(reads.active, 'entries', query, AT_ONCE)) {
      found.push(...page.filter((entry) => isWanted(entry, question)));
      if (found.length - before > question.limit) break;
      await setImmediate();
    }
  }
  return found.sort((a, b) => (follows(a, { part, after: b }) ? 1 : -1)).slice(0, question.limit + 1);
};

/** The next date of a series, or the last one. */
const dateOf = (series: SeriesView, now: number): EventView | undefined => {
  const date = currentOccurrence(series, now) ?? lastOccurrence(series, now);
  return date && eventOf(series, date);
};

const repeatingUnder = async ({ reads }: Reading, question: Question, ownerKey: string) => {
  const all = { where: { ownerKey }, order: { field: 'endsAt', direction: 'desc' }, limit: limits.series } as const;
  return (await reads.active.query('series', all)).filter(
    ({ parts, creatorId }) =>
      (question.from ?? creatorId) === creatorId && parts.some(({ name }) => isFoundBy(name ?? '', question.asked)),
  );
};

/** Events that repeat, each at one date. */
const repeatingOf = async (context: Searching, question: Question): Promise<readonly EventView[]> => {
  const dates: EventView[] = [];
  for (const ownerKey of ownerKeysOf(question)) {
    const wanted = await repeatingUnder(context, question, ownerKey);
    for (const [at, series] of (await presentSeries(joinsOf(context), wanted)).entries()) {
      const date = dateOf(series, context.clock.now());
      if (date !== undefined) dates.push(date);
      if (at % SERIES_AT_ONCE === 0) await setImmediate();
    }
  }
  return dates.filter(({ startsAt }) => isWithin(startsAt, question));
};

/** Events that My Schedule may list, of any time. */
export const searchEvents = async (context: Searching, question: Question): Promise<SearchView> => {
  const { limit, userId } = question;
  const now = new Date(context.clock.now()).toISOString();
  const repeating = await repeatingOf(context, question);
  const start = placeOf(question.next);
  const results: { readonly part: Part; readonly event: EventView }[] = [];
  for (const place of start.part === 'ahead' ? [start, { part: 'past' } as const] : [start]) {
    if (results.length > limit) break;
    const { part } = place;
    const single = await presentEvents(joinsOf(context, userId), await singleOf(context, question, place, now), userId);
    const dates = repeating.filter((event) => event.startsAt >= now === (part === 'ahead') && follows(event, place));
    const sorted = [...single, ...dates].sort((a, b) => (follows(a, { part, after: b }) ? 1 : -1));
    results.push(...sorted.map((event) => ({ part, event })));
  }
  const last = results[limit - 1];
  return {
    results: results.slice(0, limit).map(({ event }) => ({ kind: 'event', event })),
    ...(results.length > limit && last && { next: `${last.part}~${cursorOf(last.event)}` }),
  };
};
