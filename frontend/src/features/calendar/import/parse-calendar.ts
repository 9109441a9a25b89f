import type { ImportedEventInput } from '@quorum/contracts/import/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { cleanLine, cleanText } from '@quorum/contracts/text/hostile-text.ts';
import type { WallTimes } from '@quorum/contracts/time/series.ts';
import ICAL from 'ical.js';
import { type FileEvent, NOT_A_CALENDAR } from './file-event.ts';
import { FileZones } from './file-zones.ts';
import { type Component, propertiesOf, propertyOf, textOf } from './jcal.ts';
import { type Recur, readRule } from './read-rule.ts';
import { inZone, momentOf, type Reading, timesOf } from './read-times.ts';

const UNSUPPORTED = 'Repeats in a way we don’t support';
const CANCELLED = 'It was cancelled';
const TOO_OFTEN = 'It was changed too often';

type Texts = { readonly name: string; readonly description: string; readonly location: string };

const cut = (text: string, max: number): string =>
  text.length <= max
    ? text
    : text
        .slice(0, max)
        .replace(/\p{Cs}$/u, '')
        .trim();

const rawTexts = (event: Component): Texts => ({
  name: cleanLine(textOf(event, 'summary')) || 'Untitled',
  description: cleanText(textOf(event, 'description')).trim(),
  location: cleanLine(textOf(event, 'location')),
});

const cutTexts = ({ name, description, location }: Texts): Texts => ({
  name: cut(name, limits.eventName),
  description: cut(description, limits.eventDescription),
  location: cut(location, limits.eventLocation),
});

const isCancelled = (event: Component): boolean => textOf(event, 'status').toUpperCase() === 'CANCELLED';

/** The dates that properties name, by the clock of the series. */
const datesOf = (event: Component, name: string, timeZone: string, reading: Reading): readonly string[] =>
  propertiesOf(event, name).flatMap((property) =>
    property.slice(3).map((value) => inZone(momentOf(property, value, reading), timeZone).date),
  );

type Changed = NonNullable<ImportedEventInput['changed']>[number];

const changedDate = (single: Component, occurrence: string, whole: Texts & WallTimes, reading: Reading): Changed => {
  const now = { ...cutTexts(rawTexts(single)), ...timesOf(single, reading) };
  const expected = { ...whole, date: occurrence };
  const fields = (Object.keys(now) as (keyof typeof now)[]).filter((field) => now[field] !== expected[field]);
  return { occurrence, ...Object.fromEntries(fields.map((field) => [field, now[field]])) };
};

/** An event that repeats, with the dates that differ. @throws RangeError with a reason */
const seriesOf = (whole: Component, singles: readonly Component[], reading: Reading): Partial<ImportedEventInput> => {
  const rules = propertiesOf(whole, 'rrule');
  const [rule] = rules;
  const others = ['rdate', 'exrule'].flatMap((name) => propertiesOf(whole, name));
  if (rule === undefined || rules.length > 1 || others.length > 0) throw new RangeError(UNSUPPORTED);
  const times = timesOf(whole, reading);
  const repeats = readRule(rule[3] as Recur, times);
  if (repeats === undefined) throw new RangeError(UNSUPPORTED);
  const details = { ...cutTexts(rawTexts(whole)), ...times };
  const named = singles.map(
    (single) => [datesOf(single, 'recurrence-id', times.timeZone, reading)[0] ?? '', single] as const,
  );
  const gone = named.flatMap(([date, single]) => (isCancelled(single) ? [date] : []));
  const excluded = [...new Set([...datesOf(whole, 'exdate', times.timeZone, reading), ...gone])];
  const changed = named.flatMap(([date, single]) =>
    isCancelled(single) ? [] : [changedDate(single, date, details, reading)],
  );
  if (excluded.length + changed.length > limits.seriesExceptions) throw new RangeError(TOO_OFTEN);
  return { repeats, excluded, changed };
};

/** A single time in UTC is shown by the viewer’s clock. */
const ownClock = ({ duration, ...times }: WallTimes, { timeZone }: Reading): WallTimes => {
  const {
    date,
    time,
    timeZone: zone,
  } = times.timeZone === 'UTC' ? inZone({ ...times, isDay: false }, timeZone) : times;
  return { date, time, timeZone: zone, duration };
};

const REPEATED = ['rrule', 'rdate', 'exrule'];

const uidOf = (event: Component, isSingle: boolean): string => {
  const uid = textOf(event, 'uid').slice(0, limits.importedUid - 40) || crypto.randomUUID();
  return isSingle ? `${uid} ${String(propertyOf(event, 'recurrence-id')?.[3] ?? '')}`.trim() : uid;
};

const readEvent = (whole: Component, singles: readonly Component[], reading: Reading, isSingle: boolean): FileEvent => {
  const texts = rawTexts(whole);
  const details = cutTexts(texts);
  const isShortened = JSON.stringify(texts) !== JSON.stringify(details);
  const refused = (reason: string): FileEvent => ({ name: details.name, reason, isShortened });
  if (isCancelled(whole)) return refused(CANCELLED);
  try {
    const times = timesOf(whole, reading);
    const repeats = !isSingle && REPEATED.some((name) => propertyOf(whole, name) !== undefined);
    const event = repeats
      ? { ...details, ...times, ...seriesOf(whole, singles, reading) }
      : { ...details, ...ownClock(times, reading) };
    return { name: details.name, event: { uid: uidOf(whole, isSingle), ...event }, isShortened };
  } catch (error) {
    return refused(error instanceof RangeError ? error.message : 'It can’t be read');
  }
};

/** The events of a file: those that repeat with their dates, and dates whose series the file does not have. */
const eventsOf = (events: readonly Component[], reading: Reading): readonly FileEvent[] => {
  const isDate = (event: Component) => propertyOf(event, 'recurrence-id') !== undefined;
  const wholes = events.filter((event) => !isDate(event));
  const names = new Set(wholes.map((event) => textOf(event, 'uid')));
  const dates = new Map<string, Component[]>();
  for (const event of events.filter(isDate)) {
    const uid = textOf(event, 'uid');
    dates.set(uid, [...(dates.get(uid) ?? []), event]);
  }
  const alone = [...dates].flatMap(([uid, singles]) => (names.has(uid) ? [] : singles));
  return [
    ...wholes.map((whole) => readEvent(whole, dates.get(textOf(whole, 'uid')) ?? [], reading, false)),
    ...alone.map((single) => readEvent(single, [], reading, true)),
  ];
};

const isCalendar = (component: unknown): component is Component =>
  Array.isArray(component) && component[0] === 'vcalendar' && Array.isArray(component[2]);

/**
 * Reads an iCalendar file. Attendees, alarms and attachments are not read.
 * @param timeZone the viewer’s. @throws Error if it is no calendar
 */
export const parseCalendar = (text: string, timeZone: string): readonly FileEvent[] => {
  const parsed: unknown = ICAL.parse(text.replace(/^\uFEFF/, ''));
  const calendars = (isCalendar(parsed) ? [parsed] : (parsed as unknown[])).filter(isCalendar);
  if (calendars.length === 0) throw new Error(NOT_A_CALENDAR);
  const events = calendars.flatMap(([, , components]) => components.filter(([name]) => name === 'vevent'));
  return eventsOf(events, { zones: new FileZones(calendars), timeZone });
};
