import type { CalendarDate } from './calendar-date.ts';
import { DAY_MS, isoInstant } from './instant.ts';
import {
  type Exception,
  expand,
  LONGEST_EXPANSION_MS,
  type Occurrence,
  type Part,
  partOf,
  type Series,
  spanOn,
  timesOn,
} from './series.ts';

/** One date of a series by its name. Undefined if the series does not have it, or if it was deleted. */
export const occurrenceOn = <P extends Part, X extends Exception>(
  series: Series<P, X>,
  occurrence: CalendarDate,
): Occurrence<P, X> | undefined => {
  const part = partOf(series, occurrence);
  if (part === undefined || series.leftOut.includes(occurrence)) return undefined;
  const exception = series.changed.find((changed) => changed.occurrence === occurrence);
  const times = exception?.times ?? timesOn(part, occurrence);
  const span = spanOn(times, times.date);
  if (span === undefined) return undefined;
  return { occurrence, times, part, exception, startsAt: isoInstant(span.start), endsAt: isoInstant(span.end) };
};

/** Most series have a date within the shortest, which costs next to nothing. */
const STRETCHES = [DAY_MS * 8, DAY_MS * 62, LONGEST_EXPANSION_MS];

const first = <P extends Part, X extends Exception>(
  series: Series<P, X>,
  now: number,
  isMeant: (occurrence: Occurrence<P, X>) => boolean,
): Occurrence<P, X> | undefined => {
  const start = Math.max(now, Date.parse(`${series.parts[0]?.date ?? '1900-01-01'}T00:00:00Z`) - 2 * DAY_MS);
  for (const span of STRETCHES) {
    const found = expand(series, { from: start, to: start + span }).find(isMeant);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The first date that starts after an instant (milliseconds), within five years of it or of the first date. */
export const nextOccurrence = <P extends Part, X extends Exception>(series: Series<P, X>, now: number) =>
  first(series, now, ({ startsAt }) => Date.parse(startsAt) > now);

/** As {@link nextOccurrence}, or the date that runs at that instant. */
export const currentOccurrence = <P extends Part, X extends Exception>(series: Series<P, X>, now: number) =>
  first(series, now, ({ endsAt }) => Date.parse(endsAt) > now);

/** The last date that has started at an instant, within five years before it or before the end of the series. */
export const lastOccurrence = <P extends Part, X extends Exception>(
  series: Series<P, X>,
  now: number,
): Occurrence<P, X> | undefined => {
  const lastDate = series.parts.at(-1)?.lastDate ?? null;
  const end = lastDate === null ? now : Math.min(now, Date.parse(`${lastDate}T00:00:00Z`) + 2 * DAY_MS);
  for (const span of STRETCHES) {
    const found = expand(series, { from: end - span, to: now }).at(-1);
    if (found !== undefined) return found;
  }
  return undefined;
};
