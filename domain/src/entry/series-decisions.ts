import { eachText, eventTexts } from '@quorum/contracts/entry/texts.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { addDays, daysBetween } from '@quorum/contracts/time/days.ts';
import { isoInstant } from '@quorum/contracts/time/instant.ts';
import { nextOccurrence, occurrenceOn } from '@quorum/contracts/time/occurrences.ts';
import { nextDate, type Repeats } from '@quorum/contracts/time/repeats.ts';
import type { Occurrence, WallTimes } from '@quorum/contracts/time/series.ts';
import { spanOf } from '@quorum/contracts/time/wall-clock.ts';
import type { DataOf, DomainEvent } from '../event-catalogue.ts';
import { type EntrySeries, partsBefore, type SeriesPart, type Texts } from './series.ts';
import {
  areSame,
  dayAfter,
  type Edit,
  editedParts,
  partFrom,
  reached,
  refuseParts,
  refuseRule,
  setPart,
  timesOf,
} from './series-parts.ts';
import type { Identity } from './single-changes.ts';

/** Which dates a change reaches. */
export type Scope = 'this' | 'following' | 'all';

export type OnSeries = {
  readonly identity: Identity;
  readonly series: EntrySeries;
  /** Milliseconds. */
  readonly now: number;
};

export type Outcome = readonly DomainEvent[] | Refusal;
export type Found = Occurrence<SeriesPart, EntrySeries['changed'][number]>;

export const gone = refuse('series/date-gone');

/** A single event, or a new one, begins to repeat. */
export const beginSeries = (identity: Identity, texts: Texts, times: WallTimes, rule: Repeats): Outcome => {
  const part = partFrom(times, rule, texts);
  return refuseRule(part) ?? [setPart(identity, part, part.date)];
};

/** The first date that has not started, and after which none has. Undefined if all have. */
export const firstAhead = ({ series, now }: OnSeries): CalendarDate | undefined => {
  const byRule = nextOccurrence({ ...series, leftOut: [], changed: [] }, now)?.occurrence;
  // A date that was moved ahead of the others may have taken place already.
  const started = series.changed.flatMap(({ occurrence, times }) =>
    times && Date.parse(times.startsAt) <= now ? [occurrence] : [],
  );
  const last = started.sort().at(-1);
  if (byRule === undefined || last === undefined || last < byRule) return byRule;
  return series.parts
    .flatMap((part) => nextDate(part, addDays(last, 1), part.lastDate ?? undefined) ?? [])
    .find((date) => date > last);
};

/** Who edits a date with texts of its own means this date too. */
const ownTexts = ({ identity }: OnSeries, found: Found | undefined, { details }: Edit): readonly DomainEvent[] => {
  if (found?.exception === undefined) return [];
  const { exception } = found;
  const changed = eventTexts.filter((field) => details[field] !== undefined && exception[field] !== undefined);
  return changed.length === 0 ? [] : [changedEvent(identity, found, { details, changed, times: null })];
};

/** Which dates an edit reaches, and the one that was edited. */
type Reach = { readonly from: CalendarDate; readonly found: Found | undefined; readonly scope: Scope };

const shiftOf = ({ found, from }: Reach, { times }: Edit): number =>
  times.date === undefined ? 0 : daysBetween(found?.times.date ?? from, times.date);

/** Changes every date from one on. */
const editFrom = (on: OnSeries, reach: Reach, edit: Edit): Outcome => {
  const { identity, series } = on;
  const { from, found, scope } = reach;
  const [first, ...others] = reached(series, from);
  if (first === undefined) return gone;
  const before = [first, ...others] as const;
  const days = shiftOf(reach, edit);
  const parts = editedParts(before, days, edit, scope === 'following');
  if (isRefusal(parts)) return parts;
  const own = days === 0 ? ownTexts(on, found, edit) : [];
  if (areSame(parts, before)) return own;
  const refusal = refuseParts(partsBefore(series.parts, from), parts);
  if (refusal !== undefined) return refusal;
  const sets = parts.map((part, index) => setPart(identity, part, index === 0 ? from : part.date));
  return [...sets, ...own];
};

type Change = {
  readonly details: Partial<Texts>;
  readonly changed: DataOf<'OccurrenceChanged'>['changed'];
  readonly follows?: DataOf<'OccurrenceChanged'>['follows'];
  readonly times: WallTimes | null;
};

export const changedEvent = (identity: Identity, found: Found, change: Change): DomainEvent => {
  const { details, changed, follows = [], times } = change;
  const text = (field: keyof Texts) => (changed.includes(field) ? (details[field] ?? '') : null);
  const { startsAt, endsAt } = found;
  const becomes = changed.includes('times')
    ? spanOf(times ?? { ...timesOf(found.part), date: found.occurrence })
    : found;
  return {
    type: 'OccurrenceChanged',
    data: {
      ...identity,
      occurrence: found.occurrence,
      changed,
      follows,
      times: times && { ...times, ...spanOf(times) },
      was: { startsAt, endsAt },
      becomes: { startsAt: becomes.startsAt, endsAt: becomes.endsAt },
      ...eachText(text),
    },
  };
};

export const sameTimes = (a: WallTimes, b: WallTimes): boolean =>
  a.date === b.date && a.time === b.time && a.timeZone === b.timeZone && a.duration === b.duration;

