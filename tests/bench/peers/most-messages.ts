import { atRate, type Room } from '../support/steady-rate.ts';

/** Milliseconds. */
const P99_BELOW = 200;
const FIRST_RATE = 50;
const HIGHEST_RATE = 6_400;
/** How often the range between a rate that is kept and one that is not is halved. */
const HALVINGS = 3;

/** A rate counts as kept if one of two attempts keeps it; others use the machine too. */
const keeps = async (room: Room, rate: number, seconds: number): Promise<boolean> => {
  for (let attempt = 0; attempt < 2; attempt++) {
    if ((await atRate(room, rate, seconds)).p99 < P99_BELOW) return true;
  }
  return false;
};

/** The most messages a second that reach everybody with p99 below 200 ms: doubles the rate, then halves the range on a logarithmic scale. */
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
