import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from '../session/session-slice.ts';
import type { AppThunk } from '../store/state.ts';
import type { Picked } from './mentions.ts';

/** The message that is being edited, and as soon as it was changed its text and whom that mentions. */
export type Editing = {
  readonly messageId: string;
  readonly text: string | null;
  readonly picked?: readonly Picked[];
};
type EditingState = Readonly<Record<string, Editing>>;

declare module '../store/state.ts' {
  interface RootState {
    readonly editing: EditingState;
  }
}

/** One edit in each group. It outlives the chat that shows it. */
export const editingSlice = createSlice({
  name: 'editing',
  initialState: {} as EditingState,
  reducers: {
    editingChanged: (
      state: EditingState,
      { payload: { groupId, editing } }: PayloadAction<{ readonly groupId: string; readonly editing: Editing | null }>,
    ): EditingState => {
      const { [groupId]: _, ...others } = state;
      return editing === null ? others : { ...others, [groupId]: editing };
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => ({})),
  selectors: { selectEditing: (state: EditingState, groupId: string): Editing | undefined => state[groupId] },
});

export const { editingChanged } = editingSlice.actions;
export const { selectEditing } = editingSlice.selectors;

/** Ends the edit of a message. @returns the ended edit; undefined when that message is not being edited. */
export const endEditing =
  (groupId: string, messageId: string): AppThunk<Editing | undefined> =>
  (dispatch, getState) => {
    const editing = selectEditing(getState(), groupId);
    // The answer to an earlier edit must not close the next one.
    if (editing?.messageId !== messageId) return undefined;
    dispatch(editingChanged({ groupId, editing: null }));
    return editing;
  };