export const textOf = ({ exception, part }: Found, field: keyof Texts): string | null => {
  const own = exception?.[field];
  return own === undefined ? part[field] : own;
};

const editOne = ({ identity, series, now }: OnSeries, found: Found, { details, times }: Edit): Outcome => {
  const next = timesOf({ ...found.times, ...times });
  const isMoved = !sameTimes(next, timesOf(found.times));
  const texts = eventTexts.filter((field) => details[field] !== undefined && details[field] !== textOf(found, field));
  if (!isMoved && texts.length === 0) return [];
  const refusal = refuseException(series, found, details, now);
  if (refusal !== undefined) return refusal;
  const byRule = timesOf({ ...found.part, date: found.occurrence });
  const changed = [...texts, ...(isMoved ? (['times'] as const) : [])];
  return [
    changedEvent(identity, found, { details, changed, times: isMoved && !sameTimes(next, byRule) ? next : null }),
  ];
};

/** Whether no more dates ahead may be changed or deleted by themselves. */
export const isFull = ({ leftOut, changed }: EntrySeries, now: number): boolean => {
  const today = isoInstant(now).slice(0, 10);
  const dates = new Set([...leftOut, ...changed.map(({ occurrence }) => occurrence)]);
  return [...dates].filter((date) => date >= today).length >= limits.seriesExceptions;
};

const lengthOf = (texts: Partial<Texts>): number =>
  eventTexts.reduce((sum, field) => sum + (texts[field]?.length ?? 0), 0);

/** Whether the texts of single dates would make the document of the series too large. */
const isTooLong = ({ changed }: EntrySeries, { exception }: Found, details: Partial<Texts>): boolean => {
  const others = changed.reduce((sum, each) => (each === exception ? sum : sum + lengthOf(each)), 0);
  return lengthOf(details) > 0 && others + lengthOf({ ...exception, ...details }) > limits.seriesExceptionText;
};

const refuseException = (
  series: EntrySeries,
  found: Found,
  details: Partial<Texts>,
  now: number,
): Refusal | undefined => {
  const isMore = found.exception === undefined && isFull(series, now);
  return isMore || isTooLong(series, found, details) ? refuse('series/too-many-exceptions') : undefined;
};

export const endBefore = ({ identity, series }: OnSeries, from: CalendarDate): Outcome => {
  const last = partsBefore(series.parts, from).at(-1);
  if (last?.lastDate == null) return [{ type: 'EntryCancelled', data: identity }];
  const { lastDate } = last;
  return [
    { type: 'SeriesEnded', data: { ...identity, from, lastDate, lastEndsAt: dayAfter({ ...last, date: lastDate }) } },
  ];
};

const stopAfter = (on: OnSeries, found: Found, edit: Edit): Outcome => {
  const own = editOne(on, found, edit);
  if (isRefusal(own)) return own;
  const { parts } = on.series;
  const isLast = parts.at(-1)?.lastDate === found.occurrence;
  const ended = isLast ? [] : endBefore(on, addDays(found.occurrence, 1));
  return isRefusal(ended) ? ended : [...own, ...ended];
};

const at = ({ series }: OnSeries, occurrence: CalendarDate | undefined): Found | undefined =>
  occurrence === undefined ? undefined : occurrenceOn(series, occurrence);

/** Which dates a command means. Without a date it means the series itself. */
type Dates = { readonly occurrence: CalendarDate | undefined; readonly scope: Scope };

const editThis = (on: OnSeries, found: Found, edit: Edit): Outcome =>
  edit.repeats === undefined ? editOne(on, found, edit) : refuse('series/rule-for-one-date');

const editMany = (on: OnSeries, found: Found | undefined, scope: Scope, edit: Edit): Outcome => {
  const from = found !== undefined && scope === 'following' ? found.occurrence : firstAhead(on);
  if (from === undefined) return [];
  if (edit.repeats !== null) return editFrom(on, { from, found, scope }, edit);
  const last = found ?? at(on, from);
  return last === undefined ? gone : stopAfter(on, last, edit);
};

export const editSeries = (on: OnSeries, edit: Edit, { occurrence, scope }: Dates): Outcome => {
  const found = at(on, occurrence);
  if (occurrence !== undefined && found === undefined) return gone;
  return found !== undefined && scope === 'this' ? editThis(on, found, edit) : editMany(on, found, scope, edit);
};

const cancelOne = ({ identity, series, now }: OnSeries, found: Found): Outcome => {
  if (found.exception === undefined && isFull(series, now)) return refuse('series/too-many-exceptions');
  const { occurrence, startsAt, endsAt } = found;
  return [{ type: 'OccurrenceCancelled', data: { ...identity, occurrence, was: { startsAt, endsAt } } }];
};

const cancelAhead = (on: OnSeries): Outcome => {
  const from = firstAhead(on);
  return from === undefined ? [] : endBefore(on, from);
};

/** Without a date, `following` means every date ahead. */
export const deleteFromSeries = (on: OnSeries, { occurrence, scope }: Dates): Outcome => {
  const whole: Outcome = [{ type: 'EntryCancelled', data: on.identity }];
  if (occurrence === undefined) return scope === 'following' ? cancelAhead(on) : whole;
  const found = at(on, occurrence);
  if (found === undefined) return gone;
  switch (scope) {
    case 'this':
      return cancelOne(on, found);
    case 'following':
      return endBefore(on, occurrence);
    case 'all':
      return whole;
  }
};
