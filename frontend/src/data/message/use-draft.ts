import { useCallback } from 'react';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { type Draft, selectDraft } from './draft-slice.ts';
import { saveDraft } from './drafts.ts';

/** What the user began to write in a group; kept over a reload and a change of group. */
export function useDraft(groupId: string): readonly [Draft, (change: Partial<Draft>) => void] {
  const dispatch = useAppDispatch();
  const draft = useAppSelector((state) => selectDraft(state, groupId));
  const change = useCallback(
    (part: Partial<Draft>) => dispatch(saveDraft(groupId, { ...draft, ...part })),
    [dispatch, groupId, draft],
  );
  return [draft, change];
}
