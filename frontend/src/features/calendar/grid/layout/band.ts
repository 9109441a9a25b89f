import { byStartThenName } from '@quorum/contracts/time/event-timing.ts';
import type { TimedEvent } from '../../../../data/calendar-entry/timed-event.ts';
import type { DayClock } from './day-clock.ts';
import { isLong } from './pack.ts';

/** A long event over the columns of its days. */
export type Bar = {
  readonly event: TimedEvent;
  /** Indexes of days. */
  readonly first: number;
  readonly last: number;
  readonly row: number;
  /** It began before the first day, or ends after the last one. */
  readonly opensBefore: boolean;
  readonly opensAfter: boolean;
};

export type Band = {
  readonly bars: readonly Bar[];
  /** Rows in use. */
  readonly rows: number;
  /** For each day, the events that have no row. */
  readonly hidden: readonly (readonly TimedEvent[])[];
};

const spanOver = ({ startsAt, endsAt }: TimedEvent, days: readonly DayClock[]) => {
  const first = days.findIndex((day) => day.endsAt > startsAt);
  const last = days.findLastIndex((day) => day.startsAt < endsAt);
  return {
    first,
    last,
    opensBefore: days[first] !== undefined && startsAt < days[first].startsAt,
    opensAfter: days[last] !== undefined && endsAt > days[last].endsAt,
  };
};

const freeRow = (ends: readonly number[], first: number): number => {
  const free = ends.findIndex((end) => end < first);
  return free === -1 ? ends.length : free;
};

/** The longer of two that start together lies above. */
const byStart = (a: TimedEvent, b: TimedEvent): number =>
  a.startsAt - b.startsAt || b.endsAt - a.endsAt || byStartThenName(a, b);

const longOver = (events: readonly TimedEvent[], days: readonly DayClock[]): TimedEvent[] => {
  const [from, to] = [days[0]?.startsAt ?? 0, days.at(-1)?.endsAt ?? 0];
  return events.filter((event) => isLong(event) && event.endsAt > from && event.startsAt < to).sort(byStart);
};

/** Lays long events over consecutive days, each in the first row that is free, in `maxRows` rows at most. */
export const bandOf = (events: readonly TimedEvent[], days: readonly DayClock[], maxRows: number): Band => {
  const ends: number[] = [];
  const bars: Bar[] = [];
  const hidden: TimedEvent[][] = days.map(() => []);
  for (const event of longOver(events, days)) {
    const span = spanOver(event, days);
    const row = freeRow(ends, span.first);
    ends[row] = span.last;
    if (row < maxRows) bars.push({ event, row, ...span });
    else for (const day of hidden.slice(span.first, span.last + 1)) day.push(event);
  }
  return { bars, rows: Math.min(ends.length, maxRows), hidden };
};
