import type { Clock } from '@quorum/service-kit/ports/clock.ts';

/** A clock set by a story, so that events spread over days instead of the second in which the demo creates them. */
export type StoryClock = Clock & {
  /** Advances to this many minutes before now; never goes back. */
  minutesAgo(minutes: number): void;
};

const MINUTE = 60_000;

/** @param startMinutesAgo its start, in minutes before now. */
export const storyClock = (startMinutesAgo: number): StoryClock => {
  const end = Date.now();
  let told = end - startMinutesAgo * MINUTE;
  let toldAt = Date.now();
  // It also advances by itself, so that no two events share an instant.
  const now = () => Math.min(told + (Date.now() - toldAt), Date.now());
  return {
    now,
    minutesAgo: (minutes) => {
      told = Math.max(now(), end - minutes * MINUTE);
      toldAt = Date.now();
    },
  };
};
