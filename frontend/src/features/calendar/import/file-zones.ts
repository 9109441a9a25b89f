import { isCalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { addDays } from '@quorum/contracts/time/days.ts';
import { MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import { isKnownTimeZone } from '@quorum/contracts/time/known-time-zones.ts';
import { datesOf, type Repeats } from '@quorum/contracts/time/repeats.ts';
import { instantMs } from '@quorum/contracts/time/wall-clock.ts';
import { offsetAt } from '@quorum/contracts/time/zone-offsets.ts';
import { type Component, propertiesOf, propertyOf, textOf } from './jcal.ts';
import { type Recur, readRule } from './read-rule.ts';
import { WINDOWS_ZONES } from './windows-zones.ts';

/** Some programs write a path that ends in the name. */
const namesIn = (tzid: string): readonly string[] => {
  const parts = tzid.replace(/^"|"$/g, '').split('/');
  return [parts.join('/'), parts.slice(-2).join('/'), parts.slice(-3).join('/')];
};

/** Noons from a day on at which offsets are compared: over both changes of the clocks in two years. */
const probesFrom = (date: string): readonly string[] =>
  Array.from({ length: 24 }, (_, index) => addDays(date, index * 30));

/** The zones that a file names. */
export class FileZones {
  readonly #definitions: ReadonlyMap<string, Component>;
  readonly #found = new Map<string, string | undefined>();

  constructor(calendars: readonly Component[]) {
    const definitions = calendars.flatMap(([, , components]) => components.filter(([name]) => name === 'vtimezone'));
    this.#definitions = new Map(definitions.map((definition) => [textOf(definition, 'tzid'), definition]));
  }

  /** The IANA name of a zone, by its name, its usual name in Windows, or its offsets from a day on. Undefined if it is not known. */
  nameOf(tzid: string, date: string): string | undefined {
    if (!this.#found.has(tzid)) this.#found.set(tzid, this.#find(tzid, date));
    return this.#found.get(tzid);
  }

  #find(tzid: string, date: string): string | undefined {
    const definition = this.#definitions.get(tzid);
    const given = definition === undefined ? [] : [textOf(definition, 'x-lic-location')];
    const named = [tzid, ...given].flatMap(namesIn).find(isKnownTimeZone) ?? WINDOWS_ZONES.get(tzid);
    if (named !== undefined && isKnownTimeZone(named)) return named;
    return definition && byOffsets(definition, date);
  }
}

const yearOf = (date: string): number => Number(date.slice(0, 4));

/** The rule, if it is one of every year whose first day may be this one. */
const yearly = (rule: Recur, date: string): Repeats | undefined => {
  const repeats = isCalendarDate(date) ? readRule(rule, { date, time: '00:00', timeZone: 'UTC' }) : undefined;
  return repeats?.unit === 'year' && repeats.every === 1 && repeats.count === undefined ? repeats : undefined;
};

/** A day of the year on which a rule can be looked at. It began on another, maybe centuries ago. */
const dayIn = (year: number, { bymonth, bymonthday, byday }: Recur, first: string): string => {
  const two = (value: unknown): string => String(value).padStart(2, '0');
  const day = byday === undefined ? (bymonthday ?? first.slice(8)) : 1;
  return `${year}-${two(bymonth ?? first.slice(5, 7))}-${two(day)}`;
};

/** Days of a yearly rule, the last ones up to a day. Undefined for other rules. The library would expand some of them without end. */
const byRule = (rule: Recur, first: string, day: string): readonly string[] | undefined => {
  const until = typeof rule.until === 'string' ? rule.until.slice(0, 10) : day;
  if (![first, until].every(isCalendarDate)) return undefined;
  // The end is an instant in UTC, which may have the date before.
  const last = until < day ? addDays(until, 1) : day;
  const date = dayIn(yearOf(last) - 1, rule, first);
  const repeats = yearly(rule, date);
  return repeats && [...datesOf({ rule: repeats, date }, first > date ? first : date, last)];
};

/** Days up to a day on which clocks changed to an observance, the last one among them. Undefined if its rule is not known. */
const onsetsOf = (observance: Component, day: string): readonly string[] | undefined => {
  const dates = ['dtstart', 'rdate'].flatMap((name) =>
    propertiesOf(observance, name).flatMap((property) => property.slice(3).map((value) => String(value).slice(0, 10))),
  );
  const rule = propertyOf(observance, 'rrule')?.[3] as Recur | undefined;
  const repeated = rule === undefined ? [] : byRule(rule, dates[0] ?? '', day);
  return repeated && [...dates, ...repeated].filter((date) => date <= day);
};

/** Milliseconds of `+02:00`. */
const offsetOf = (observance: Component): number => {
  const [, sign = '', hours, minutes] = /^([+-])(\d\d):(\d\d)/.exec(textOf(observance, 'tzoffsetto')) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
};

/** The offset of the observance that began last. Undefined if that is not known. */
const offsetOn = ([, , observances]: Component, day: string): number | undefined => {
  const onsets = observances.map((observance) => onsetsOf(observance, day));
  const last =
    onsets
      .flatMap((dates) => dates ?? [])
      .sort()
      .at(-1) ?? '';
  const latest = observances.find((_, index) => onsets[index]?.includes(last));
  return onsets.includes(undefined) || latest === undefined ? undefined : offsetOf(latest);
};

/** The first zone whose clocks show the same over two years, of the well-known ones if there is one. */
const byOffsets = (definition: Component, date: string): string | undefined => {
  const probes = probesFrom(date).map((day) => ({
    wall: { date: day, time: '12:00' },
    offset: offsetOn(definition, day),
  }));
  return [...WINDOWS_ZONES.values(), ...Intl.supportedValuesOf('timeZone')]
    .filter(isKnownTimeZone)
    .find((timeZone) =>
      probes.every(({ wall, offset }) => offsetAt(instantMs({ ...wall, timeZone }), timeZone) === offset),
    );
};
