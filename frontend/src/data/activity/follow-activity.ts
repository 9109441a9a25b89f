import { useEffect } from 'react';
import { activityCounted, selectActivityCounts } from '../group/activity-counts-slice.ts';
import { groupApi } from '../group/group-api.ts';
import { selectReading } from '../message/reading/reading-slice.ts';
import { setPageUnread } from '../page/page-unread.ts';
import { useGroupPreferences } from '../preferences/preferences-api.ts';
import { useMutedGroups } from '../preferences/use-notifications.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { activityApi } from './activity-api.ts';
import { useUnreadItems } from './use-activity.ts';

/**
 * Shows one number in the page's title and icon and on the installed app: the unread messages of groups at the level `all` that are
 * not muted, those of the others that mention or answer the user, and the unread items of Activity that are not of messages.
 */
const useUnreadTitle = (): void => {
  const { data: groups = [] } = groupApi.useMyGroupsQuery();
  const { preferences } = useGroupPreferences();
  const muted = useMutedGroups();
  const reading = useAppSelector(selectReading);
  const { changes } = useAppSelector(selectActivityCounts);
  const isHeard = (groupId: string): boolean => !muted.has(groupId) && (preferences[groupId]?.level ?? 'all') === 'all';
  const unread = groups
    .filter(({ _id }) => _id !== reading)
    .reduce(
      (sum, { _id, unreadCount = 0, mentionCount = 0 }) => sum + (isHeard(_id) ? unreadCount : mentionCount),
      changes,
    );
  useEffect(() => {
    setPageUnread(unread);
    return () => setPageUnread(0);
  }, [unread]);
};

/** Loads the list and follows its changes, in the bell and in the page's title. */
export function FollowActivity(): null {
  const dispatch = useAppDispatch();
  const { data: list } = activityApi.useActivityQuery();
  const ids = useUnreadItems(list);
  const shown = useAppSelector(selectActivityCounts);
  const unread = ids.size;
  const changes = list?.items.filter(({ _id, messageId }) => messageId === undefined && ids.has(_id)).length ?? 0;
  const isKnown = list !== undefined;
  useEffect(() => {
    if (isKnown && (shown.unread !== unread || shown.changes !== changes))
      dispatch(activityCounted({ unread, changes }));
  }, [dispatch, isKnown, shown, unread, changes]);
  useUnreadTitle();
  return null;
}
