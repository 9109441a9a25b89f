import type { UserView } from '@quorum/contracts/account/wire.ts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { hasFields } from '../../shared/lib/has-fields.ts';
import { type KeyValueStorage, readJson } from '../services/storage.ts';
import { storageKeys } from '../services/storage-keys.ts';

/**
 * `logout` and `account-deleted` were requested here and also delete unsent texts. `refused` and `elsewhere` were
 * decided by the server or another tab.
 */
export type EndReason = 'logout' | 'account-deleted' | 'refused' | 'elsewhere';

/** `checking`: a token is stored, and the server has not yet confirmed it. */
export type SessionState = {
  readonly status: 'checking' | 'signedOut' | 'signedIn';
  readonly user: UserView | null;
  /** It was not ended by the user in this tab, so the reason is shown. */
  readonly wasEnded?: true;
};

declare module '../store/state.ts' {
  interface RootState {
    readonly session: SessionState;
  }
}

const initialState: SessionState = { status: 'signedOut', user: null };

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** After a verified code, or when another tab signed in. */
    signedIn: (_, { payload }: PayloadAction<{ readonly token: string; readonly user: UserView }>): SessionState => ({
      status: 'signedIn',
      user: payload.user,
    }),
    /** The account as the server has it now. */
    userChanged: (state, { payload }: PayloadAction<UserView>): SessionState =>
      state.status === 'signedOut' ? state : { status: 'signedIn', user: payload },
    /** The server could not be reached. The stored session holds until it answers. */
    checkPostponed: (state): SessionState => (state.user === null ? initialState : { ...state, status: 'signedIn' }),
    sessionEnded: (_, { payload: { reason } }: PayloadAction<{ readonly reason: EndReason }>): SessionState =>
      reason === 'refused' || reason === 'elsewhere' ? { ...initialState, wasEnded: true } : initialState,
  },
  selectors: {
    selectSession: (session) => session,
    selectUser: (session) => session.user,
    selectUserId: (session) => session.user?._id,
  },
});

export const { signedIn, userChanged, checkPostponed, sessionEnded } = sessionSlice.actions;
export const { selectSession, selectUser, selectUserId } = sessionSlice.selectors;

export const isUser = (value: unknown): value is UserView =>
  hasFields(value, { _id: 'string', profileComplete: 'boolean' });

/** The session as a fresh page knows it before it asks the server. */
export const storedSession = (storage: KeyValueStorage): SessionState => {
  const user = readJson(storage, storageKeys.user, isUser);
  return storage.get(storageKeys.token) === null || user === undefined ? initialState : { status: 'checking', user };
};
