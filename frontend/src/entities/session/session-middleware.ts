import type { Middleware } from '@reduxjs/toolkit';
import { baseApi } from '../api/base-api.ts';
import type { Services } from '../store/services.ts';
import { sessionEnded, signedIn, userChanged } from './session-slice.ts';
import { storageKeys } from './storage-keys.ts';
import { forgetUnsent } from './unsent.ts';

/**
 * Keeps local storage in step with the session. Storage is written before the reducers run, so that calls made by what
 * the change renders already carry the right token.
 */
export const sessionMiddleware =
  (services: Services): Middleware =>
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    const { storage, positions } = services;
    if (signedIn.match(action)) {
      const { token, user } = action.payload;
      storage.set(storageKeys.token, token);
      storage.set(storageKeys.user, JSON.stringify(user));
      storage.set(storageKeys.hasSignedIn, 'true');
      storage.remove(storageKeys.loginStep);
      storage.remove(storageKeys.signupStep);
    } else if (userChanged.match(action)) {
      if (storage.get(storageKeys.token) !== null) storage.set(storageKeys.user, JSON.stringify(action.payload));
    } else if (sessionEnded.match(action)) {
      const asked = action.payload.reason === 'logout' || action.payload.reason === 'account-deleted';
      const userId = sessionSliceUserId(getState());
      // Another tab may have signed in again since it ended this session: what it stored is not ours to remove.
      if (action.payload.reason !== 'elsewhere') {
        storage.remove(storageKeys.token);
        storage.remove(storageKeys.user);
      }
      if (asked) {
        storage.remove(storageKeys.pendingInvite);
        storage.remove(storageKeys.inviteFlow);
        if (userId !== undefined) forgetUnsent(services, userId);
      }
      positions.forget();
      const result = next(action);
      // First the guards take the screens away, then their data: otherwise they would load it anew without a token.
      queueMicrotask(() => dispatch(baseApi.util.resetApiState()));
      return result;
    }
    return next(action);
  };

const sessionSliceUserId = (state: unknown): string | undefined =>
  (state as { session: { user: { _id: string } | null } }).session.user?._id;
