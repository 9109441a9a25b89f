import type { Clock } from '@quorum/service-kit/ports/clock.ts';

/** A clock that a story moves: what it tells happened over days, not within the second in which it is told. */
export type StoryClock = Clock & {
  /** Moves on to this many minutes before now; never back. */
  minutesAgo(minutes: number): void;
};

const MINUTE = 60_000;

/** @param startMinutesAgo where it begins, in minutes before now. */
export const storyClock = (startMinutesAgo: number): StoryClock => {
  const end = Date.now();
  let told = end - startMinutesAgo * MINUTE;
  let toldAt = Date.now();
  // It goes on by itself, too, so that no two things happen in one instant.
  const now = () => Math.min(told + (Date.now() - toldAt), Date.now());
  return {
    now,
    minutesAgo: (minutes) => {
      told = Math.max(now(), end - minutes * MINUTE);
      toldAt = Date.now();
    },
  };
};
