import { setImmediate } from 'node:timers/promises';

/** Lets other pending work run between two parts of a long task. */
export const yieldToEventLoop = async (): Promise<void> => {
  await setImmediate();
};
