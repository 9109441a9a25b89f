import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { storageKeys } from '../services/storage-keys.ts';
import type { AppThunk } from '../store/state.ts';
import { type GroupViewKind, storedView, viewPreferred } from './view-slice.ts';

/** Remembers the view for the groups opened next. A choice made in My Schedule says nothing about groups. */
export const chooseView =
  (groupId: string, view: GroupViewKind): AppThunk =>
  (dispatch, _, { storage }) => {
    if (groupId === MY_SCHEDULE) return;
    storage.set(storageKeys.preferredView, view);
    dispatch(viewPreferred(view));
  };

/** For a group that opens: the view may have been chosen in another tab since. A group that is open keeps its own. */
export const recallView =
  (): AppThunk =>
  (dispatch, _, { storage }) => {
    dispatch(viewPreferred(storedView(storage).preferred));
  };
