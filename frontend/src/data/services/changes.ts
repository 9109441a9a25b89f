import type { Sequenced, ServerFrames } from '@quorum/contracts/socket.ts';

type Uncounted = 'ready' | 'userTyping' | 'reload' | 'sessionEnded';

/** Frames that carry their audience's sequence. */
export type ChangeName = Exclude<keyof ServerFrames, Uncounted>;
export type PayloadOf<N extends ChangeName> = Parameters<ServerFrames[N]>[0];

/**
 * A change on the server: pushed by it, or the answer to an own command. `at`: its place among the changes of its
 * audience; an answer has none.
 */
export type Change = {
  readonly [N in ChangeName]: { readonly name: N; readonly payload: PayloadOf<N>; readonly at?: Sequenced };
}[ChangeName];

/** Hands changes to the present subscribers. */
export type Changes = {
  readonly publish: (change: Change) => void;
  /** Returns a function that unsubscribes. */
  readonly subscribe: (listener: (change: Change) => void) => () => void;
};

export const createChanges = (): Changes => {
  const listeners = new Set<(change: Change) => void>();
  return {
    publish: (change) => {
      for (const listener of [...listeners]) listener(change);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
