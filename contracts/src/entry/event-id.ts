import { ID_FORM } from '../text/id-form.ts';
import { isCalendarDate } from '../time/calendar-date.ts';

/** A single event or a whole series (`occurrence` is null), or one date of a series. */
export type EventId = {
  readonly entryId: string;
  /** The date, in the zone of the series, that the series gave it. Kept when the date is moved. */
  readonly occurrence: string | null;
};

/** `{entryId}`, or `{entryId}_{YYYY-MM-DD}` for one date of a series. */
export const eventIdOf = ({ entryId, occurrence }: EventId): string =>
  occurrence === null ? entryId : `${entryId}_${occurrence}`;

/** Undefined for any other form. */
export const parseEventId = (id: string): EventId | undefined => {
  const [entryId = '', occurrence = null, ...rest] = id.split('_');
  if (rest.length > 0 || !ID_FORM.test(entryId)) return undefined;
  return occurrence === null || isCalendarDate(occurrence) ? { entryId, occurrence } : undefined;
};

/** The entry of an event, or of one date of a series. */
export const entryIdOf = (eventId: string): string => parseEventId(eventId)?.entryId ?? eventId;
