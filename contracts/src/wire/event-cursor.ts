/** The last event of a page: events are paged by start, then id. */
export type EventPlace = {
  /** UTC, ISO 8601 */
  readonly startsAt: string;
  readonly id: string;
};

const SHAPE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([\w-]+)$/;

/** Text that names a place among events, for `after` of a query and `next` of its answer. */
export const cursorOf = ({ startsAt, id }: EventPlace): string => `${startsAt}_${id}`;

/** Undefined when the text names no place. */
export const placeOfCursor = (cursor: string): EventPlace | undefined => {
  const [, startsAt, id] = SHAPE.exec(cursor) ?? [];
  if (startsAt === undefined || id === undefined || Number.isNaN(Date.parse(startsAt))) return undefined;
  return { startsAt, id };
};
