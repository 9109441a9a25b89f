import type { GroupView } from '@quorum/contracts/wire/views.ts';
import { useAppSelector } from '../store/hooks.ts';
import { selectReading } from './reading-slice.ts';

/** How many messages of a group to show as unread: none of those that are being read, though the mark that says so follows a little later. */
export const useUnread = (group: GroupView | undefined): number => {
  const isRead = useAppSelector((state) => selectReading(state) === group?._id);
  return isRead ? 0 : (group?.unreadCount ?? 0);
};
