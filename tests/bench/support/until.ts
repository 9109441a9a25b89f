// eslint-disable-next-line no-restricted-syntax -- the `until` of tests needs their runner, which benchmarks do without
import { setTimeout as pause } from 'node:timers/promises';

/** Looks every so many milliseconds until a condition holds. */
export const until = async (holds: () => Promise<boolean> | boolean, every = 10): Promise<void> => {
  while (!(await holds())) await pause(every);
};
