import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { storageKeys } from '../services/storage-keys.ts';
import type { AppThunk } from '../store/state.ts';
import { type GroupViewKind, viewPreferred } from './view-slice.ts';

/** Remembers the view for the groups opened next. A choice made in My Schedule says nothing about groups. */
export const chooseView =
  (groupId: string, view: GroupViewKind): AppThunk =>
  (dispatch, _, { storage }) => {
    if (groupId === MY_SCHEDULE) return;
    storage.set(storageKeys.preferredView, view);
    dispatch(viewPreferred(view));
  };
