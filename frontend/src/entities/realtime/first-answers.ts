import type { SequenceBook } from './sequences.ts';

type Sequences = Readonly<Record<string, number>>;

/**
 * Answers that were asked for before the first connection stood. What happened between such an answer and the connection
 * was told to nobody here: it is asked for where the answer says at which sequence it was read, else loaded again.
 */
export const createFirstAnswers = (book: SequenceBook, reload: (audience: string) => void) => {
  /** Audiences of answers that named no sequence. */
  const unsure = new Set<string>();
  /** Where the first greeting found each audience, until an answer of it comes. */
  const greeted = new Map<string, number>();
  let follows = false;
  return {
    /** `sequence`: where the answer says that the audience stood; undefined where it says nothing. */
    note: (audience: string, sequence: number | undefined): void => {
      if (follows) {
        const missed = sequence !== undefined && sequence < (greeted.get(audience) ?? 0);
        greeted.delete(audience);
        if (missed) reload(audience);
      } else if (sequence === undefined) unsure.add(audience);
      else book.noteRead(audience, sequence);
    },
    /** Changes are followed from here on; only the first call counts. */
    greet: (sequences: Sequences): void => {
      if (follows) return;
      follows = true;
      for (const audience of unsure) reload(audience);
      unsure.clear();
      for (const [audience, sequence] of Object.entries(sequences)) greeted.set(audience, sequence);
    },
    follows: (): boolean => follows,
  };
};
