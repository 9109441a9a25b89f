import type { FrameName, PayloadOf, Sequenced } from '@quorum/contracts/socket.ts';

/**
 * A change on the server: pushed by it, or the answer to the user's own command. `at`: its place among the changes of its
 * audience; an answer has none.
 */
export type Change = {
  readonly [N in FrameName]: { readonly name: N; readonly payload: PayloadOf<N>; readonly at?: Sequenced };
}[FrameName];

/**
 * Hands changes to the present subscribers. Drops those of an event that was deleted, or whose group is gone: a late answer
 * must not bring it back.
 */
export type Changes = {
  readonly publish: (change: Change) => void;
  /** Returns a function that unsubscribes. */
  readonly subscribe: (listener: (change: Change) => void) => () => void;
  /** Collects what changes until it is stopped: a load that begins now may lack it. */
  readonly collect: () => readonly [collected: readonly Change[], stop: () => void];
};

export const createChanges = (): Changes => {
  const listeners = new Set<(change: Change) => void>();
  /** Ids of events and groups. */
  const gone = new Set<string>();
  const note = ({ name, payload }: Change): void => {
    if (name === 'eventDeleted') gone.add(payload.eventId);
    if (name === 'groupDeleted' || name === 'groupLeft') gone.add(payload.groupId);
    if (name === 'groupJoined') gone.delete(payload.groupId);
  };
  const isOver = ({ name, payload }: Change): boolean =>
    (name === 'eventCreated' || name === 'eventUpdated') && (gone.has(payload.eventId) || gone.has(payload.groupId));
  const subscribe: Changes['subscribe'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    publish: (change) => {
      note(change);
      if (isOver(change)) return;
      for (const listener of [...listeners]) listener(change);
    },
    subscribe,
    collect: () => {
      const collected: Change[] = [];
      return [collected, subscribe((change) => collected.push(change))];
    },
  };
};
