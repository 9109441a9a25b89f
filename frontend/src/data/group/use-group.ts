import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { useMemo } from 'react';
import { useGroupQuery, useMyGroupsQuery } from './group-api.ts';
import { unreadOf } from './group-list.ts';

/**
 * One of the user's groups: at first as the list has it, then as loaded with more of its members. Undefined while the
 * list loads, and for a group that is not in it.
 */
export const useGroup = (groupId: string | undefined): GroupView | undefined => {
  const { listed } = useMyGroupsQuery(undefined, {
    selectFromResult: ({ data }) => ({ listed: data?.find(({ _id }) => _id === groupId) }),
  });
  const { currentData } = useGroupQuery(groupId ?? '', { skip: listed === undefined });
  return useMemo(() => {
    if (listed === undefined || currentData === undefined) return listed;
    // The mark belongs to the count: the list may have been loaded since.
    const { lastReadMessageId = currentData.lastReadMessageId } = listed;
    return { ...currentData, ...unreadOf(listed), ...(lastReadMessageId === undefined ? {} : { lastReadMessageId }) };
  }, [listed, currentData]);
};
