import { isTemporary } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { request } from '../api/request.ts';
import { readJson } from '../services/storage.ts';
import { storageKeys } from '../services/storage-keys.ts';
import {
  checkPostponed,
  isUser,
  selectSession,
  sessionEnded,
  signedIn,
  userChanged,
} from '../session/session-slice.ts';
import { onChanges } from '../store/changes.ts';
import type { AppThunk, Listen } from '../store/state.ts';
import { userApi } from './user-api.ts';

/**
 * Asks the server whether the stored session is valid; route guards wait for the answer. When the server cannot be
 * reached, the session continues, and the first answered call decides.
 */
export const checkSession =
  (): AppThunk<Promise<void>> =>
  async (dispatch, getState, { storage }) => {
    if (selectSession(getState()).status !== 'checking') return;
    const token = storage.get(storageKeys.token);
    const { error } = await dispatch(
      userApi.endpoints.me.initiate(undefined, { subscribe: false, forceRefetch: true }),
    );
    if (selectSession(getState()).status !== 'checking') return;
    const noAnswer = error !== undefined && 'status' in error && isTemporary(error);
    // Another tab may have signed in again since, so the refused token may not be the stored one.
    const isOutdated = ![token, null].includes(storage.get(storageKeys.token));
    dispatch(noAnswer || isOutdated ? checkPostponed() : sessionEnded({ reason: 'refused' }));
  };

/** Ends the session here at once. The server is notified in the background, with retries. */
export const logOut = (): AppThunk => (dispatch, _, services) => {
  const token = services.storage.get(storageKeys.token);
  if (token !== null) {
    void request(call('logout', { keepalive: true }), services, { token }).then((outcome) => {
      if ('error' in outcome) console.warn('The server could not be told of the logout.', outcome.error);
    });
  }
  dispatch(sessionEnded({ reason: 'logout' }));
};

/** Follows a sign-in or sign-out in another tab of this browser. */
export const followStoredSession =
  (): AppThunk =>
  (dispatch, getState, { storage }) => {
    const token = storage.get(storageKeys.token);
    const user = readJson(storage, storageKeys.user, isUser);
    const known = selectSession(getState());
    if (token === null) {
      if (known.status !== 'signedOut') dispatch(sessionEnded({ reason: 'elsewhere' }));
      return;
    }
    if (user === undefined) return;
    if (known.user?._id === user._id) {
      if (JSON.stringify(known.user) !== JSON.stringify(user)) dispatch(userChanged(user));
      return;
    }
    if (known.status !== 'signedOut') dispatch(sessionEnded({ reason: 'elsewhere' }));
    dispatch(signedIn({ token, user }));
  };

/** Keeps the session's copy of the account up to date. */
export const accountEffects = (listen: Listen): void =>
  onChanges(listen, {
    accountUpdated: ({ user }, { dispatch }) => {
      if (user !== undefined) dispatch(userChanged(user));
    },
  });
