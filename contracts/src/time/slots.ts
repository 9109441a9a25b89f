import type { CalendarDate } from './calendar-date.ts';
import { addDays, localDate } from './days.ts';
import { DAY_MINUTES, epochMs, MINUTE_MS, type Moment } from './instant.ts';
import { wallTimeLabel } from './labels.ts';
import { existsOnClock, instantMs, minuteOfDay, timeOfMinute, type WallClock, wallClockOf } from './wall-clock.ts';

const SLOT_MINUTES = 15;
const SLOTS_PER_DAY = DAY_MINUTES / SLOT_MINUTES;
const TOO_CLOSE_MS = 2 * MINUTE_MS;

export type Slot = {
  /** `13:45` */
  readonly time: string;
  /** `1:45 PM` */
  readonly label: string;
};

/** The 96 quarter hours of a day, starting at midnight. */
export const DAY_SLOTS: readonly Slot[] = Array.from({ length: SLOTS_PER_DAY }, (_, index) => {
  const time = timeOfMinute(index * SLOT_MINUTES);
  return { time, label: wallTimeLabel(time) };
});

const slotAfter = (wall: WallClock): WallClock => {
  const next = (Math.floor(minuteOfDay(wall.time) / SLOT_MINUTES) + 1) * SLOT_MINUTES;
  return next < DAY_MINUTES
    ? { date: wall.date, time: timeOfMinute(next) }
    : { date: addDays(wall.date, 1), time: timeOfMinute(next - DAY_MINUTES) };
};

/**
 * The date and time a new event starts with: the next quarter hour, or the one after it if that is at most two minutes away.
 * Quarter hours that a clock change skips, or that are already over, are passed over.
 */
export const defaultSlot = (now: Moment, timeZone: string): WallClock => {
  const ms = epochMs(now);
  let slot = slotAfter(wallClockOf(ms, timeZone));
  const fits = (wall: WallClock): boolean =>
    instantMs({ ...wall, timeZone }) - ms > TOO_CLOSE_MS && existsOnClock({ ...wall, timeZone });
  while (!fits(slot)) slot = slotAfter(slot);
  return slot;
};

/** Whether the day is over. Today is not. */
export const isPastDate = (date: CalendarDate, now: Moment, timeZone: string): boolean =>
  date < localDate(now, timeZone);

/** Whether this time of that day is at or before now. */
export const isPastTime = (date: CalendarDate, time: string, now: Moment, timeZone: string): boolean =>
  instantMs({ date, time, timeZone }) <= epochMs(now);

/** Lower case without spaces, so that `1:45pm` matches `1:45 PM`. */
const typedForm = (text: string): string => text.toLowerCase().replace(/\s/g, '');

const matchesTyped = (label: string, typed: string): boolean => {
  const form = typedForm(label);
  // "1" means one o'clock rather than ten, eleven or twelve. "1:4" and "10" are prefixes of the label.
  return /^\d$/.test(typed) ? form.startsWith(`${typed}:`) : form.startsWith(typed);
};

/**
 * Index of the slot whose label starts with the typed text, such as `1:4`. Searches from `from` and wraps around, skipping
 * disabled slots. Undefined if none matches.
 */
export const slotMatching = (
  typedText: string,
  { from = 0, isEnabled = () => true }: { readonly from?: number; readonly isEnabled?: (slot: Slot) => boolean } = {},
): number | undefined => {
  const typed = typedForm(typedText);
  if (typed === '') return undefined;
  const aroundFrom = DAY_SLOTS.map((_, step) => (from + step) % SLOTS_PER_DAY);
  return aroundFrom.find((index) => {
    const slot = DAY_SLOTS[index] as Slot;
    return isEnabled(slot) && matchesTyped(slot.label, typed);
  });
};
