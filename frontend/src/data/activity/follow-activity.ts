import { useEffect } from 'react';
import { activityCounted, selectActivityCounts } from '../group/activity-counts-slice.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { activityApi } from './activity-api.ts';
import { useUnreadItems } from './use-activity.ts';
import { useUnreadTitle } from './use-unread-title.ts';

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
