import { createSlice, isFulfilled, type PayloadAction } from '@reduxjs/toolkit';

/**
 * `connecting`: the first connection is being made. `reconnecting`: a lost one is being restored. `offline`: the
 * browser has no network.
 */
export type ConnectionStatus = 'idle' | 'connecting' | 'online' | 'reconnecting' | 'offline';
export type ConnectionState = {
  readonly status: ConnectionStatus;
  /** When the connection was lost, in milliseconds since the epoch. Null while connected. */
  readonly since: number | null;
  /** Whether the server has answered a call since then: only live updates are missing. */
  readonly answered: boolean;
  /** The build of the server that was connected to last. None in development. */
  readonly build?: string | undefined;
};

declare module '../store/state.ts' {
  interface RootState {
    readonly connection: ConnectionState;
  }
}

const lost = (status: ConnectionStatus): boolean => status === 'reconnecting' || status === 'offline';

export const connectionSlice = createSlice({
  name: 'connection',
  initialState: { status: 'idle', since: null, answered: false } as ConnectionState,
  reducers: {
    welcomed: (state, { payload }: PayloadAction<{ readonly build: string | undefined }>): ConnectionState => ({
      ...state,
      ...payload,
    }),
    connectionChanged: (
      state,
      { payload: { status, at } }: PayloadAction<{ readonly status: ConnectionStatus; readonly at: number }>,
    ): ConnectionState => ({
      ...state,
      status,
      since: lost(status) ? (state.since ?? at) : null,
      answered: status === 'reconnecting' && state.answered,
    }),
  },
  extraReducers: (build) =>
    build.addMatcher(isFulfilled, (state) => {
      if (state.since !== null) state.answered = true;
    }),
  selectors: { selectConnection: (connection) => connection },
});

export const { connectionChanged, welcomed } = connectionSlice.actions;
export const { selectConnection } = connectionSlice.selectors;
