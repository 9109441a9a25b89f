import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { useServices } from '../services/services-context.tsx';
import { groupApi } from './group-api.ts';

export type Selection = {
  /** `my-q` for My Schedule. Undefined until the groups have loaded, when the path names one. */
  readonly groupId: string | undefined;
  /** The group as the list has it. Undefined for My Schedule. */
  readonly group: GroupView | undefined;
};

/**
 * The selection of a path. A group that is not the user's leads to My Schedule, which is known only once the groups have
 * loaded.
 */
export const selectionOf = (
  groupId: string | undefined,
  groups: readonly GroupView[] | undefined,
  failed: boolean,
): Selection => {
  if (groupId === undefined || groupId === MY_SCHEDULE) return { groupId: MY_SCHEDULE, group: undefined };
  if (groups === undefined) return { groupId: failed ? MY_SCHEDULE : undefined, group: undefined };
  const group = groups.find(({ _id }) => _id === groupId);
  return { groupId: group?._id ?? MY_SCHEDULE, group };
};

/** The selection of `/dashboard` and `/dashboard/group/:groupId`. */
export function useSelectedGroup(): Selection {
  const { groupId } = useParams();
  // The error stays during a retry. Otherwise the screens would change with each attempt and retry again.
  const { data, error } = groupApi.useMyGroupsQuery();
  return selectionOf(groupId, data, error !== undefined);
}

/** Keeps this browser in the group's room while the group is selected. */
export function useGroupRoom(groupId: string | undefined): void {
  const { link } = useServices();
  useEffect(() => {
    if (groupId === undefined || groupId === MY_SCHEDULE) return;
    link.joinGroup(groupId);
    return () => link.leaveGroup(groupId);
  }, [groupId, link]);
}
