import { selectListed } from '../../group/use-group.ts';
import { useAppSelector } from '../../store/hooks.ts';
import { selectReading } from './reading-slice.ts';

/**
 * The number of unread messages to show for a group. Messages that are being read do not count, although their read
 * mark follows a little later.
 */
export const useUnread = (groupId: string | undefined): number =>
  useAppSelector((state) => (selectReading(state) === groupId ? 0 : (selectListed(state, groupId)?.unreadCount ?? 0)));

/** Whether the newest messages of the group are on screen, which then has none to count. */
export const useIsReading = (groupId: string): boolean => useAppSelector((state) => selectReading(state) === groupId);
