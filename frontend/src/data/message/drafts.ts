import { useCallback } from 'react';
import { selectUserId } from '../session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import type { AppThunk } from '../store/state.ts';
import {
  type Draft,
  draftChanged,
  draftKey,
  draftsLoaded,
  isEmptyDraft,
  selectDraft,
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

/** The user's unsent text in a group. It survives a reload and a switch to another group. */
export function useDraft(groupId: string): readonly [Draft, (change: Partial<Draft>) => void] {
  const dispatch = useAppDispatch();
  const draft = useAppSelector((state) => selectDraft(state, groupId));
  const change = useCallback(
    (part: Partial<Draft>) => dispatch(saveDraft(groupId, { ...draft, ...part })),
    [dispatch, groupId, draft],
  );
  return [draft, change];
}
