import type { FrameName, PayloadOf, Sequenced } from '@quorum/contracts/socket.ts';
import { createAction, type Middleware } from '@reduxjs/toolkit';
import type { AppDispatch, AppThunk, Listen, RootState } from './state.ts';

/**
 * A change on the server: pushed by it, or the answer to the user's own command. `at`: its place among the changes of its
 * audience; an answer has none. `restores`: the answer brings a deleted event back.
 */
export type Change = {
  readonly [N in FrameName]: {
    readonly name: N;
    readonly payload: PayloadOf<N>;
    readonly at?: Sequenced;
    readonly restores?: true;
  };
}[FrameName];

/** Everything that is loaded takes the change in, each cache entry by its own table (`liveUpdates`). */
export const changed = createAction<Change>('changes/changed');

type Follower = (change: Change) => void;
const followed = createAction<Follower>('changes/followed');

/**
 * Whether a change would bring back an event that was deleted, or whose group is gone: its answer came late. The server pushes
 * changes in order, so an event in a later push was restored.
 */
const createIsOutdated = (): ((change: Change) => boolean) => {
  /** Ids of events and groups. */
  const gone = new Set<string>();
  const note = ({ name, payload }: Change): void => {
    if (name === 'eventDeleted') gone.add(payload.eventId);
    if (name === 'groupDeleted' || name === 'groupLeft') gone.add(payload.groupId);
    if (name === 'groupJoined') gone.delete(payload.groupId);
  };
  return (change) => {
    note(change);
    const { name, payload, at, restores } = change;
    if (name !== 'eventCreated' && name !== 'eventUpdated') return false;
    if (at !== undefined || restores) gone.delete(payload.eventId);
    return gone.has(payload.eventId) || gone.has(payload.groupId);
  };
};

/**
 * A change reaches its followers, which are the cache entries, then the slices, then the effects. Cache patches are
 * batched, in a hidden tab with a delay; the action behind them flushes the batch.
 */
export const changesMiddleware: Middleware = () => {
  const followers = new Set<Follower>();
  const isOutdated = createIsOutdated();
  const publish = (change: Change): void => {
    if (isOutdated(change)) return;
    for (const follow of [...followers]) follow(change);
  };
  return (next) => (action) => {
    if (followed.match(action)) {
      followers.add(action.payload);
      return () => followers.delete(action.payload);
    }
    if (changed.match(action)) publish(action.payload);
    return next(action);
  };
};

/** Returns a function that ends it. */
export const followChanges =
  (follow: Follower): AppThunk<() => void> =>
  (dispatch) =>
    dispatch(followed(follow)) as unknown as () => void;

/** Collects changes until it is stopped: a load that begins now may lack them. */
export const collectChanges = (): AppThunk<readonly [collected: readonly Change[], stop: () => void]> => (dispatch) => {
  const collected: Change[] = [];
  return [collected, dispatch(followChanges((change) => void collected.push(change)))];
};

type Store = { readonly dispatch: AppDispatch; readonly getState: () => RootState };

/** Effects of changes beyond the cached server data, by the change's name. */
export type ChangeEffects = {
  readonly [N in FrameName]?: (payload: PayloadOf<N>, store: Store) => void;
};

export const onChanges = (listen: Listen, effects: ChangeEffects): void => {
  listen({
    actionCreator: changed,
    effect: ({ payload: { name, payload } }, { dispatch, getState }) => {
      const effect = effects[name] as ((payload: unknown, store: Store) => void) | undefined;
      effect?.(payload, { dispatch, getState });
    },
  });
};
