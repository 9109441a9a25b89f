import { useMemo } from 'react';
import { groupApi } from '../group/group-api.ts';
import { selectReading } from '../message/reading/reading-slice.ts';
import { useAppSelector } from '../store/hooks.ts';
import { type ActivityList, unreadItems } from './activity-list.ts';

const NONE: ReadonlySet<string> = new Set();

/** The ids of the unread items of a list. A chat that is on screen is read. */
export const useUnreadItems = (list: ActivityList | undefined): ReadonlySet<string> => {
  const { data: groups } = groupApi.useMyGroupsQuery();
  const reading = useAppSelector(selectReading);
  return useMemo(() => {
    if (list === undefined) return NONE;
    const mentions = new Map(groups?.map(({ _id, mentionCount = 0 }) => [_id, _id === reading ? 0 : mentionCount]));
    return unreadItems(list, (groupId) => mentions.get(groupId) ?? 0);
  }, [list, groups, reading]);
};
