import type { Revised } from '@quorum/contracts/entry/dates-answers.ts';
import { type EventTexts, eventTexts } from '@quorum/contracts/entry/texts.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { addDays } from '@quorum/contracts/time/days.ts';
import { hasDate } from '@quorum/contracts/time/repeats.ts';
import { lastDateOf } from '@quorum/contracts/time/rule-dates.ts';
import type { Exception, Part, Series, WallTimes } from '@quorum/contracts/time/series.ts';
import type { Span } from '@quorum/contracts/time/wall-clock.ts';
import type { DataOf, DomainEventOf } from '../event-catalogue.ts';
import type { EventOf } from '../stored-event.ts';

/** `null` once the key is destroyed. */
export type Texts = EventTexts<string | null>;

/** A stretch of a series with one rule, one time and one set of texts. Its instants are those of its first date. */
export type SeriesPart = Part & Texts & Span;

/** A date with texts or a time of its own. `pattern` is what its part said when it was moved: a move holds only beside that. */
export type SeriesException = Exception &
  Partial<Texts> &
  Partial<Revised> & {
    readonly times?: (WallTimes & Span) | null | undefined;
    readonly pattern: string;
  };

/** The series that an entry has become. */
export type EntrySeries = Series<SeriesPart & Revised, SeriesException> & {
  /** Not before the end of the last date by its rule; a day generous. Null without an end. */
  readonly lastEndsAt: string | null;
};

export const noSeries: EntrySeries = { parts: [], leftOut: [], changed: [], lastEndsAt: null };

/** What a moved date was moved from. Another rule or time takes the move back. */
export const patternText = ({ rule: { unit, every, on }, time, timeZone, duration }: Part): string =>
  JSON.stringify([unit, every, on, time, timeZone, duration]);

/** A part that ends before a date, at which the next one begins. */
const endedBefore = <P extends SeriesPart>(part: P, from: CalendarDate): P => {
  if (part.lastDate !== null && part.lastDate < from) return part;
  const { count: _, ...rule } = part.rule;
  const until = addDays(from, -1);
  const lastDate = lastDateOf({ rule: { ...rule, until }, date: part.date });
  return { ...part, rule: { ...rule, until: lastDate ?? until }, lastDate };
};

/** The parts that stay when everything from a date on goes. */
export const partsBefore = <P extends SeriesPart>(parts: readonly P[], from: CalendarDate): readonly P[] =>
  parts.filter(({ date }) => date < from).map((part) => endedBefore(part, from));

const hasTexts = (exception: SeriesException): boolean => eventTexts.some((name) => exception[name] !== undefined);

/**
 * What an exception becomes beside a new part. One that the part does not reach belongs to a later part. Texts stay where the rule
 * has the date; a move stays only beside the same rule and time.
 */
const beside = (exception: SeriesException, part: SeriesPart, from: CalendarDate): readonly SeriesException[] => {
  const { occurrence, times, pattern } = exception;
  if (occurrence < from || (part.lastDate !== null && occurrence > part.lastDate)) return [exception];
  if (!hasDate(part, occurrence)) return [];
  if (!times || pattern === patternText(part)) return [exception];
  return hasTexts(exception) ? [{ ...exception, times: null }] : [];
};

/** A new part from a date on. Deleted dates stay deleted, whatever the rule becomes. */
const withPart = (series: EntrySeries, data: DataOf<'SeriesSet'>, revision: number): EntrySeries => {
  const { entryId: _, groupId: __, creatorId: ___, from, lastEndsAt, ...part } = data;
  const before = series.parts.findLast(({ date }) => date <= from) ?? series.parts[0];
  const placeRevision = before?.location === part.location ? before.placeRevision : revision;
  const timesRevision = before && patternText(before) === patternText(part) ? before.timesRevision : revision;
  return {
    // One that is put back begins where it did.
    parts: [
      ...partsBefore(series.parts, part.date < from ? part.date : from),
      { ...part, placeRevision, timesRevision },
    ],
    leftOut: series.leftOut,
    changed: series.changed.flatMap((exception) => beside(exception, part, from)),
    lastEndsAt,
  };
};

const ended = (series: EntrySeries, { from, lastEndsAt }: DataOf<'SeriesEnded'>): EntrySeries => ({
  ...series,
  parts: partsBefore(series.parts, from),
  changed: series.changed.filter(({ occurrence }) => occurrence < from),
  lastEndsAt,
});

type Changed = DataOf<'OccurrenceChanged'>;

const setFields = ({ changed, times, ...data }: Changed, revision: number) => ({
  ...Object.fromEntries(eventTexts.filter((name) => changed.includes(name)).map((name) => [name, data[name]])),
  ...(changed.includes('location') ? { placeRevision: revision } : {}),
  ...(changed.includes('times') ? { times, timesRevision: revision } : {}),
});

const withoutTexts = (exception: SeriesException, follows: Changed['follows']): SeriesException =>
  Object.fromEntries(
    Object.entries(exception).filter(([field]) => !(follows as readonly string[]).includes(field)),
  ) as SeriesException;

/** The fields that the change names; what else was changed on this date stays. */
const withChanged = (series: EntrySeries, data: Changed, revision: number): EntrySeries => {
  const { occurrence } = data;
  const before = series.changed.find((exception) => exception.occurrence === occurrence);
  const part = series.parts.findLast(({ date }) => date <= occurrence);
  const pattern = part === undefined ? '' : patternText(part);
  const others = series.changed.filter((exception) => exception !== before);
  const exception = withoutTexts({ ...before, occurrence, pattern, ...setFields(data, revision) }, data.follows);
  const changed = exception.times || hasTexts(exception) ? [...others, exception] : others;
  return { ...series, changed: changed.sort((a, b) => (a.occurrence < b.occurrence ? -1 : 1)) };
};

/** What was changed on a deleted date stays, so that restoring it brings that back. */
const withoutDate = (series: EntrySeries, { occurrence }: DataOf<'OccurrenceCancelled'>): EntrySeries => ({
  ...series,
  leftOut: [...series.leftOut, occurrence].sort(),
});

const withDate = (series: EntrySeries, { occurrence }: DataOf<'OccurrenceRestored'>): EntrySeries => ({
  ...series,
  leftOut: series.leftOut.filter((date) => date !== occurrence),
});

type SeriesEventType = 'SeriesSet' | 'SeriesEnded' | 'OccurrenceChanged' | 'OccurrenceCancelled' | 'OccurrenceRestored';
export type SeriesFact = DomainEventOf<SeriesEventType>;
export type SeriesEvent = EventOf<SeriesEventType>;

/** Folds an event about a series. Asks no zone, so that every fold gives the same bytes, whatever the law of the zone becomes. */
export const evolveSeries = (series: EntrySeries, event: SeriesFact, revision: number): EntrySeries => {
  switch (event.type) {
    case 'SeriesSet':
      return withPart(series, event.data, revision);
    case 'SeriesEnded':
      return ended(series, event.data);
    case 'OccurrenceChanged':
      return withChanged(series, event.data, revision);
    case 'OccurrenceCancelled':
      return withoutDate(series, event.data);
    case 'OccurrenceRestored':
      return withDate(series, event.data);
  }
};
