import { limits } from '@quorum/contracts/wire/limits.ts';
import type { TypingView } from '@quorum/contracts/wire/socket.ts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from '../session/session-slice.ts';

type Typing = TypingView & {
  /** Milliseconds since the epoch: a notice whose end got lost stops counting then. */
  readonly until: number;
};
type TypingState = Readonly<Record<string, readonly Typing[]>>;

const nobody: readonly Typing[] = [];
const others = (state: TypingState, groupId: string, userId: string) =>
  (state[groupId] ?? nobody).filter((typing) => typing.userId !== userId);

/** Who is writing, by group. Never asked for, never kept: only what the socket says. */
export const typingSlice = createSlice({
  name: 'typing',
  initialState: {} as TypingState,
  reducers: {
    typingNoticed: (
      state: TypingState,
      { payload: { notice, now } }: PayloadAction<{ readonly notice: TypingView; readonly now: number }>,
    ): TypingState => {
      const rest = others(state, notice.groupId, notice.userId);
      const typing = notice.isTyping ? [...rest, { ...notice, until: now + limits.typingIdle }] : rest;
      return { ...state, [notice.groupId]: typing };
    },
    typingOver: (
      state: TypingState,
      { payload }: PayloadAction<{ readonly groupId: string; readonly userId: string }>,
    ): TypingState =>
      state[payload.groupId]?.some(({ userId }) => userId === payload.userId)
        ? { ...state, [payload.groupId]: others(state, payload.groupId, payload.userId) }
        : state,
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => ({})),
  selectors: {
    selectTyping: (state: TypingState, groupId: string): readonly Typing[] => state[groupId] ?? nobody,
  },
});

export const { typingNoticed, typingOver } = typingSlice.actions;
export const { selectTyping } = typingSlice.selectors;
