/**
 * Pauses between repeats, in milliseconds: doubled by every failure in a row up to the longest. Half of each pause is random, so that
 * many processes do not repeat at the same moment.
 */
export const backOff =
  (first: number, longest: number, random: () => number = Math.random) =>
  (failures: number): number => {
    const full = Math.min(longest, first * 2 ** Math.min(Math.max(failures - 1, 0), 16));
    return full / 2 + (full / 2) * random();
  };
