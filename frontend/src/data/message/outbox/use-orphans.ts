import { useEffect } from 'react';
import { groupApi } from '../../group/group-api.ts';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import type { RootState } from '../../store/state.ts';
import { discard } from './outbox.ts';
import { selectOutbox } from './outbox-slice.ts';

const selectGroups = groupApi.endpoints.myGroups.select();

const selectOrphan = (state: RootState): string | undefined => {
  const { data: groups } = selectGroups(state);
  const isGone = (groupId: string) => groups?.every(({ _id }) => _id !== groupId);
  return selectOutbox(state).find((one) => one.state === 'failed' && isGone(one.groupId))?.id;
};

/**
 * Discards the refused messages of groups that the user is no longer in. No screen shows them, but their files fill the
 * browser, and the page would ask about them before it is left.
 */
export const useOrphans = (): void => {
  const dispatch = useAppDispatch();
  const orphan = useAppSelector(selectOrphan);
  useEffect(() => {
    if (orphan === undefined) return;
    // When another tab signs in somebody else, the last person's groups are still there for a moment.
    const timer = setTimeout(() => dispatch(discard(orphan)));
    return () => clearTimeout(timer);
  }, [orphan, dispatch]);
};
