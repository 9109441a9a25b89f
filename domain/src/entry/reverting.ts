import { eventTexts } from '@quorum/contracts/entry/texts.ts';
import { isRefusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Reminder } from '@quorum/contracts/reminder/lead-times.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { addDays } from '@quorum/contracts/time/days.ts';
import { occurrenceOn } from '@quorum/contracts/time/occurrences.ts';
import { nextDate } from '@quorum/contracts/time/repeats.ts';
import { partOf, type WallTimes } from '@quorum/contracts/time/series.ts';
import type { Span } from '@quorum/contracts/time/wall-clock.ts';
import type { DomainEvent } from '../event-catalogue.ts';
import { type EntrySeries, evolveSeries, noSeries, partsBefore, type SeriesFact, type Texts } from './series.ts';
import {
  changedEvent,
  endBefore,
  type Found,
  firstAhead,
  gone,
  isFull,
  type OnSeries,
  type Outcome,
  sameTimes,
  textOf,
} from './series-decisions.ts';
import { areSame, isSame, partFrom, reached, refuseParts, setPart, timesOf } from './series-parts.ts';
import { changeDetails, type Identity, reschedule, type Seats, setReminder, setSeats } from './single-changes.ts';

/** An entry at one moment. */
type Version = Texts & WallTimes & Span & Seats & { readonly series: EntrySeries | null; readonly reminder: Reminder };

type At = { readonly identity: Identity; readonly now: number };

const over = refuse('rsvp/over');

const hasBegun = ({ startsAt }: Pick<Span, 'startsAt'>, now: number): boolean => Date.parse(startsAt) <= now;
const isOver = ({ endsAt }: Pick<Span, 'endsAt'>, now: number): boolean => Date.parse(endsAt) <= now;

/** A time that has passed is left out. */
const singleBack = ({ identity, now }: At, entry: Version, version: Version): Outcome => {
  if (isOver(entry, now)) return over;
  const times = hasBegun(version, now) ? [] : reschedule(identity, entry, version);
  return [...changeDetails(identity, entry, version), ...times];
};

/**
 * An entry that was a single event then becomes a series of one date: by the rule that has this date now, so that nobody is asked
 * again about a time that is the same.
 */
const asSeries = (version: Version, now: EntrySeries): EntrySeries => {
  if (version.series !== null) return version.series;
  const { count: _, ...rule } = partOf(now, version.date)?.rule ?? { unit: 'day', every: 1 };
  const part = partFrom(version, { ...rule, until: version.date }, version);
  return { ...noSeries, parts: [{ ...part, placeRevision: 0, timesRevision: 0, madeRevision: 0 }] };
};

type Wanted = Partial<Texts> & { readonly times?: WallTimes | null | undefined };

/** Gives a date these texts and this time of its own, and no others. */
const dateBack = ({ identity }: At, found: Found, wanted: Wanted): readonly DomainEvent[] => {
  const own: Partial<Texts> = found.exception ?? {};
  const byRule = timesOf({ ...found.part, date: found.occurrence });
  const times = wanted.times ? timesOf(wanted.times) : null;
  const set = eventTexts.filter((field) => wanted[field] !== undefined && wanted[field] !== own[field]);
  const follows = eventTexts.filter((field) => wanted[field] === undefined && own[field] !== undefined);
  const isMoved = !sameTimes(times ?? byRule, timesOf(found.times));
  if (set.length + follows.length === 0 && !isMoved) return [];
  const changed = [...set, ...(isMoved ? (['times'] as const) : [])];
  return [changedEvent(identity, found, { details: wanted, changed, follows, times })];
};

/** The exception that a date needs to be as it was, although its series may have changed. */
const wantedOn = (then: Found, found: Found, now: number): Wanted => {
  const texts = eventTexts.flatMap((field) => {
    const text = textOf(then, field);
    return then.exception?.[field] === undefined && text === found.part[field] ? [] : [[field, text] as const];
  });
  if (hasBegun(then, now)) return { ...Object.fromEntries(texts), times: found.exception?.times };
  const byRule = timesOf({ ...found.part, date: found.occurrence });
  const times = timesOf(then.times);
  return { ...Object.fromEntries(texts), times: sameTimes(times, byRule) ? null : times };
};

const oneBack = (on: OnSeries, version: EntrySeries, occurrence: CalendarDate): Outcome => {
  const [found, then] = [occurrenceOn(on.series, occurrence), occurrenceOn(version, occurrence)];
  if (found === undefined || then === undefined) return gone;
  if (isOver(found, on.now)) return over;
  if (found.exception === undefined && isFull(on.series, on.now)) return refuse('series/too-many-exceptions');
  return dateBack(on, found, wantedOn(then, found, on.now));
};

