import { MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';

/** A clock set by a story, so that events spread over days instead of the second in which the demo creates them. */
export type StoryClock = Clock & {
  /** Advances to this many minutes before now; never goes back. */
  minutesAgo(minutes: number): void;
};

/** @param startMinutesAgo its start, in minutes before now. */
export const storyClock = (startMinutesAgo: number): StoryClock => {
  const end = Date.now();
  let setTo = end - startMinutesAgo * MINUTE_MS;
  let setAt = Date.now();
  // It also advances by itself, so that no two events share an instant.
  const now = () => Math.min(setTo + (Date.now() - setAt), Date.now());
  return {
    now,
    minutesAgo: (minutes) => {
      setTo = Math.max(now(), end - minutes * MINUTE_MS);
      setAt = Date.now();
    },
  };
};
