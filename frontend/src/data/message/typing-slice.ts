import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { TypingView } from '@quorum/contracts/socket.ts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from '../session/session-slice.ts';
import { changed } from '../store/changes.ts';

type Typing = TypingView & {
  /** Milliseconds since the epoch. A notice expires then, in case its end got lost. */
  readonly until: number;
};
type TypingState = Readonly<Record<string, readonly Typing[]>>;

declare module '../store/state.ts' {
  interface RootState {
    readonly typing: TypingState;
  }
}

const nobody: readonly Typing[] = [];
const others = (state: TypingState, groupId: string, userId: string) =>
  (state[groupId] ?? nobody).filter((typing) => typing.userId !== userId);

/** A person who has sent a message or left is no longer writing. */
const without = (state: TypingState, groupId: string, userId: string): TypingState =>
  state[groupId]?.some((typing) => typing.userId === userId)
    ? { ...state, [groupId]: others(state, groupId, userId) }
    : state;

/** Who is writing, by group. Known from the socket only. */
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
  },
  extraReducers: (builder) =>
    builder
      .addCase(sessionEnded, () => ({}))
      .addCase(changed, (state: TypingState, { payload: { name, payload } }): TypingState => {
        if (name === 'newMessage') return without(state, payload.groupId, payload.senderId._id);
        if (name === 'memberLeft') return without(state, payload.groupId, payload.userId);
        return state;
      }),
  selectors: {
    selectTyping: (state: TypingState, groupId: string): readonly Typing[] => state[groupId] ?? nobody,
  },
});

export const { typingNoticed } = typingSlice.actions;
export const { selectTyping } = typingSlice.selectors;
