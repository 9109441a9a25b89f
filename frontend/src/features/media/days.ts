import { addDays, type IsoDate } from '../../shared/lib/iso-date.ts';

export const STRIP_DAYS = 5;

/** Five days, the given one last. */
export const stripEndingAt = (last: IsoDate): readonly IsoDate[] =>
  Array.from({ length: STRIP_DAYS }, (_, index) => addDays(last, index - STRIP_DAYS + 1));
