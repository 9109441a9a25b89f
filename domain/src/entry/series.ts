import type { Gap, Revised } from '@quorum/contracts/entry/dates-answers.ts';
import { type EventTexts, eventTexts } from '@quorum/contracts/entry/texts.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { addDays } from '@quorum/contracts/time/days.ts';
import { dateTest, hasDate } from '@quorum/contracts/time/repeats.ts';
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

/** The revision that made a part, which names it in calendar files. It stays while the part begins on the same date. */
type Made = { readonly madeRevision: number };

/** The series that an entry has become. */
export type EntrySeries = Series<SeriesPart & Revised & Made, SeriesException> & {
  /** Not before the end of the last date by its rule; a day generous. Null without an end. */
  readonly lastEndsAt: string | null;
  /** Parts whose dates others have now, the newest first. */
  readonly replaced: readonly ReplacedPart[];
  /** Dates that got an earlier time or place back, the newest last. */
  readonly gaps: readonly Gap[];
};

/** `until`: the revision that replaced it. */
type ReplacedPart = Part & Pick<SeriesPart, 'location'> & Revised & { readonly until: number };

export const noSeries: EntrySeries = { parts: [], leftOut: [], changed: [], lastEndsAt: null, replaced: [], gaps: [] };

/** The time that a date was moved from. Another rule or time undoes the move. */
export const patternText = ({ rule: { unit, every, on }, time, timeZone, duration }: Part): string =>
  JSON.stringify([unit, every, on, time, timeZone, duration]);

/** Whether two parts take place on the same days, as far as both reach, and at the same time. */
export const hasSameTimes = (a: Part, b: Part): boolean =>
  patternText(a) === patternText(b) && (hasDate(a, b.date) || hasDate(b, a.date));

const reaches = ({ lastDate }: Part, date: CalendarDate): boolean => lastDate === null || lastDate >= date;

/** A part that ends before a date, at which the next one begins. */
const endedBefore = <P extends SeriesPart>(part: P, from: CalendarDate): P => {
  if (!reaches(part, from)) return part;
  const { count: _, ...rule } = part.rule;
  const until = addDays(from, -1);
  const lastDate = lastDateOf({ rule: { ...rule, until }, date: part.date });
  return { ...part, rule: { ...rule, until: lastDate ?? until }, lastDate };
};

/** The parts that stay when everything from a date on goes. */
export const partsBefore = <P extends SeriesPart>(parts: readonly P[], from: CalendarDate): readonly P[] =>
  parts.filter(({ date }) => date < from).map((part) => endedBefore(part, from));

const MOVE: readonly string[] = ['times', 'timesRevision'];

const without = (exception: SeriesException, fields: readonly string[]): SeriesException =>
  Object.fromEntries(Object.entries(exception).filter(([field]) => !fields.includes(field))) as SeriesException;

const hasTexts = (exception: SeriesException): boolean => eventTexts.some((name) => exception[name] !== undefined);

/**
 * An exception beside a new part. One that the part does not reach belongs to a later part. Texts stay where the rule
 * has the date; a move stays only beside the same rule and time.
 */
const beside = (part: SeriesPart, from: CalendarDate) => {
  const patternNow = patternText(part);
  const hasDateNow = dateTest(part);
  return (exception: SeriesException): readonly SeriesException[] => {
    const { occurrence, times, pattern } = exception;
    if (occurrence < from || !reaches(part, occurrence)) return [exception];
    if (!hasDateNow(occurrence)) return [];
    if (!times || pattern === patternNow) return [exception];
    return hasTexts(exception) ? [without(exception, MOVE)] : [];
  };
};

const replacedFrom = ({ parts, replaced }: EntrySeries, from: CalendarDate, until: number): readonly ReplacedPart[] => {
  const gone = parts
    .filter((part) => reaches(part, from))
    .map(({ rule, date, time, timeZone, duration, lastDate, location, placeRevision, timesRevision }) => ({
      ...{ rule, date, time, timeZone, duration, lastDate },
      ...{ location, placeRevision, timesRevision, until },
    }));
  return [...gone, ...replaced].slice(0, limits.seriesParts);
};

/** The newest of those since the lowest revision. */
const firstWith = (name: keyof Revised, all: readonly ReplacedPart[]): ReplacedPart | undefined =>
  all.reduce<ReplacedPart | undefined>((best, each) => (best && best[name] <= each[name] ? best : each), undefined);

/**
 * A place or a time that these dates had before, and get again at a revision, has the revision that it had: nobody is asked about it
 * twice, but who answered in between. One command may replace several parts, so what a part replaces may be gone already.
 */
const revisionsOf = (
  part: SeriesPart,
  from: CalendarDate,
  replaced: EntrySeries['replaced'],
  revision: number,
): Revised & Pick<EntrySeries, 'gaps'> => {
  const day = part.date > from ? part.date : from;
  const before = replaced.filter((each) => each.date <= day && reaches(each, from));
  const place = firstWith(
    'placeRevision',
    before.filter(({ location }) => location === part.location),
  );
  const times = firstWith(
    'timesRevision',
    before.filter((each) => hasSameTimes(each, part)),
  );
  return {
    placeRevision: place?.placeRevision ?? revision,
    timesRevision: times?.timesRevision ?? revision,
    gaps: [place, times].flatMap((had) => gap(had?.until, revision, from, part.lastDate)),
  };
};

