import { setImmediate } from 'node:timers/promises';

/** Between two parts of long work: lets everything else that waits have its turn. */
export const breathe = async (): Promise<void> => {
  await setImmediate();
};
