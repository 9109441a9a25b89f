import { type CalendarDate, epochDay } from '@quorum/contracts/time/calendar-date.ts';
import { dayBounds } from '@quorum/contracts/time/days.ts';
import { DAY_MINUTES, DAY_MS, MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import { offsetAt } from '@quorum/contracts/time/zone-offsets.ts';

/** A column goes on below midnight, for a short event there. As in time-grid.css. */
export const COLUMN_MINUTES = DAY_MINUTES + 30;

/** Readings of a clock, in minutes since midnight. */
type Minutes = { readonly from: number; readonly to: number };

/** The readings of a zone's clocks on one day. */
export type DayClock = {
  readonly date: CalendarDate;
  readonly timeZone: string;
  /** Milliseconds since 1970. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** Readings that are skipped when clocks go forward. */
  readonly lost: Minutes | undefined;
  /** Readings that come twice when clocks go back, and the instant at which they come again. */
  readonly twice: (Minutes & { readonly at: number }) | undefined;
};

const minuteOn = (date: CalendarDate, ms: number, timeZone: string): number =>
  (ms + offsetAt(ms, timeZone) - epochDay(date) * DAY_MS) / MINUTE_MS;

/** The instant in (low, high] from which the offset is that of `high`. Requires that `low` has another one. */
const changeBetween = (low: number, high: number, timeZone: string): number => {
  const before = offsetAt(low, timeZone);
  let [same, changed] = [low, high];
  while (changed - same > 1) {
    const middle = Math.floor((same + changed) / 2);
    if (offsetAt(middle, timeZone) === before) same = middle;
    else changed = middle;
  }
  return changed;
};

/** The clock of a day. Every zone changes its clocks once a day at most. */
export const dayClock = (date: CalendarDate, timeZone: string): DayClock => {
  const bounds = dayBounds(date, timeZone);
  const [startsAt, endsAt] = [Date.parse(bounds.startsAt), Date.parse(bounds.endsAt)];
  const day = { date, timeZone, startsAt, endsAt, lost: undefined, twice: undefined };
  // Some zones skip midnight itself.
  const first = minuteOn(date, startsAt, timeZone);
  if (first > 0) return { ...day, lost: { from: 0, to: first } };
  const last = endsAt - 1;
  if (offsetAt(startsAt, timeZone) === offsetAt(last, timeZone)) return day;
  const at = changeBetween(startsAt, last, timeZone);
  const to = minuteOn(date, at, timeZone);
  const from = to + (offsetAt(startsAt, timeZone) - offsetAt(at, timeZone)) / MINUTE_MS;
  return from < to ? { ...day, lost: { from, to } } : { ...day, twice: { from: to, to: from, at } };
};

/** The reading of the clock at an instant of the day, in minutes since midnight. */
export const minuteAt = (clock: DayClock, ms: number): number =>
  ms >= clock.endsAt ? DAY_MINUTES : minuteOn(clock.date, Math.max(ms, clock.startsAt), clock.timeZone);

/** Whether an instant has a reading that comes twice, and which of the two it is. */
export const passOf = (clock: DayClock, ms: number): 'first' | 'second' | undefined => {
  const { twice } = clock;
  if (twice === undefined || ms < clock.startsAt || ms >= clock.endsAt) return undefined;
  const minute = minuteAt(clock, ms);
  if (minute < twice.from || minute >= twice.to) return undefined;
  return ms < twice.at ? 'first' : 'second';
};
