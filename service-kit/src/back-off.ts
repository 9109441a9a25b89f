/**
 * Pauses between retries, in milliseconds. Each consecutive failure doubles the pause, up to a maximum. Half of each pause is
 * random, so that processes do not all retry at once.
 */
export const backOff =
  (first: number, longest: number, random: () => number = Math.random) =>
  (failures: number): number => {
    const full = Math.min(longest, first * 2 ** Math.min(Math.max(failures - 1, 0), 16));
    return full / 2 + (full / 2) * random();
  };

const WITHOUT_CHANCE = () => 1;
const pauseAfter = backOff(1_000, 300_000, WITHOUT_CHANCE);

/** Milliseconds between retries of a parked event. Doubles each time, up to five minutes; known in advance, so it can be shown. */
export const retryPause = (attempts: number): number => pauseAfter(attempts + 1);
