import type { GroupView } from '@quorum/contracts/group/wire.ts';
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
