import type { Middleware } from '@reduxjs/toolkit';
import { baseApi } from '../../data/api/base-api.ts';
import { forgetUnsent } from '../../data/message/outbox/unsent.ts';
import type { Services } from '../../data/services/services.ts';
import { storageKeys } from '../../data/services/storage-keys.ts';
import { clearSteps } from '../../data/session/saved-step.ts';
import { type EndReason, selectUserId, sessionEnded, signedIn, userChanged } from '../../data/session/session-slice.ts';
import { storeSession } from '../../data/session/store-session.ts';
import type { RootState } from '../../data/store/state.ts';

const forgetSession = (services: Services, reason: EndReason, userId: string | undefined): void => {
  const { storage, positions } = services;
  // Another tab may have signed in again since. Its session stays.
  if (reason !== 'elsewhere') {
    storage.remove(storageKeys.token);
    storage.remove(storageKeys.user);
  }
  if (reason === 'logout' || reason === 'account-deleted') {
    storage.remove(storageKeys.pendingInvite);
    storage.remove(storageKeys.inviteFlow);
    clearSteps(storage);
    if (userId !== undefined) forgetUnsent(services, userId);
  }
  positions.forget();
};

/**
 * Keeps local storage in step with the session. It is written before the reducers run, so calls made by the resulting
 * render carry the right token.
 */
export const sessionMiddleware =
  (services: Services): Middleware =>
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    const { storage } = services;
    if (signedIn.match(action)) storeSession(storage, action.payload);
    else if (userChanged.match(action)) {
      if (storage.get(storageKeys.token) !== null) storage.set(storageKeys.user, JSON.stringify(action.payload));
    } else if (sessionEnded.match(action)) {
      forgetSession(services, action.payload.reason, selectUserId(getState() as RootState));
      const result = next(action);
      // The route guards remove the screens before their data: they would reload it without a token.
      queueMicrotask(() => dispatch(baseApi.util.resetApiState()));
      return result;
    }
    return next(action);
  };
