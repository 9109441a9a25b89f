import type { Sequenced, Sequences } from '@quorum/contracts/socket.ts';

/**
 * `apply`: the next change of its audience. `known`: a repeated one. `gap`: changes before it are missing; `resume`
 * brings them and this one.
 */
export type Verdict = 'apply' | 'known' | 'gap';

/**
 * The last change of each audience that the client has. It only decides what to apply and what to request; the socket
 * does it.
 */
export type SequenceBook = {
  readonly receive: (at: Sequenced) => Verdict;
  /**
   * The report of a fresh connection. `restarted`: audiences whose count the server restarted. `gone`: audiences that
   * the user has left.
   */
  readonly compare: (latest: Sequences) => {
    readonly restarted: readonly string[];
    readonly gone: readonly string[];
  };
  /** The server has sent everything up to here, or asked for a reload. */
  readonly catchUp: (audience: string, sequence: number) => void;
  /**
   * An answer was read at these sequences. Before an audience is followed, its oldest answer determines what to
   * request. Afterwards, returns the audiences of which the answer misses changes that were never announced here.
   */
  readonly noteRead: (sequences: Sequences) => readonly string[];
  /** The latest sequence of an audience that was joined after the connection was made. */
  readonly joined: (at: Sequenced) => void;
  /** Whether a connection has reported the sequences of the audiences. */
  readonly follows: () => boolean;
  /** The audiences that lack changes, with what the client has. */
  readonly gaps: () => Sequences;
  readonly forget: (audience: string) => void;
};

export const createSequenceBook = (): SequenceBook => {
  const last = new Map<string, number>();
  /** The highest sequence known of each audience that lacks changes. */
  const ahead = new Map<string, number>();
  /** The sequence from which the changes of each audience are followed. */
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
        if (have < sequence) ahead.set(audience, sequence);
        if (have > sequence || !since.has(audience)) since.set(audience, Math.min(have, sequence));
      }
      return { restarted, gone };
    },
    catchUp: (audience, sequence) => advance(audience, Math.max(sequence, last.get(audience) ?? 0)),
    noteRead: (sequences) => {
      const late: string[] = [];
      for (const [audience, sequence] of Object.entries(sequences)) {
        if (!followed || !last.has(audience)) last.set(audience, Math.min(sequence, last.get(audience) ?? sequence));
        else if (sequence < (since.get(audience) ?? 0)) late.push(audience);
      }
      // Only once: a server that restarted its count must not be asked forever.
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
    gaps: () => Object.fromEntries([...ahead.keys()].map((audience) => [audience, last.get(audience) ?? 0])),
    forget: (audience) => {
      last.delete(audience);
      ahead.delete(audience);
    },
  };
};
