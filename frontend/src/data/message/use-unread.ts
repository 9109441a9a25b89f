import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { useEffect } from 'react';
import { useMyGroupsQuery } from '../group/group-api.ts';
import { setPageUnread } from '../page/page-title.ts';
import { useAppSelector } from '../store/hooks.ts';
import { selectReading } from './reading-slice.ts';

/**
 * The number of unread messages to show for a group. Messages that are being read do not count, although their read
 * mark follows a little later.
 */
export const useUnread = (group: GroupView | undefined): number => {
  const isRead = useAppSelector((state) => selectReading(state) === group?._id);
  return isRead ? 0 : (group?.unreadCount ?? 0);
};

/** Shows the number of unread messages of all groups in the page's title and icon. */
export const useUnreadTitle = (): void => {
  const { data: groups = [] } = useMyGroupsQuery();
  const reading = useAppSelector(selectReading);
  const unread = groups.reduce((sum, { _id, unreadCount }) => (_id === reading ? sum : sum + (unreadCount ?? 0)), 0);
  useEffect(() => {
    setPageUnread(unread);
    return () => setPageUnread(0);
  }, [unread]);
};
