import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from '../session/session-slice.ts';

type Reading = { readonly groupId: string; readonly isReading: boolean };

/** The group whose chat is being read at its end: what comes there is seen as it comes. */
export const readingSlice = createSlice({
  name: 'reading',
  initialState: null as string | null,
  reducers: {
    readingChanged: (current, { payload: { groupId, isReading } }: PayloadAction<Reading>): string | null =>
      isReading ? groupId : current === groupId ? null : current,
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => null),
  selectors: { selectReading: (reading) => reading },
});

export const { readingChanged } = readingSlice.actions;
export const { selectReading } = readingSlice.selectors;
