import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from '../session/session-slice.ts';

/** Unread items of Activity, and those of them that are not of messages. */
export type ActivityCounts = { readonly unread: number; readonly changes: number };

declare module '../store/state.ts' {
  interface RootState {
    readonly activityCounts: ActivityCounts;
  }
}

const initialState: ActivityCounts = { unread: 0, changes: 0 };

/** As they came with the groups, until Activity itself is loaded. */
export const activityCountsSlice = createSlice({
  name: 'activityCounts',
  initialState,
  reducers: {
    activityCounted: (_, { payload }: PayloadAction<ActivityCounts>) => payload,
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => initialState),
  selectors: { selectActivityCounts: (counts) => counts },
});

export const { activityCounted } = activityCountsSlice.actions;
export const { selectActivityCounts } = activityCountsSlice.selectors;
