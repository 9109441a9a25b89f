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
  /**
   * An answer was read at these sequences. Before the changes of an audience are followed, the oldest answer tells what to ask for.
   * Afterwards gives those audiences of which the answer, asked for before, misses changes that nobody here was told of.
   */
  readonly noteRead: (sequences: Sequences) => readonly string[];
  /** The server says where an audience is by now that was joined after the connection was made. */
  readonly joined: (at: Sequenced) => void;
  /** Has a connection told where the audiences stand? */
  readonly follows: () => boolean;
  /** Audiences with changes that came too early and are still missing. */
  readonly gaps: () => Sequences;
  readonly forget: (audience: string) => void;
};

/** Those of which not everything is there, with what is. */
const behind = (last: ReadonlyMap<string, number>, latest: Sequences): Sequences =>
  Object.fromEntries(
    Object.entries(latest).flatMap(([audience, sequence]) => {
      const have = last.get(audience);
      return have !== undefined && have < sequence ? [[audience, have]] : [];
    }),
  );

export const createSequenceBook = (): SequenceBook => {
  const last = new Map<string, number>();
  /** Highest sequence that was seen of an audience with a gap. */
  const ahead = new Map<string, number>();
  /** From where on the changes of each audience are followed. */
  const since = new Map<string, number>();
  let followed = false;
  const advance = (audience: string, sequence: number): void => {
    last.set(audience, sequence);
    if ((ahead.get(audience) ?? 0) <= sequence) ahead.delete(audience);
  };
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
      followed = true;
      for (const [audience, sequence] of Object.entries(latest)) {
        const have = last.get(audience) ?? sequence;
        if (have > sequence) restarted.push(audience);
        last.set(audience, Math.min(have, sequence));
        if (have > sequence || !since.has(audience)) since.set(audience, Math.min(have, sequence));
      }
      return { behind: behind(last, latest), restarted, gone };
    },
    catchUp: (audience, sequence) => advance(audience, Math.max(sequence, last.get(audience) ?? 0)),
    noteRead: (sequences) => {
      const late: string[] = [];
      for (const [audience, sequence] of Object.entries(sequences)) {
        if (!followed || !last.has(audience)) last.set(audience, Math.min(sequence, last.get(audience) ?? sequence));
        else if (sequence < (since.get(audience) ?? 0)) late.push(audience);
      }
      // Once: a server that counts anew must not be asked for ever.
      for (const audience of late) since.delete(audience);
      return late;
    },
    joined: ({ audience, sequence }) => {
      const have = last.get(audience) ?? sequence;
      if (!since.has(audience)) since.set(audience, have);
      last.set(audience, have);
      if (have < sequence) ahead.set(audience, Math.max(sequence, ahead.get(audience) ?? 0));
    },
    follows: () => followed,
    gaps: () => behind(last, Object.fromEntries(ahead)),
    forget: (audience) => {
      last.delete(audience);
      ahead.delete(audience);
    },
  };
};
