import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/**
 * `connecting`: the first connection is under way, nothing to worry about yet. `reconnecting`: it was there and is being
 * sought again. `offline`: the browser itself has no network.
 */
export type ConnectionStatus = 'idle' | 'connecting' | 'online' | 'reconnecting' | 'offline';
export type ConnectionState = {
  readonly status: ConnectionStatus;
  /** Milliseconds since the epoch, when the connection was lost; null while there is one. */
  readonly since: number | null;
};

declare module '../store/state.ts' {
  interface RootState {
    readonly connection: ConnectionState;
  }
}

const lost = (status: ConnectionStatus): boolean => status === 'reconnecting' || status === 'offline';

export const connectionSlice = createSlice({
  name: 'connection',
  initialState: { status: 'idle', since: null } as ConnectionState,
  reducers: {
    connectionChanged: (
      state,
      { payload: { status, at } }: PayloadAction<{ readonly status: ConnectionStatus; readonly at: number }>,
    ): ConnectionState => ({ status, since: lost(status) ? (state.since ?? at) : null }),
  },
  selectors: { selectConnection: (connection) => connection },
});

export const { connectionChanged } = connectionSlice.actions;
export const { selectConnection } = connectionSlice.selectors;
