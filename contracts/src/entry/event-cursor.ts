/** The last event of a page: events are paged by start, then id. */
export type EventPlace = {
  /** UTC, ISO 8601 */
  readonly startsAt: string;
  readonly id: string;
};

export const EVENT_CURSOR =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z)_([\w-]{1,75})$/;

/** Encodes a place among events, for `after` of a query and `next` of its response. */
export const cursorOf = ({ startsAt, id }: EventPlace): string => `${startsAt}_${id}`;

/** Undefined if the text is not a cursor. */
export const placeOfCursor = (cursor: string): EventPlace | undefined => {
  const [, startsAt, id] = EVENT_CURSOR.exec(cursor) ?? [];
  return startsAt === undefined || id === undefined ? undefined : { startsAt, id };
};
