import { useEffect } from 'react';
import { useMyGroupsQuery } from '../group/group-api.ts';
import { setPageUnread } from '../page/page-title.ts';
import { useAppSelector } from '../store/hooks.ts';
import { selectReading } from './reading-slice.ts';

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
