import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { hasFields } from '../../../shared/lib/has-fields.ts';
import { type KeyValueStorage, readJson } from '../../services/storage.ts';
import { selectUserId, sessionEnded } from '../../session/session-slice.ts';
import type { AppThunk, RootState } from '../../store/state.ts';
import type { Picked } from '../mentions.ts';
import { outboxPrefix } from './unsent.ts';

/** A text or a file on its way to the server. `queued`: waits for its turn or the connection. `failed`: was refused. */
export type Outgoing = {
  /** The id that the message will have, and the idempotency key of its sending. */
  readonly id: string;
  readonly groupId: string;
  readonly content: string;
  /** Whom the text mentions. */
  readonly picked?: readonly Picked[];
  readonly replyTo: MessageView | null;
  /** Milliseconds since the epoch, strictly increasing within a browser. It is the order of sending. */
  readonly at: number;
  readonly state: 'queued' | 'sending' | 'failed';
  /** Of `failed`: the server's text. */
  readonly error?: string;
  /** Instead of a text. Only this page has it, so it does not survive a reload. */
  readonly file?: File;
  /** Share of the file's bytes that were sent, 0-1. */
  readonly progress?: number;
};

declare module '../../store/state.ts' {
  interface RootState {
    /** In the order they were written. */
    readonly outbox: readonly Outgoing[];
  }
}

const inOrder = (outbox: readonly Outgoing[]): Outgoing[] => [...outbox].sort((a, b) => a.at - b.at);
const without = (outbox: readonly Outgoing[], id: string): Outgoing[] => outbox.filter((one) => one.id !== id);

export const outboxSlice = createSlice({
  name: 'outbox',
  initialState: [] as readonly Outgoing[],
  reducers: {
    outboxLoaded: (_, { payload }: PayloadAction<readonly Outgoing[]>) => inOrder(payload),
    outgoingChanged: (outbox, { payload }: PayloadAction<Outgoing>) =>
      inOrder([...without(outbox, payload.id), payload]),
    outgoingGone: (outbox, { payload }: PayloadAction<string>) => without(outbox, payload),
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => []),
});

export const { outboxLoaded, outgoingChanged, outgoingGone } = outboxSlice.actions;

export const selectOutbox = outboxSlice.selectSlice;

export const selectOutgoingById = (state: RootState, id: string): Outgoing | undefined =>
  selectOutbox(state).find((outgoing) => outgoing.id === id);

export const selectOutgoing = createSelector([selectOutbox, (_: unknown, groupId: string) => groupId], (all, groupId) =>
  all.filter((outgoing) => outgoing.groupId === groupId),
);

const isOutgoing = (value: unknown): value is Outgoing =>
  hasFields(value, { id: 'string', groupId: 'string', content: 'string', at: 'number', state: 'string' });

export const outgoingKey = (userId: string, id: string): string => `${outboxPrefix(userId)}${id}`;

/** The texts of the outbox, which all tabs of this browser share, in the order they were written. */
export const storedOutbox = (storage: KeyValueStorage, userId: string): readonly Outgoing[] =>
  storage
    .keys()
    .filter((key) => key.startsWith(outboxPrefix(userId)))
    .map((key) => readJson(storage, key, isOutgoing))
    .filter((outgoing) => outgoing !== undefined)
    .sort((a, b) => a.at - b.at);

/**
 * Puts a message into the outbox, or changes it, in the store and, if it is a text, in the storage that all tabs share.
 * False when nobody is signed in. In storage a text that is `sending` is still waiting, so a reload sends it again.
 */
export const storeOutgoing =
  (outgoing: Outgoing): AppThunk<boolean> =>
  (dispatch, getState, { storage }) => {
    const userId = selectUserId(getState());
    if (userId === undefined) return false;
    if (outgoing.file === undefined) storage.set(outgoingKey(userId, outgoing.id), JSON.stringify(atRest(outgoing)));
    dispatch(outgoingChanged(outgoing));
    return true;
  };

const atRest = (outgoing: Outgoing): Outgoing =>
  outgoing.state === 'sending' ? { ...outgoing, state: 'queued' } : outgoing;
