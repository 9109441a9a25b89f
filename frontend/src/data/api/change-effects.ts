import type { FrameName, PayloadOf } from '@quorum/contracts/socket.ts';

import { changed } from '../store/changed.ts';
import type { Listen } from '../store/listen.ts';
import type { AppDispatch, RootState } from '../store/state.ts';

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
