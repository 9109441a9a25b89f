import type { EventView } from '@quorum/contracts/wire/views.ts';

/** An event with its instants as milliseconds since 1970, since lists of thousands compare them again every minute. */
export type TimedEvent = {
  readonly event: EventView;
  readonly id: string;
  readonly name: string;
  readonly startsAt: number;
  readonly endsAt: number;
};

const known = new WeakMap<EventView, TimedEvent>();

/** The same object for the same event, so that a list that was loaded again redraws only what changed. */
export const timedEvent = (event: EventView): TimedEvent => {
  const before = known.get(event);
  if (before) return before;
  const timed: TimedEvent = {
    event,
    id: event._id,
    name: event.name,
    startsAt: Date.parse(event.startsAt),
    endsAt: Date.parse(event.endsAt),
  };
  known.set(event, timed);
  return timed;
};
