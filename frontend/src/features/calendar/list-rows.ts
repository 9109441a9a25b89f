import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { dateRangeTitle, dayHeader, dayHeaderDetail, shortDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { addDays, compareDates, dayBounds, localDate } from '@quorum/contracts/time/days.ts';
import { type EventDay, groupByDay, nowLineIndex } from '@quorum/contracts/time/event-days.ts';
import { byStartThenName } from '@quorum/contracts/time/event-timing.ts';
import { eventsWindow } from '@quorum/contracts/time/events-window.ts';
import { creatorTime } from '@quorum/contracts/time/labels.ts';
import type { VirtualizerHandle } from 'virtua';
import type { TimedEvent } from '../../data/calendar-entry/timed-event.ts';

export type Row =
  | {
      readonly kind: 'day';
      readonly key: string;
      readonly header: string;
      readonly detail: string | undefined;
      /** The city in whose time all events of the day were set, if that is not the viewer's. */
      readonly city?: string | undefined;
    }
  | { readonly kind: 'now'; readonly key: 'now' }
  /** In place of a week without events. Its key is the week's first day. */
  | { readonly kind: 'week'; readonly key: string; readonly text: string }
  /** In place of the events of today. */
  | { readonly kind: 'nothing'; readonly key: 'nothing' }
  | {
      readonly kind: 'event';
      readonly key: string;
      readonly date: string;
      readonly event: TimedEvent;
      readonly overlaps?: Overlap;
      /** The header of the day names the zone. */
      readonly isZoneKnown?: boolean;
    };

const emptyToday = (date: string): EventDay<TimedEvent> => ({
  date,
  isToday: true,
  header: dayHeader(date, date),
  detail: dayHeaderDetail(date, date),
  events: [],
});

/** The days to list. They include today, which is the chosen day unless another one is, even without events. */
const daysWithToday = (events: readonly TimedEvent[], now: number, timeZone: string): EventDay<TimedEvent>[] => {
  // Days outside the window are incomplete: only events that reach into it are loaded.
  const { startDate, endDate } = eventsWindow(now, timeZone);
  const days = groupByDay(events, now, timeZone).filter(({ date }) => date >= startDate && date <= endDate);
  if (days.some(({ isToday }) => isToday)) return days;
  return [...days, emptyToday(localDate(now, timeZone))].sort((a, b) => compareDates(a.date, b.date));
};

/** How many others an event overlaps, and the names of the first ones. */
export type Overlap = { readonly count: number; readonly names: string };

const MAX_NAMED = 5;

/** For each event that is not over and overlaps others. */
export const overlapsOf = (events: readonly TimedEvent[], now: number): ReadonlyMap<string, Overlap> => {
  const others = new Map<string, { readonly names: string[]; count: number }>();
  const note = (id: string, name: string): void => {
    const known = others.get(id) ?? { names: [], count: 0 };
    others.set(id, known);
    known.count += 1;
    if (known.count <= MAX_NAMED) known.names.push(name);
  };
  const coming = events.filter(({ endsAt }) => endsAt > now).sort(byStartThenName);
  let going: readonly TimedEvent[] = [];
  for (const event of coming) {
    going = going.filter(({ endsAt }) => endsAt > event.startsAt);
    for (const other of going) {
      note(event.id, other.event.name);
      note(other.id, event.event.name);
    }
    going = [...going, event];
  }
  return new Map([...others].map(([id, { names, count }]) => [id, { count, names: listOf(names, count) }]));
};

const listOf = (names: readonly string[], count: number): string =>
  count > names.length ? `${names.join(', ')} and ${count - names.length} more` : names.join(', ');

type Overlaps = ReadonlyMap<string, Overlap>;

const eventRow = (event: TimedEvent, date: string, overlaps: Overlap | undefined): Row => ({
  kind: 'event',
  key: event.id,
  date,
  event,
  ...(overlaps === undefined ? {} : { overlaps }),
});

const eventRows = (day: EventDay<TimedEvent>, overlaps: Overlaps, now: number, timeZone: string): Row[] => {
  const { date, events, isToday } = day;
  const rows: Row[] =
    events.length === 0
      ? [{ kind: 'nothing', key: 'nothing' }]
      : events.map((event) => eventRow(event, date, overlaps.get(event.id)));
  const line = isToday ? nowLineIndex(events, now, timeZone) : undefined;
  return line === undefined ? rows : rows.toSpliced(line, 0, { kind: 'now', key: 'now' });
};

const sharedCity = (events: readonly TimedEvent[], timeZone: string): string | undefined => {
  const [first, ...others] = events;
  if (first === undefined || others.length === 0 || first.event.timeZone === timeZone) return undefined;
  if (others.some(({ event }) => event.timeZone !== first.event.timeZone)) return undefined;
  return creatorTime(first, first.event.timeZone, timeZone)?.city;
};

/** The first row of an event has the event's id as its key, so a card stays open when moved to another day. */
const withUniqueKeys = (rows: readonly Row[]): Row[] => {
  const seen = new Set<string>();
  return rows.map((row) => {
    if (row.kind !== 'event') return row;
    if (seen.has(row.event.id)) return { ...row, key: `${row.event.id} ${row.date}` };
    seen.add(row.event.id);
    return row;
  });
};

/** Headers, events and the current-time line, from top to bottom. Empty without events. */
export const listRows = (events: readonly TimedEvent[], now: number, timeZone: string): Row[] => {
  const overlaps = overlapsOf(events, now);
  return events.length === 0
    ? []
    : withUniqueKeys(
        daysWithToday(events, now, timeZone).flatMap((day): Row[] => {
          const city = sharedCity(day.events, timeZone);
          const rows = eventRows(day, overlaps, now, timeZone);
          return [
            { kind: 'day', key: day.date, header: day.header, detail: day.detail, city },
            ...(city === undefined ? rows : rows.map((row) => ({ ...row, isZoneKnown: true }))),
          ];
        }),
      );
};

/** The events of one day, without a header. Today always has a row, unless there are no events at all. */
export const rowsOfDay = (events: readonly TimedEvent[], date: string, now: number, timeZone: string): Row[] => {
  const bounds = dayBounds(date, timeZone);
  const [from, to] = [Date.parse(bounds.startsAt), Date.parse(bounds.endsAt)];
  const near = events.filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from);
  const isEmptyToday = events.length > 0 && date === localDate(now, timeZone);
  const day = groupByDay(near, now, timeZone).find((one) => one.date === date) ?? (isEmptyToday && emptyToday(date));
  return day ? eventRows(day, overlapsOf(near, now), now, timeZone) : [];
};

