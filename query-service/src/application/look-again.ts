/** Milliseconds between looks: what began a moment ago may not be in the read models yet. */
const PAUSES = [50, 150, 400, 900];

/**
 * Looks until something is found.
 * @param mayLookAgain is asked before every look but the first.
 * @returns what the last look gave; `undefined` when no further look was allowed.
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
