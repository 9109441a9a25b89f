import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { memoizeByIdentity } from '../../shared/lib/memoize-by-identity.ts';

/** An event with its instants in milliseconds since 1970: lists of thousands compare them every minute. */
export type TimedEvent = {
  readonly event: EventView;
  readonly id: string;
  readonly name: string;
  readonly startsAt: number;
  readonly endsAt: number;
};

/** Returns the same object for the same event, so a reloaded list redraws only what changed. */
export const timedEvent = memoizeByIdentity(
  (event: EventView): TimedEvent => ({
    event,
    id: event._id,
    name: event.name,
    startsAt: Date.parse(event.startsAt),
    endsAt: Date.parse(event.endsAt),
  }),
);