/** The header of the first day on or after the date. The last row when there is none. */
export const rowOfDay = (rows: readonly Row[], date: string): number => {
  const header = rows.findIndex((row) => isHeader(row) && row.key >= date);
  return header === -1 ? rows.length - 1 : header;
};

const nothingIn = (range: string, later: readonly Row[], today: CalendarDate): string => {
  const next = later.find((row) => row.kind === 'event');
  return next === undefined
    ? `Nothing ${range}`
    : `Nothing ${range}. Next: ${next.event.event.name}, ${shortDayBeside(next.date, today)}`;
};

/** Adds a line for a week without a day in the list, from its first day. Days outside the window are not listed. */
export const withEmptyWeek = (rows: readonly Row[], first: CalendarDate, now: number, timeZone: string): Row[] => {
  const last = addDays(first, 6);
  const at = rows.findIndex(({ kind, key }) => kind === 'day' && key >= first);
  const next = rows[at];
  if (rows.length === 0 || (next !== undefined && next.key <= last)) return [...rows];
  const { startDate, endDate } = eventsWindow(now, timeZone);
  const range = dateRangeTitle(first, last);
  const text =
    last < startDate || first > endDate
      ? `${range} is not listed here. Choose a day to see its events.`
      : nothingIn(range, next === undefined ? [] : rows.slice(at), localDate(now, timeZone));
  return rows.toSpliced(next === undefined ? rows.length : at, 0, { kind: 'week', key: first, text });
};

const isHeader = ({ kind }: Row): boolean => kind === 'day' || kind === 'week';

const ROWS_ABOVE_LINE = 5;

/** The row that the list opens at: today, or further down when much of today is over and its line would be hidden. */
export const openingRow = (rows: readonly Row[], today: string): number => {
  const header = rows.findIndex((row) => row.kind === 'day' && row.key >= today);
  const line = rows.findIndex((row) => row.kind === 'now');
  return line - header > ROWS_ABOVE_LINE ? line - 2 : header;
};

type Layout = Pick<VirtualizerHandle, 'findItemIndex' | 'getItemSize'>;

const headerAbove = (rows: readonly Row[], index: number): number =>
  rows.findLastIndex((row, at) => at <= index && isHeader(row));

/** The day whose header stays at the top. It gives way as soon as the next header reaches it, and never covers that one. */
export const dayAtTop = (rows: readonly Row[], layout: Layout, offset: number): string | undefined => {
  const header = headerAbove(rows, layout.findItemIndex(offset));
  const height = header === -1 ? 0 : layout.getItemSize(header);
  return rows[headerAbove(rows, layout.findItemIndex(offset + height - 1))]?.key;
};