/** Undefined if none has started. */
const lastStarted = (on: OnSeries): CalendarDate | undefined => {
  const { parts } = on.series;
  const ahead = firstAhead(on);
  return (ahead === undefined ? parts : partsBefore(parts, ahead)).at(-1)?.lastDate ?? undefined;
};

/** The day from which nothing has started, neither as it is nor as it was. */
const reachOf = (on: OnSeries, version: EntrySeries): CalendarDate => {
  const started = [lastStarted(on), lastStarted({ ...on, series: version })].flatMap((date) => date ?? []);
  const last = started.sort().at(-1);
  if (last !== undefined) return addDays(last, 1);
  return [...on.series.parts, ...version.parts].map(({ date }) => date).sort()[0] ?? '';
};

const firstFrom = ({ parts }: EntrySeries, from: CalendarDate): CalendarDate | undefined =>
  parts.flatMap((part) => nextDate(part, from, part.lastDate ?? undefined) ?? []).sort()[0];

/** If the started dates are the same, the parts go on as they were. */
const sameParts = ({ identity, series }: OnSeries, { parts }: EntrySeries, from: CalendarDate): Outcome => {
  const first = parts.findIndex((part, index) => {
    const now = series.parts[index];
    return now === undefined || !isSame(part, now);
  });
  return parts.slice(first).map((part, index) => {
    // The part that goes may begin before the one that comes back.
    const replaced = index === 0 ? series.parts[first]?.date : undefined;
    const start = replaced !== undefined && replaced < part.date ? replaced : part.date;
    return setPart(identity, part, start < from ? from : start);
  });
};

const otherParts = ({ identity, series }: OnSeries, version: EntrySeries, from: CalendarDate): Outcome => {
  const parts = reached(version, firstFrom(version, from) ?? from);
  const refusal = refuseParts(partsBefore(series.parts, from), parts);
  return refusal ?? parts.map((part, index) => setPart(identity, part, index === 0 ? from : part.date));
};

const partsBack = (on: OnSeries, version: EntrySeries, from: CalendarDate): Outcome => {
  const { parts } = on.series;
  const past = [partsBefore(parts, from), partsBefore(version.parts, from)] as const;
  const isSamePast = areSame(...past);
  if (isSamePast && areSame(parts, version.parts)) return [];
  if (firstFrom(version, from) === undefined)
    return firstFrom(on.series, from) === undefined ? [] : endBefore(on, from);
  return isSamePast ? sameParts(on, version, from) : otherParts(on, version, from);
};

/** The dates with texts or a time of their own, beside the parts that were put back. */
const exceptionsBack = (on: OnSeries, version: EntrySeries, from: CalendarDate): readonly DomainEvent[] => {
  const dates = new Set([...on.series.changed, ...version.changed].map(({ occurrence }) => occurrence));
  return [...dates].sort().flatMap((date) => {
    const found = date < from ? undefined : occurrenceOn(on.series, date);
    return found === undefined ? [] : dateBack(on, found, version.changed.find((own) => own.occurrence === date) ?? {});
  });
};

/** Deleted dates stay deleted: they have a way back of their own. */
const seriesBack = (on: OnSeries, version: EntrySeries): Outcome => {
  const from = reachOf(on, version);
  if (firstFrom(on.series, from) === undefined && firstFrom(version, from) === undefined) return over;
  const sets = partsBack(on, version, from);
  if (isRefusal(sets)) return sets;
  const series = sets.reduce((before, event) => evolveSeries(before, event as SeriesFact, 0), on.series);
  return [...sets, ...exceptionsBack({ ...on, series }, version, from)];
};

/**
 * Puts an entry back as it was: a date of a series, or everything that has not started.
 * @param occurrence undefined for everything
 */
export const putBack = (at: At, entry: Version, version: Version, occurrence: CalendarDate | undefined): Outcome => {
  if (entry.series !== null && occurrence !== undefined)
    return oneBack({ ...at, series: entry.series }, asSeries(version, entry.series), occurrence);
  if (occurrence !== undefined) return gone;
  const back =
    entry.series === null
      ? singleBack(at, entry, version)
      : seriesBack({ ...at, series: entry.series }, asSeries(version, entry.series));
  if (isRefusal(back)) return back;
  const repeats = entry.series !== null;
  return [
    ...back,
    ...setSeats(at.identity, entry, version),
    ...setReminder(at.identity, { ...entry, repeats }, version.reminder),
  ];
};
