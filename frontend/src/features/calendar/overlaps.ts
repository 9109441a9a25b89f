import type { TimedEvent } from '../../data/calendar-entry/timed-event.ts';

/** For each event that is not over and shares time with another such event: that one's name. */
export const overlapsOf = (events: readonly TimedEvent[], now: number): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const coming = events.filter(({ endsAt }) => endsAt > now).sort((a, b) => a.startsAt - b.startsAt);
  let longest: TimedEvent | undefined;
  for (const event of coming) {
    if (longest !== undefined && event.startsAt < longest.endsAt) {
      found.set(event.id, longest.event.name);
      if (!found.has(longest.id)) found.set(longest.id, event.event.name);
    }
    if (longest === undefined || event.endsAt > longest.endsAt) longest = event;
  }
  return found;
};
