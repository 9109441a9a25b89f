/** The last event of a page: events are paged by start, then id. */
export type EventPlace = {
  /** UTC, ISO 8601 */
  readonly startsAt: string;
  readonly id: string;
};

const SHAPE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([\w-]+)$/;

/** Encodes a place among events, for `after` of a query and `next` of its response. */
export const cursorOf = ({ startsAt, id }: EventPlace): string => `${startsAt}_${id}`;

/** Undefined if the text is not a cursor. */
export const placeOfCursor = (cursor: string): EventPlace | undefined => {
  const [, startsAt, id] = SHAPE.exec(cursor) ?? [];
  if (startsAt === undefined || id === undefined || Number.isNaN(Date.parse(startsAt))) return undefined;
  return { startsAt, id };
};
