import { isFulfilled } from '@reduxjs/toolkit';
import type { Listen } from '../store/listen.ts';
import { connectionChanged, selectConnection } from './connection-slice.ts';

/** An answer shows that the server can be reached again: the socket need not wait for its next try. */
export const hurryEffects = (listen: Listen): void => {
  // Once for each try: more answers must not break off the try that one of them began.
  let hasHurried = false;
  listen({
    actionCreator: connectionChanged,
    effect: () => {
      hasHurried = false;
    },
  });
  listen({
    matcher: isFulfilled,
    effect: (_, { getState, extra: { link } }) => {
      if (hasHurried || selectConnection(getState()).since === null) return;
      hasHurried = true;
      link.hurry();
    },
  });
};
