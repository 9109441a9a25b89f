import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { KeyValueStorage } from '../services/storage.ts';
import { storageKeys } from '../services/storage-keys.ts';

export type GroupViewKind = 'chat' | 'calendar';
type ViewState = { readonly preferred: GroupViewKind };

declare module '../store/state.ts' {
  interface RootState {
    readonly view: ViewState;
  }
}

/** The view in which groups open in this browser. */
export const viewSlice = createSlice({
  name: 'view',
  initialState: { preferred: 'calendar' } as ViewState,
  reducers: {
    viewPreferred: (_, { payload }: PayloadAction<GroupViewKind>): ViewState => ({ preferred: payload }),
  },
  selectors: {
    /** My Schedule is always a calendar. */
    selectView: ({ preferred }, groupId: string): GroupViewKind => (groupId === MY_SCHEDULE ? 'calendar' : preferred),
  },
});

export const { viewPreferred } = viewSlice.actions;
export const { selectView } = viewSlice.selectors;

export const storedView = (storage: KeyValueStorage): ViewState => ({
  preferred: storage.get(storageKeys.preferredView) === 'chat' ? 'chat' : 'calendar',
});
