import type { CalendarDate } from './calendar-date.ts';
import { addDays, addYears, localDate } from './days.ts';
import type { Moment } from './instant.ts';

const DAYS_BEFORE_SELECTED = 7;

/** First and last day of a list of events, inclusive. */
export type DateRange = { readonly startDate: CalendarDate; readonly endDate: CalendarDate };

/**
 * The days a schedule loads: from yesterday, or a week before the selected date, to one year after today or the selected date,
 * whichever is later.
 */
export const eventsWindow = (now: Moment, timeZone: string, selected?: CalendarDate): DateRange => {
  const today = localDate(now, timeZone);
  if (selected === undefined) return { startDate: addDays(today, -1), endDate: addYears(today, 1) };
  return {
    startDate: addDays(selected, -DAYS_BEFORE_SELECTED),
    endDate: addYears(selected > today ? selected : today, 1),
  };
};
