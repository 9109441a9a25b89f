/** Milliseconds between reads: recent changes may not be in the read models yet. */
const DELAYS_MS = [50, 150, 400, 900];

/**
 * Repeats a read until it finds something.
 * @param mayRetry is called before every retry.
 * @returns the result of the last read; `undefined` if no further one was allowed.
 */
export const retryRead = async <T>(
  read: () => Promise<T>,
  isFound: (seen: T) => boolean,
  mayRetry: () => boolean,
): Promise<T | undefined> => {
  for (const pause of DELAYS_MS) {
    const seen = await read();
    if (isFound(seen)) return seen;
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (!mayRetry()) return undefined;
  }
  return read();
};
