const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 300_000;

/** Milliseconds between two tries of a parked event: each pause is twice the one before, up to five minutes. */
export const retryPause = (attempts: number): number =>
  Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(attempts, 16));
