import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from '../session/session-slice.ts';

type Reading = {
  /** The group whose chat is being read at its end: what comes there is seen as it comes. */
  readonly groupId: string | null;
  /** The message up to which each group is read here, by group, until the server has taken the mark. */
  readonly wantedMarks: Readonly<Record<string, string>>;
};

declare module '../store/state.ts' {
  interface RootState {
    readonly reading: Reading;
  }
}

type ReadingChange = { readonly groupId: string; readonly isReading: boolean };
type Mark = { readonly groupId: string; readonly messageId: string };

const initialState: Reading = { groupId: null, wantedMarks: {} };

export const readingSlice = createSlice({
  name: 'reading',
  initialState,
  reducers: {
    readingChanged: (state, { payload: { groupId, isReading } }: PayloadAction<ReadingChange>) => {
      if (isReading) state.groupId = groupId;
      else if (state.groupId === groupId) state.groupId = null;
    },
    markWanted: ({ wantedMarks }, { payload: { groupId, messageId } }: PayloadAction<Mark>) => {
      wantedMarks[groupId] = messageId;
    },
    /** Unless a later one of the group has taken its place. */
    markSettled: ({ wantedMarks }, { payload: { groupId, messageId } }: PayloadAction<Mark>) => {
      if (wantedMarks[groupId] === messageId) delete wantedMarks[groupId];
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => initialState),
  selectors: {
    selectReading: ({ groupId }) => groupId,
    selectWantedMark: ({ wantedMarks }, groupId: string) => wantedMarks[groupId],
  },
});

export const { readingChanged, markWanted, markSettled } = readingSlice.actions;
export const { selectReading, selectWantedMark } = readingSlice.selectors;
