import { isAnyOf } from '@reduxjs/toolkit';
import type { AppDispatch, Listen } from '../store/state.ts';
import { checkPostponed, selectUserId, signedIn, userChanged } from './session-slice.ts';

/** Runs an effect when somebody signs in, or the session of the last visit turns out to hold. */
export const onSignedIn = (
  listen: Listen,
  effect: (store: { readonly dispatch: AppDispatch }, userId: string) => void,
): void => {
  listen({
    matcher: isAnyOf(signedIn, userChanged, checkPostponed),
    effect: (_, { dispatch, getState, getOriginalState }) => {
      const userId = selectUserId(getState());
      const before = getOriginalState().session;
      if (userId === undefined || (before.status === 'signedIn' && before.user?._id === userId)) return;
      effect({ dispatch }, userId);
    },
  });
};
