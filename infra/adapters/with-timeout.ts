/**
 * Waits for a promise, but not for ever.
 * @param milliseconds how long.
 * @param late makes the error of the wait that took too long; what was asked for goes on.
 */
export const withTimeout = async <T>(milliseconds: number, work: Promise<T>, late: () => Error): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
};
