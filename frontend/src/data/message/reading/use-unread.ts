import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { selectListed } from '../../group/use-group.ts';
import { useAppSelector } from '../../store/hooks.ts';
import { selectReading } from './reading-slice.ts';

const NONE = { unread: 0, mentions: 0 };

/**
 * The number of unread messages to show for a group. Messages that are being read do not count, although their read
 * mark follows a little later.
 */
export const useUnread = (groupId: string | undefined): number =>
  useAppSelector((state) => (selectReading(state) === groupId ? 0 : (selectListed(state, groupId)?.unreadCount ?? 0)));

/** The same for a group that is at hand, and how many of them mention or answer the user. */
export const useUnreadOf = ({ _id, unreadCount = 0, mentionCount = 0 }: GroupView) => {
  const isReading = useAppSelector((state) => selectReading(state) === _id);
  return isReading ? NONE : { unread: unreadCount, mentions: mentionCount };
};
