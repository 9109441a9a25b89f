import type { Sequenced, ServerFrames } from '@quorum/contracts/wire/socket.ts';
import { createAction } from '@reduxjs/toolkit';

type Uncounted = 'ready' | 'userTyping' | 'reload' | 'sessionEnded';

/** Frames that carry a sequence of their audience. */
export type ChangeName = Exclude<keyof ServerFrames, Uncounted>;
export type PayloadOf<N extends ChangeName> = Parameters<ServerFrames[N]>[0];

/**
 * Something that changed on the server: pushed by it, or the answer to a command of one's own. `at`: the place among the changes of
 * its audience; an answer has none.
 */
export type Change = {
  readonly [N in ChangeName]: { readonly name: N; readonly payload: PayloadOf<N>; readonly at?: Sequenced };
}[ChangeName];

/** Everything that is loaded takes the change in, each cache entry by its own table (`liveUpdates`). */
export const changed = createAction<Change>('changes/changed');

/** Hands changes to whoever follows them right now. */
export type Changes = {
  readonly publish: (change: Change) => void;
  /** Returns the way to stop. */
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
