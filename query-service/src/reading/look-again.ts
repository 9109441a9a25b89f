/** Milliseconds between look-ups: recent things may not be in the read models yet. */
const PAUSES = [50, 150, 400, 900];

/**
 * Looks something up repeatedly until it is found.
 * @param mayLookAgain is called before every look-up except the first.
 * @returns the result of the last look-up; `undefined` if no further one was allowed.
 */
export const lookAgain = async <T>(
  look: () => Promise<T>,
  isFound: (seen: T) => boolean,
  mayLookAgain: () => boolean,
): Promise<T | undefined> => {
  for (const pause of PAUSES) {
    const seen = await look();
    if (isFound(seen)) return seen;
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (!mayLookAgain()) return undefined;
  }
  return look();
};
