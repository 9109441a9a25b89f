import { useEffect, useMemo, useState } from 'react';
import { whenIdle } from '../../shared/lib/when-idle.ts';
import { type ActivityCounts, selectActivityCounts } from '../group/activity-counts-slice.ts';
import { groupApi } from '../group/group-api.ts';
import { selectReading } from '../message/reading/reading-slice.ts';
import { useAppSelector } from '../store/hooks.ts';
import { activityApi } from './activity-api.ts';
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

/** Until the list is loaded, as the list of groups says. */
export const useActivityCounts = (): ActivityCounts => {
  const { data: list } = activityApi.endpoints.activity.useQueryState();
  const counted = useAppSelector(selectActivityCounts);
  const ids = useUnreadItems(list);
  return useMemo(() => {
    if (list === undefined) return counted;
    const changes = list.items.filter(({ _id, messageId }) => messageId === undefined && ids.has(_id));
    return { unread: ids.size, changes: changes.length };
  }, [list, ids, counted]);
};

/** Loads the list once the page is idle, and follows its changes from then on. */
export const useFollowedActivity = (): void => {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  activityApi.useActivityQuery(undefined, { skip: !isIdle });
};
