import { useCallback } from 'react';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { type Draft, selectDraft } from './draft-slice.ts';
import { saveDraft } from './drafts.ts';

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
