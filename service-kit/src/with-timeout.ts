/**
 * Waits for a promise, with a timeout.
 * @param milliseconds the timeout.
 * @param late creates the timeout error; the underlying work continues.
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
