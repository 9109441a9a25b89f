import type { Command } from './command.ts';

/** The part that still fails. */
export type Failing = { readonly history: readonly Command[]; readonly why: string };

/** Runs a history from the start. @returns the failure, or undefined. */
export type Attempt = (history: readonly Command[]) => Promise<string | undefined>;

const without = (history: readonly Command[], begin: number, count: number): readonly Command[] => [
  ...history.slice(0, begin),
  ...history.slice(begin + count),
];

/**
 * Removes commands while the rest still fails: half of them, then quarters, down to single ones. @param mayGoOn called before each
 * attempt.
 */
export const shrink = async (failing: Failing, attempt: Attempt, mayGoOn: () => boolean): Promise<Failing> => {
  let best = failing;
  for (let size = Math.ceil(best.history.length / 2); ; size = Math.ceil(size / 2)) {
    for (let begin = 0; begin < best.history.length && mayGoOn(); ) {
      const history = without(best.history, begin, size);
      const why = await attempt(history);
      if (why === undefined) begin += size;
      else best = { history, why };
    }
    if (size === 1 || !mayGoOn()) return best;
  }
};
