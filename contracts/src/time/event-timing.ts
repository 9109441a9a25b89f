import { epochMs, HOUR_MS, MINUTE_MS, type Moment } from './instant.ts';

export type Timed = { readonly startsAt: Moment; readonly endsAt: Moment };
export type NamedTimed = Timed & { readonly name: string; readonly id: string };

export type EventPhase = 'past' | 'happening' | 'upcoming';

/** `past` from its end on, `happening` from its start, else `upcoming`. */
export const eventPhase = (event: Timed, now: Moment): EventPhase => {
  const ms = epochMs(now);
  if (ms < epochMs(event.startsAt)) return 'upcoming';
  return ms < epochMs(event.endsAt) ? 'happening' : 'past';
};

export const isPast = (event: Timed, now: Moment): boolean => eventPhase(event, now) === 'past';
export const isHappening = (event: Timed, now: Moment): boolean => eventPhase(event, now) === 'happening';

/** Elapsed fraction of the event, 0-1. */
export const eventProgress = (event: Timed, now: Moment): number => {
  const [start, end] = [epochMs(event.startsAt), epochMs(event.endsAt)];
  if (end <= start) return epochMs(now) < start ? 0 : 1;
  return Math.min(1, Math.max(0, (epochMs(now) - start) / (end - start)));
};

/** Whether two events share any time. Back-to-back events do not overlap. */
export const overlaps = (a: Timed, b: Timed): boolean =>
  epochMs(a.startsAt) < epochMs(b.endsAt) && epochMs(b.startsAt) < epochMs(a.endsAt);

const ENDS_IN_WINDOW_MS = 10 * MINUTE_MS;
const minutesIn = (ms: number): number => Math.floor(ms / MINUTE_MS);

const startedText = (elapsed: number): string => {
  const hours = Math.floor(elapsed / HOUR_MS);
  if (hours >= 24) return `Started ${Math.floor(hours / 24)}d ago`;
  if (hours >= 1) return `Started ${hours}h ${minutesIn(elapsed - hours * HOUR_MS)}m ago`;
  return `Started ${minutesIn(elapsed)}m ago`;
};

/**
 * Status of a happening event, undefined for others. The end takes precedence over the start: `Ending now` in the last minute,
 * `Ends in 8m` in the last ten. The live stack says `Just Started` where a card says `Started just now`.
 */
export const eventStatus = (event: Timed, now: Moment, place: 'card' | 'live-stack'): string | undefined => {
  if (!isHappening(event, now)) return undefined;
  const remaining = epochMs(event.endsAt) - epochMs(now);
  if (remaining < MINUTE_MS) return 'Ending now';
  if (remaining <= ENDS_IN_WINDOW_MS) return `Ends in ${minutesIn(remaining)}m`;
  const elapsed = epochMs(now) - epochMs(event.startsAt);
  if (elapsed < MINUTE_MS) return place === 'card' ? 'Started just now' : 'Just Started';
  return startedText(elapsed);
};

const names = new Intl.Collator('en-US', { numeric: true });

/** Ties of equal names by id, so that everybody sees the same order. */
const byName = (a: NamedTimed, b: NamedTimed): number => names.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);

/** Comparator by start, then name. */
export const byStartThenName = (a: NamedTimed, b: NamedTimed): number =>
  epochMs(a.startsAt) - epochMs(b.startsAt) || byName(a, b);

export type LiveStack<E> = { readonly primary: E; readonly secondary: readonly E[] };

/** The events happening now, latest start first, ties by name. Undefined if there are none. */
export const liveStack = <E extends NamedTimed>(events: readonly E[], now: Moment): LiveStack<E> | undefined => {
  const [primary, ...secondary] = events
    .filter((event) => isHappening(event, now))
    .sort((a, b) => epochMs(b.startsAt) - epochMs(a.startsAt) || byName(a, b));
  return primary && { primary, secondary };
};

/** `+2 more`, or undefined if no event is hidden behind the primary one. */
export const moreLabel = (stack: LiveStack<unknown>): string | undefined =>
  stack.secondary.length > 0 ? `+${stack.secondary.length} more` : undefined;
