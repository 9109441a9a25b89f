import { selectUserId } from '../session/session-slice.ts';
import { draftPrefix } from '../session/unsent.ts';
import type { AppThunk } from '../store/state.ts';
import { type Draft, draftChanged, draftsLoaded, isEmptyDraft, storedDrafts } from './draft-slice.ts';

/** Keeps the draft of a group, also over a reload. An empty one is removed. */
export const saveDraft =
  (groupId: string, draft: Draft): AppThunk =>
  (dispatch, getState, { storage }) => {
    const userId = selectUserId(getState());
    if (userId === undefined) return;
    const key = `${draftPrefix(userId)}${groupId}`;
    if (isEmptyDraft(draft)) storage.remove(key);
    else storage.set(key, JSON.stringify(draft));
    dispatch(draftChanged({ groupId, draft }));
  };

export const loadDrafts =
  (userId: string): AppThunk =>
  (dispatch, _, { storage }) => {
    dispatch(draftsLoaded(storedDrafts(storage, userId)));
  };
