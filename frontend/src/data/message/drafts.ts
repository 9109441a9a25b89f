import { selectUserId } from '../session/session-slice.ts';
import type { AppThunk } from '../store/state.ts';
import {
  type Draft,
  draftChanged,
  draftKey,
  draftsLoaded,
  isEmptyDraft,
  storedDraft,
  storedDrafts,
} from './draft-slice.ts';

/** Stores a group's draft. An empty one is removed. */
export const saveDraft =
  (groupId: string, draft: Draft): AppThunk =>
  (dispatch, getState, { storage }) => {
    const userId = selectUserId(getState());
    if (userId === undefined) return;
    const key = draftKey(userId, groupId);
    if (isEmptyDraft(draft)) storage.remove(key);
    else storage.set(key, JSON.stringify(draft));
    dispatch(draftChanged({ groupId, draft }));
  };

/** Takes over a draft that another tab of this browser stored. */
export const followDraft =
  (userId: string, groupId: string): AppThunk =>
  (dispatch, _, { storage }) => {
    dispatch(draftChanged({ groupId, draft: storedDraft(storage, userId, groupId) }));
  };

export const loadDrafts =
  (userId: string): AppThunk =>
  (dispatch, _, { storage }) => {
    dispatch(draftsLoaded(storedDrafts(storage, userId)));
  };
