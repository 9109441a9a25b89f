import type { SequenceBook } from './sequences.ts';

type Sequences = Readonly<Record<string, number>>;

/**
 * What an answer says of how new it is: the sequence of its audience, or those of all audiences that it was read of; undefined where it
 * says nothing.
 */
export type ReadAt = number | Sequences | undefined;

/**
 * Answers that were asked for before the first connection stood. What happened between such an answer and the connection
 * was told to nobody here: it is asked for where the answer holds one audience and says at which sequence it was read, else what
 * may be too old is loaded again.
 */
export const createFirstAnswers = (book: SequenceBook, reload: (what: string) => void) => {
  /** What named no sequence. */
  const unsure = new Set<string>();
  /** Where each audience stood in what was read of several. */
  const readOfMany = new Map<string, Sequences>();
  /** Where the first greeting found each audience. */
  let greeted: Sequences | undefined;
  const reloaded = new Set<string>();

  /** A group that was joined since is a change of the person's own. */
  const isBehind = (read: Sequences, greeting: Sequences): boolean =>
    Object.entries(read).some(([audience, sequence]) => sequence < (greeting[audience] ?? 0));

  const noteLate = (what: string, read: Sequences, greeting: Sequences): void => {
    // Once: a server that counts anew must not be asked for ever.
    if (!isBehind(read, greeting) || reloaded.has(what)) return;
    reloaded.add(what);
    reload(what);
  };

  return {
    /** @param what an audience, or what is made up of several. */
    note: (what: string, read: ReadAt): void => {
      const sequences = typeof read === 'number' ? { [what]: read } : read;
      if (greeted !== undefined) {
        if (sequences !== undefined) noteLate(what, sequences, greeted);
      } else if (sequences === undefined) unsure.add(what);
      else if (typeof read === 'number') book.noteRead(what, read);
      else readOfMany.set(what, older(readOfMany.get(what), sequences));
    },
    /** Changes are followed from here on; only the first call counts. */
    greet: (sequences: Sequences): void => {
      if (greeted !== undefined) return;
      greeted = sequences;
      for (const what of unsure) reload(what);
      for (const [what, read] of readOfMany) if (!unsure.has(what) && isBehind(read, sequences)) reload(what);
      unsure.clear();
      readOfMany.clear();
    },
    follows: (): boolean => greeted !== undefined,
  };
};

/** Of two answers to the same, the older one counts: both may be shown. */
const older = (known: Sequences | undefined, read: Sequences): Sequences =>
  known === undefined
    ? read
    : Object.fromEntries(
        Object.entries({ ...known, ...read }).map(([audience, sequence]) => [
          audience,
          Math.min(sequence, known[audience] ?? sequence),
        ]),
      );