const gap = (
  from: number | undefined,
  until: number,
  first: CalendarDate,
  last: CalendarDate | null,
): readonly Gap[] => (from === undefined || from === until ? [] : [{ from, until, first, last }]);

/** The oldest ones are forgotten, so that the document stays small. */
const withGaps = ({ gaps }: EntrySeries, more: readonly Gap[]): readonly Gap[] =>
  [...gaps, ...more].slice(-limits.seriesExceptions);

/** Dates that follow the series again, having had a time of their own. */
const moveGaps = (series: EntrySeries, changed: EntrySeries['changed'], revision: number): readonly Gap[] => {
  const moved = new Set(changed.flatMap(({ occurrence, times }) => (times ? [occurrence] : [])));
  return series.changed
    .filter(({ occurrence, times }) => times && !moved.has(occurrence))
    .flatMap(({ occurrence, timesRevision }) => gap(timesRevision, revision, occurrence, occurrence));
};

/** The part that it replaces, if that began on the same date. */
const madeRevisionOf = ({ parts }: EntrySeries, { date }: Pick<SeriesPart, 'date'>, revision: number): number =>
  parts.find((part) => part.date === date)?.madeRevision ?? revision;

/** A new part from a date on. Deleted dates stay deleted under any new rule. */
const withPart = (series: EntrySeries, data: DataOf<'SeriesSet'>, revision: number): EntrySeries => {
  const { entryId: _, groupId: __, creatorId: ___, from, lastEndsAt, ...part } = data;
  // One that is put back begins where it did.
  const start = part.date < from ? part.date : from;
  const replaced = replacedFrom(series, start, revision);
  const { gaps, ...revisions } = revisionsOf(part, from, replaced, revision);
  const changed = series.changed.flatMap(beside(part, from));
  return {
    parts: [
      ...partsBefore(series.parts, start),
      { ...part, ...revisions, madeRevision: madeRevisionOf(series, part, revision) },
    ],
    leftOut: series.leftOut,
    changed,
    lastEndsAt,
    replaced,
    gaps: withGaps(series, [...gaps, ...moveGaps(series, changed, revision)]),
  };
};

const ended = (series: EntrySeries, { from, lastEndsAt }: DataOf<'SeriesEnded'>, revision: number): EntrySeries => ({
  ...series,
  parts: partsBefore(series.parts, from),
  changed: series.changed.filter(({ occurrence }) => occurrence < from),
  lastEndsAt,
  replaced: replacedFrom(series, from, revision),
});

type Changed = DataOf<'OccurrenceChanged'>;

const setFields = ({ changed, times, ...data }: Changed, revision: number) => ({
  ...Object.fromEntries(eventTexts.filter((name) => changed.includes(name)).map((name) => [name, data[name]])),
  ...(changed.includes('location') ? { placeRevision: revision } : {}),
  ...(changed.includes('times') ? { times, timesRevision: revision } : {}),
});

/** The fields that a change gives back to the series, with the revision at which it took them. */
const leftToSeries = ({ follows, changed, times }: Changed): readonly string[] => [
  ...follows,
  ...(follows.includes('location') ? ['placeRevision'] : []),
  ...(changed.includes('times') && times === null ? MOVE : []),
];

/** The date's own values before this change. */
const ownGaps = (
  { occurrence, changed, follows }: Changed,
  { placeRevision, timesRevision }: Partial<Revised> = {},
  revision: number,
): readonly Gap[] => [
  ...(changed.includes('times') ? gap(timesRevision, revision, occurrence, occurrence) : []),
  ...([...changed, ...follows].includes('location') ? gap(placeRevision, revision, occurrence, occurrence) : []),
];

/** The fields that the change names; earlier changes of this date stay. */
const withChanged = (series: EntrySeries, data: Changed, revision: number): EntrySeries => {
  const { occurrence } = data;
  const before = series.changed.find((exception) => exception.occurrence === occurrence);
  const part = series.parts.findLast(({ date }) => date <= occurrence);
  const pattern = part === undefined ? '' : patternText(part);
  const others = series.changed.filter((exception) => exception !== before);
  const exception = without({ ...before, occurrence, pattern, ...setFields(data, revision) }, leftToSeries(data));
  const changed = exception.times || hasTexts(exception) ? [...others, exception] : others;
  return {
    ...series,
    changed: changed.sort((a, b) => (a.occurrence < b.occurrence ? -1 : 1)),
    gaps: withGaps(series, ownGaps(data, before, revision)),
  };
};

/** Changes of a deleted date are kept, so that restoring it brings them back. */
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

/** Folds an event about a series. Uses no time zone data, so that a fold gives the same bytes even after a zone changes its rules. */
export const evolveSeries = (series: EntrySeries, event: SeriesFact, revision: number): EntrySeries => {
  switch (event.type) {
    case 'SeriesSet':
      return withPart(series, event.data, revision);
    case 'SeriesEnded':
      return ended(series, event.data, revision);
    case 'OccurrenceChanged':
      return withChanged(series, event.data, revision);
    case 'OccurrenceCancelled':
      return withoutDate(series, event.data);
    case 'OccurrenceRestored':
      return withDate(series, event.data);
  }
};
