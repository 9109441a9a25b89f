import { byStartThenName } from '@quorum/contracts/time/event-timing.ts';
import type { TimedEvent } from '../../../../data/calendar-entry/timed-event.ts';
import { type Bar, bandOf } from './band.ts';
import type { DayClock } from './day-clock.ts';
import { isLong } from './pack.ts';

/** A day of the month: its rows from top to bottom, and what has no room. */
export type Cell = {
  readonly clock: DayClock;
  /** Bars that begin here. */
  readonly bars: readonly Bar[];
  /** Rows that bars of this day take. */
  readonly barRows: number;
  /** Shorter events, by start. */
  readonly lines: readonly TimedEvent[];
  /** How many events are not drawn. */
  readonly hiddenCount: number;
  /** All events of the day. */
  readonly events: readonly TimedEvent[];
};

const WEEK = 7;

type Day = { readonly clock: DayClock; readonly index: number; readonly events: readonly TimedEvent[] };

/** The line `+3 more` takes a row itself. */
const cellOf = ({ clock, index, events }: Day, bars: readonly Bar[], rows: number): Cell => {
  const over = bars.filter(({ first, last }) => first <= index && index <= last);
  const barRows = over.reduce((max, { row }) => Math.max(max, row + 1), 0);
  const short = events.filter((event) => !isLong(event));
  const room = rows - barRows;
  const isCut = over.length + short.length < events.length || short.length > room;
  const lines = isCut ? short.slice(0, Math.max(0, room - 1)) : short;
  return {
    clock,
    bars: bars.filter(({ first }) => first === index),
    barRows,
    lines,
    hiddenCount: events.length - over.length - lines.length,
    events,
  };
};

/** One week of a month with so many rows in each cell: bars over their days first, then the events of the day. */
export const weekCells = (clocks: readonly DayClock[], events: readonly TimedEvent[], rows: number): Cell[] => {
  const { bars } = bandOf(events, clocks, Math.max(1, rows - 1));
  return clocks.map((clock, index) => {
    const ofDay = events.filter(({ startsAt, endsAt }) => startsAt < clock.endsAt && endsAt > clock.startsAt);
    return cellOf({ clock, index, events: ofDay.sort(byStartThenName) }, bars, rows);
  });
};

/** The weeks of consecutive days. */
export const weeksOf = (clocks: readonly DayClock[]): (readonly DayClock[])[] =>
  Array.from({ length: clocks.length / WEEK }, (_, week) => clocks.slice(week * WEEK, (week + 1) * WEEK));
