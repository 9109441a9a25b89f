import { byStartThenName } from '@quorum/contracts/time/event-timing.ts';
import type { TimedEvent } from '../../data/calendar-entry/timed-event.ts';

/** For each event that is not over and overlaps others: the first one's name, and how many more there are. */
export const overlapsOf = (events: readonly TimedEvent[], now: number): ReadonlyMap<string, string> => {
  const others = new Map<string, { readonly name: string; count: number }>();
  const note = (id: string, name: string): void => {
    const known = others.get(id);
    if (known === undefined) others.set(id, { name, count: 1 });
    else known.count += 1;
  };
  const coming = events.filter(({ endsAt }) => endsAt > now).sort(byStartThenName);
  let going: readonly TimedEvent[] = [];
  for (const event of coming) {
    going = going.filter(({ endsAt }) => endsAt > event.startsAt);
    for (const other of going) {
      note(event.id, other.event.name);
      note(other.id, event.event.name);
    }
    going = [...going, event];
  }
  return new Map(
    [...others].map(([id, { name, count }]) => [id, count === 1 ? name : `${name} and ${count - 1} more`]),
  );
};
