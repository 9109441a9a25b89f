/** A point in time: ISO 8601 text with an offset (`2026-05-14T14:42:00.000Z`), or milliseconds since 1970 UTC. */
export type Moment = string | number;

/** Milliseconds since 1970 UTC. @throws RangeError if the text is not an instant */
export const epochMs = (moment: Moment): number => {
  const ms = typeof moment === 'number' ? moment : Date.parse(moment);
  if (!Number.isFinite(ms)) throw new RangeError(`Not an instant: ${String(moment)}`);
  return ms;
};

/** UTC, ISO 8601 with milliseconds. */
export const isoInstant = (moment: Moment): string => new Date(epochMs(moment)).toISOString();

/** `20260515T230000Z`, as calendars write it. */
export const compactInstant = (instant: string): string => instant.replace(/[-:]|\.\d{3}/g, '');

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
export const DAY_MINUTES = 1_440;
