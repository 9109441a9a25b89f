const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 300_000;

/** Milliseconds between retries of a parked event. Doubles each time, up to five minutes. */
export const retryPause = (attempts: number): number =>
  Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(attempts, 16));
