import { eventTexts, textsOf } from '@quorum/contracts/entry/texts.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { addDays, addYears } from '@quorum/contracts/time/days.ts';
import { DAY_MINUTES, DAY_MS, isoInstant } from '@quorum/contracts/time/instant.ts';
import { hasDate, type Repeats } from '@quorum/contracts/time/repeats.ts';
import {
  countBefore,
  firstFittingDate,
  lastDateOf,
  shiftedRule,
  shortestDistance,
} from '@quorum/contracts/time/rule-dates.ts';
import type { WallTimes } from '@quorum/contracts/time/series.ts';
import { normalizeTime, spanOf } from '@quorum/contracts/time/wall-clock.ts';
import type { DomainEvent } from '../event-catalogue.ts';
import { type EntrySeries, patternText, type SeriesPart, type Texts } from './series.ts';
import type { Identity } from './single-changes.ts';

export type Edit = {
  readonly details: Partial<Texts>;
  readonly times: Partial<WallTimes>;
  /** A new rule, or null if the series ends. */
  readonly repeats?: Repeats | null | undefined;
};

export const timesOf = ({ date, time, timeZone, duration }: WallTimes): WallTimes => ({
  date,
  time: normalizeTime(time),
  timeZone,
  duration,
});

/** A day after the end, since a zone may change its law. */
export const dayAfter = (times: WallTimes): string => isoInstant(Date.parse(spanOf(times).endsAt) + DAY_MS);

export const lastEndOf = (times: WallTimes, lastDate: CalendarDate | null): string | null =>
  lastDate === null ? null : dayAfter({ ...times, date: lastDate });

export const refuseRule = ({ rule, date, duration, lastDate }: SeriesPart): Refusal | undefined => {
  if (!hasDate({ rule, date }, date)) return refuse('series/first-date');
  if (rule.until !== undefined && rule.until > addYears(date, limits.seriesYears))
    return refuse('request/invalid', { text: `Please choose an end within ${limits.seriesYears} years` });
  return duration > shortestDistance({ rule, date }, lastDate) * DAY_MINUTES
    ? refuse('series/overlaps-itself')
    : undefined;
};

export const partFrom = (times: WallTimes, rule: Repeats, texts: Texts): SeriesPart => {
  const clock = timesOf(times);
  const lastDate = lastDateOf({ rule, date: clock.date });
  return { rule, ...clock, ...spanOf(clock), lastDate, ...textsOf(texts) };
};

/** A part that was put back brings more than is stored. */
export const setPart = (identity: Identity, part: SeriesPart, from: CalendarDate): DomainEvent => {
  const { rule, startsAt, endsAt, lastDate } = part;
  const times = { ...timesOf(part), startsAt, endsAt };
  return {
    type: 'SeriesSet',
    data: { ...identity, ...textsOf(part), from, rule, ...times, lastDate, lastEndsAt: lastEndOf(part, lastDate) },
  };
};

/** The parts that dates from a date on belong to, each from where it is reached. */
export const reached = ({ parts }: EntrySeries, from: CalendarDate): readonly SeriesPart[] =>
  parts
    .filter(({ lastDate }) => lastDate === null || lastDate >= from)
    .map((part) => (part.date >= from ? part : startedAt(part, from)));

/** A rule with a count continues with the rest of its count. */
const startedAt = (part: SeriesPart, date: CalendarDate): SeriesPart => {
  const { count } = part.rule;
  const rule = count === undefined ? part.rule : { ...part.rule, count: count - countBefore(part, date) };
  return { ...part, rule, date };
};

const moved = (part: SeriesPart, days: number, { details, times }: Edit): SeriesPart => {
  const { date: _, ...clock } = times;
  const date = addDays(part.date, days);
  const { until, ...rule } = shiftedRule(part.rule, days, date);
  const end = until === undefined ? {} : { until: addDays(until, days) };
  return partFrom({ ...timesOf(part), ...clock, date }, { ...rule, ...end }, { ...part, ...details });
};

/** @param isFirstGiven whether the date must fit; otherwise the first one that does is taken. */
const withRule = (
  part: SeriesPart,
  rule: Repeats,
  { details, times }: Edit,
  isFirstGiven: boolean,
): SeriesPart | Refusal => {
  const date = times.date ?? part.date;
  const first = isFirstGiven ? date : firstFittingDate(rule, date);
  if (first === undefined) return refuse('series/first-date');
  return partFrom({ ...timesOf(part), ...times, date: first }, rule, { ...part, ...details });
};

/**
 * The parts after an edit that reaches them: each with the changed fields, or one with a new rule.
 * @param days by which their dates move
 */
export const editedParts = (
  before: readonly [SeriesPart, ...SeriesPart[]],
  days: number,
  edit: Edit,
  isFirstGiven: boolean,
): readonly SeriesPart[] | Refusal => {
  if (!edit.repeats) return before.map((part) => moved(part, days, edit));
  const times = { ...edit.times, date: addDays(before[0].date, days) };
  const part = withRule(before[0], edit.repeats, { ...edit, times }, isFirstGiven);
  return isRefusal(part) ? part : [part];
};

export const areSame = (a: readonly SeriesPart[], b: readonly SeriesPart[]): boolean =>
  a.length === b.length && a.every((part, index) => isSame(part, b[index] ?? part));

export const isSame = (a: SeriesPart, b: SeriesPart): boolean =>
  a.date === b.date &&
  a.lastDate === b.lastDate &&
  patternText(a) === patternText(b) &&
  eventTexts.every((field) => a[field] === b[field]);

export const refuseParts = (staying: readonly SeriesPart[], parts: readonly SeriesPart[]): Refusal | undefined => {
  if (staying.length + parts.length > limits.seriesParts) return refuse('series/too-many-parts');
  const last = staying.at(-1)?.lastDate;
  if (last && (parts[0]?.date ?? '') <= last) return refuse('series/first-date');
  return parts.map(refuseRule).find((refusal) => refusal !== undefined);
};
