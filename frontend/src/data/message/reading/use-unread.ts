import { selectListed } from '../../group/use-group.ts';
import { useAppSelector } from '../../store/hooks.ts';
import { selectReading } from './reading-slice.ts';

/**
 * The number of unread messages to show for a group. Messages that are being read do not count, although their read
 * mark follows a little later.
 */
export const useUnread = (groupId: string | undefined): number =>
  useAppSelector((state) => (selectReading(state) === groupId ? 0 : (selectListed(state, groupId)?.unreadCount ?? 0)));

/** Those of the unread messages that mention or answer the user. */
export const useUnreadMentions = (groupId: string): number =>
  useAppSelector((state) => (selectReading(state) === groupId ? 0 : (selectListed(state, groupId)?.mentionCount ?? 0)));
