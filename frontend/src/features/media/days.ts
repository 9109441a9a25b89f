import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { addDays } from '@quorum/contracts/time/days.ts';

export const STRIP_DAYS = 5;

/** Five days that end with the given one. */
export const stripEndingAt = (last: CalendarDate): readonly CalendarDate[] =>
  Array.from({ length: STRIP_DAYS }, (_, index) => addDays(last, index - STRIP_DAYS + 1));
