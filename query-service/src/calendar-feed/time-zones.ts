import { dateFields, dateOf } from '@quorum/contracts/time/calendar-date.ts';
import { compactInstant, DAY_MS, SECOND_MS } from '@quorum/contracts/time/instant.ts';
import { WEEKDAY_CODES } from '@quorum/contracts/time/repeats.ts';
import { offsetAt, offsetChanges } from '@quorum/contracts/time/zone-offsets.ts';
import { type Component, type Property, propertyOf } from './jcal.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** `-05:00`, with seconds only where a zone has them. */
const offsetText = (offset: number): string => {
  const seconds = Math.abs(offset) / SECOND_MS;
  const text = `${offset < 0 ? '-' : '+'}${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`;
  return seconds % 60 === 0 ? text : `${text}:${two(seconds % 60)}`;
};

/** The reading of clocks that have this offset. */
const reading = (ms: number, offset: number): string => new Date(ms + offset).toISOString().slice(0, 19);

/** An onset by the clock before it: the day in its month, and which weekday of the month that is. */
type Onset = { readonly reading: string; readonly year: number; readonly days: readonly string[] };

const onsetOf = (ms: number, before: number): Onset => {
  const text = reading(ms, before);
  const { year, month, day, weekday } = dateFields(text.slice(0, 10));
  const isLast = dateFields(dateOf(year, month, day + 7)).month !== month;
  const byDay = (nth: number) => `${month} ${nth}${WEEKDAY_CODES[weekday]} ${text.slice(11)}`;
  return { reading: text, year, days: [...(isLast ? [byDay(-1)] : []), byDay(Math.ceil(day / 7))] };
};

/** Onsets of the same weekday of a month in years that follow each other. */
type Run = { readonly onsets: readonly [Onset, ...Onset[]]; readonly days: readonly string[] };

/** A run with one more year. Undefined if it does not follow. */
const continued = ({ onsets, days }: Run, onset: Onset): Run | undefined => {
  const same = days.filter((day) => onset.days.includes(day));
  const follows = onsets.at(-1)?.year === onset.year - 1 && same.length > 0;
  return follows ? { onsets: [...onsets, onset], days: same } : undefined;
};

const runsOf = (onsets: readonly Onset[]): readonly Run[] => {
  const runs: Run[] = [];
  for (const onset of onsets) {
    const last = runs.at(-1);
    const longer = last && continued(last, onset);
    if (longer === undefined) runs.push({ onsets: [onset], days: onset.days });
    else runs[runs.length - 1] = longer;
  }
  return runs;
};

type Offsets = { readonly before: number; readonly after: number };

/**
 * A rule that holds until the last known year goes on: the product knows no other. The end of another lies a day after its last onset,
 * because some readers take the instant for local time.
 */
const ruleOf = ({ onsets, days }: Run, before: number, lastYear: number): readonly Property[] => {
  const [last, [month, day] = []] = [onsets.at(-1), days[0]?.split(' ')];
  if (onsets.length === 1 || last === undefined) return [];
  const until = compactInstant(new Date(Date.parse(`${last.reading}Z`) - before + DAY_MS).toISOString());
  const end = last.year >= lastYear ? '' : `;UNTIL=${until}`;
  return [propertyOf(`RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=${day}${end}`)];
};

const observance = (run: Run, { before, after }: Offsets, lastYear: number): Component => [
  after > before ? 'daylight' : 'standard',
  [
    ['dtstart', {}, 'date-time', run.onsets[0].reading],
    ...ruleOf(run, before, lastYear),
    ['tzoffsetfrom', {}, 'utc-offset', offsetText(before)],
    ['tzoffsetto', {}, 'utc-offset', offsetText(after)],
  ],
  [],
];

/**
 * The definition of a zone between two instants (milliseconds), from the same offsets as the dates of the product, so that it cannot
 * disagree with them. Onsets without a rule have an observance each, because readers know few of the ways to list them.
 */
export const zoneDefinition = (timeZone: string, from: number, to: number): Component => {
  const first = offsetAt(from, timeZone);
  const lastYear = new Date(to).getUTCFullYear() - 1;
  const changes = [{ at: from, before: first, after: first }, ...offsetChanges(timeZone, from, to)];
  const groups = new Map<string, { readonly offsets: Offsets; readonly onsets: Onset[] }>();
  for (const { at, before, after } of changes) {
    const key = `${before} ${after}`;
    const group = groups.get(key) ?? { offsets: { before, after }, onsets: [] };
    groups.set(key, group);
    group.onsets.push(onsetOf(at, before));
  }
  const observances = [...groups.values()].flatMap(({ offsets, onsets }) =>
    runsOf(onsets).map((run) => observance(run, offsets, lastYear)),
  );
  return ['vtimezone', [['tzid', {}, 'text', timeZone]], observances];
};

/** Before 1970 many zones had offsets of odd minutes. */
const EARLIEST_MS = 0;

/** Ten years of 366 days. Programs know the rules of named zones beyond. */
const AHEAD_MS = 3_660 * DAY_MS;

/** The zones that a file names, and from when on. */
export class NamedZones {
  readonly #from = new Map<string, number>();
  readonly #to: number;

  /** @param now milliseconds */
  constructor(now: number) {
    this.#to = now + AHEAD_MS;
  }

  /** Whether a definition can hold for a time. Other times are written in UTC. */
  covers(startsAt: string): boolean {
    const ms = Date.parse(startsAt);
    return ms > EARLIEST_MS && ms < this.#to;
  }

  /** A series names its zone also if it began before the definition does. */
  add(timeZone: string, startsAt: string): void {
    const ms = Math.min(Math.max(Date.parse(startsAt), EARLIEST_MS), this.#to);
    if (timeZone !== 'UTC') this.#from.set(timeZone, Math.min(ms, this.#from.get(timeZone) ?? ms));
  }

  /** Each takes milliseconds if nothing has asked for its years before. */
  *definitions(): Generator<Component> {
    // A whole year earlier, because a date may be named that was moved.
    for (const [timeZone, ms] of this.#from) yield zoneDefinition(timeZone, startOfYearBefore(ms), this.#to);
  }
}

const startOfYearBefore = (ms: number): number => Date.UTC(new Date(ms).getUTCFullYear() - 1, 0, 1);
