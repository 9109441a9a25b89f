import { setImmediate } from 'node:timers/promises';
import type { EventPlace } from '@quorum/contracts/entry/event-cursor.ts';
import { eventOf, eventsOfSeries } from '@quorum/contracts/entry/series.ts';
import type { EventView, SeriesView } from '@quorum/contracts/entry/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { DAY_MS } from '@quorum/contracts/time/instant.ts';
import { currentOccurrence } from '@quorum/contracts/time/occurrences.ts';
import { LONGEST_EXPANSION_MS, type Window } from '@quorum/contracts/time/series.ts';
import { presentSeries, type SeriesDocument } from '@quorum/service-kit/reads/series.ts';
import { withAnswers } from '../attendance/dates.ts';
import { type Context, joinsOf, type Reading } from '../reading/context.ts';

export type Span = Window & {
  readonly limit: number;
  /** The last entry of the previous page. */
  readonly after?: EventPlace | undefined;
};

const iso = (ms: number): string => new Date(ms).toISOString();

/** The series under these keys that may have a date in the window. */
export const seriesDocumentsIn = (
  { reads }: Reading,
  ownerKeys: readonly string[],
  { from, to }: Window,
): Promise<readonly SeriesDocument[]> =>
  reads.active.query('series', {
    where: { ownerKey: ownerKeys },
    range: { field: 'endsAt', from: iso(from) },
    filter: [{ field: 'startsAt', op: '<', value: iso(to) }],
    order: { field: 'endsAt', direction: 'asc' },
    limit: limits.series * limits.restoredTimes * ownerKeys.length,
  });

/** As {@link seriesDocumentsIn}, with the answers to their dates. */
export const seriesIn = async (
  reading: Reading,
  ownerKeys: readonly string[],
  window: Window,
  viewerId: string,
): Promise<readonly SeriesView[]> => {
  const found = await seriesDocumentsIn(reading, ownerKeys, window);
  return withAnswers(reading, await presentSeries(joinsOf(reading), found), window, viewerId);
};

/** The date of each that runs or comes next, with the answers to it. */
export const nextDatesOf = async (
  context: Reading & Pick<Context, 'clock'>,
  documents: readonly SeriesDocument[],
  viewerId: string,
): Promise<readonly EventView[]> => {
  if (documents.length === 0) return [];
  const now = context.clock.now();
  const presented = await presentSeries(joinsOf(context), documents);
  const all = await withAnswers(context, presented, { from: now, to: now + LONGEST_EXPANSION_MS }, viewerId);
  return all.flatMap((series) => {
    const next = currentOccurrence(series, now);
    return next === undefined ? [] : [eventOf(series, next)];
  });
};

const isAfter = ({ startsAt, id }: EventPlace, place: EventPlace): boolean =>
  startsAt === place.startsAt ? id > place.id : startsAt > place.startsAt;

export const byPlace = (a: EventPlace, b: EventPlace): number => (isAfter(a, b) ? 1 : -1);

/** By start, then id, as pages are. */
export const merged = (single: readonly EventView[], dates: readonly EventView[]): readonly EventView[] =>
  dates.length === 0 ? single : [...single, ...dates].sort(byPlace);

const FIRST_STRETCH = 31 * DAY_MS;

/** Series expanded before other work gets its turn. */
const SERIES_AT_ONCE = 5;

const expanded = async (series: readonly SeriesView[], window: Window): Promise<EventView[]> => {
  const dates: EventView[] = [];
  for (const [index, each] of series.entries()) {
    if (index % SERIES_AT_ONCE === SERIES_AT_ONCE - 1) await setImmediate();
    dates.push(...eventsOfSeries(each, window));
  }
  return dates;
};

/**
 * The first dates of series in a window, at most five years past its start. Stretches of it are expanded until there are enough, so
 * the work is in proportion to the answer.
 */
export const datesIn = async (
  series: readonly SeriesView[],
  { from, to, limit, after }: Span,
): Promise<readonly EventView[]> => {
  if (series.length === 0) return [];
  const end = Math.min(to, from + LONGEST_EXPANSION_MS);
  const start = after === undefined ? from : Math.max(from, Date.parse(after.startsAt));
  for (let stretch = FIRST_STRETCH; ; stretch *= 2) {
    const until = Math.min(end, start + stretch);
    const all = await expanded(series, { from: start, to: until });
    const dates = after === undefined ? all : all.filter((date) => isAfter(date, after));
    if (dates.length >= limit || until >= end) return dates.sort(byPlace).slice(0, limit);
  }
};
