import type { Sequenced } from '@quorum/contracts/wire/socket.ts';

type Sequences = Readonly<Record<string, number>>;

/**
 * `apply`: the next change of its audience. `known`: it came before. `gap`: changes before it are missing; they, and this
 * one, come by `resume`.
 */
export type Verdict = 'apply' | 'known' | 'gap';

/**
 * The last change that the client has of each audience. Pure bookkeeping: it decides what to apply and what to ask for;
 * the socket does it.
 */
export type SequenceBook = {
  readonly receive: (at: Sequenced) => Verdict;
  /**
   * What a fresh connection says of all audiences. `behind`: those with missed changes, with the client's own sequence.
   * `restarted`: those that the server counts anew. `gone`: those that the person is no longer part of.
   */
  readonly compare: (latest: Sequences) => {
    readonly behind: Sequences;
    readonly restarted: readonly string[];
    readonly gone: readonly string[];
  };
  /** The server has sent everything up to here, or has told to load again. */
  readonly catchUp: (audience: string, sequence: number) => void;
  /** An answer was read at this sequence. Counts only until changes are followed. */
  readonly noteRead: (audience: string, sequence: number) => void;
  /** Audiences with changes that came too early and are still missing. */
  readonly gaps: () => Sequences;
  readonly forget: (audience: string) => void;
};

export const createSequenceBook = (): SequenceBook => {
  const last = new Map<string, number>();
  /** Highest sequence that was seen of an audience with a gap. */
  const ahead = new Map<string, number>();
  const advance = (audience: string, sequence: number): void => {
    last.set(audience, sequence);
    if ((ahead.get(audience) ?? 0) <= sequence) ahead.delete(audience);
  };
  const behind = (latest: Sequences): Sequences =>
    Object.fromEntries(
      Object.entries(latest).flatMap(([audience, sequence]) => {
        const have = last.get(audience);
        return have !== undefined && have < sequence ? [[audience, have]] : [];
      }),
    );
  return {
    receive: ({ audience, sequence }) => {
      const have = last.get(audience);
      if (have === undefined || sequence === have + 1) {
        advance(audience, sequence);
        return 'apply';
      }
      if (sequence <= have) return 'known';
      ahead.set(audience, Math.max(sequence, ahead.get(audience) ?? 0));
      return 'gap';
    },
    compare: (latest) => {
      const gone = [...last.keys()].filter((audience) => !Object.hasOwn(latest, audience));
      for (const audience of gone) last.delete(audience);
      ahead.clear();
      const restarted: string[] = [];
      for (const [audience, sequence] of Object.entries(latest)) {
        const have = last.get(audience);
        if (have !== undefined && have > sequence) restarted.push(audience);
        if (have === undefined || have > sequence) last.set(audience, sequence);
      }
      return { behind: behind(latest), restarted, gone };
    },
    catchUp: (audience, sequence) => advance(audience, Math.max(sequence, last.get(audience) ?? 0)),
    noteRead: (audience, sequence) => {
      const have = last.get(audience);
      if (have === undefined || sequence < have) last.set(audience, sequence);
    },
    gaps: () => behind(Object.fromEntries(ahead)),
    forget: (audience) => {
      last.delete(audience);
      ahead.delete(audience);
    },
  };
};
