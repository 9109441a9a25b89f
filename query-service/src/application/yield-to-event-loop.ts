import { setImmediate } from 'node:timers/promises';

/** Between two parts of long work: lets everything else that waits have its turn. */
export const yieldToEventLoop = async (): Promise<void> => {
  await setImmediate();
};
