import { atRate, MissingMessages, type Room } from './steady-rate.ts';

/** Milliseconds. */
const P99_BELOW = 200;
const FIRST_RATE = 50;
const HIGHEST_RATE = 6_400;
/** Number of halvings between a sustained rate and a failed one. */
const HALVINGS = 3;

/** One of two attempts must sustain a rate, because others use the machine as well. An overloaded room may never catch up. */
const keeps = async (room: Room, rate: number, seconds: number): Promise<boolean> => {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      if ((await atRate(room, rate, seconds)).p99 < P99_BELOW) return true;
    } catch (error) {
      if (!(error instanceof MissingMessages)) throw error;
    }
  }
  return false;
};

/** The highest message rate with p99 below 200 ms: doubles the rate, then halves the range on a logarithmic scale. */
export const mostMessages = async (room: Room, seconds: number): Promise<number> => {
  let kept = 0;
  let lost = FIRST_RATE;
  while (lost <= HIGHEST_RATE && (await keeps(room, lost, seconds))) {
    kept = lost;
    lost *= 2;
  }
  for (let halving = 0; halving < HALVINGS && kept > 0; halving++) {
    const middle = Math.sqrt(kept * lost);
    if (await keeps(room, middle, seconds)) kept = middle;
    else lost = middle;
  }
  return kept;
};
