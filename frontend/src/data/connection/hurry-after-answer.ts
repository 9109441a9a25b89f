import { isFulfilled } from '@reduxjs/toolkit';
import type { Listen } from '../store/listen.ts';
import { connectionChanged, selectConnection } from './connection-slice.ts';

/** An answer proves that the server can be reached. The socket then retries at once. */
export const hurryEffects = (listen: Listen): void => {
  // Once per attempt: further answers must not interrupt the attempt that the first began.
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
