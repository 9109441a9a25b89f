import {
  collections,
  type MembershipDocument,
  type MessageDocument,
  type ReadMarkerDocument,
} from '@quorum/service-kit/documents/collections.ts';
import { type PagedQuery, pagesOf } from '@quorum/service-kit/ports/read-pages.ts';
import type { Reading } from './context.ts';

/** Counting stops here; the client shows `99+`. */
const MOST_UNREAD = 100;
/**
 * Messages examined for the count. Only the reader's own and deleted messages are skipped, and people read a chat they write in,
 * so longer runs of those are unlikely.
 */
const MOST_SEEN = 3_000;

type Unread = {
  /** At most 100. */
  readonly unreadCount: number;
  /** Order of the last message examined. Later messages are not in the count, whenever they are announced. */
  readonly countedUpTo: string;
};

/** Counts messages after the marker, except the reader's own. Without a marker, counts from when the reader joined. */
export const countUnread = async (
  { reads }: Reading,
  { groupId, userId, joinedPosition }: MembershipDocument,
  marker: ReadMarkerDocument | undefined,
): Promise<Unread> => {
  const { name } = collections.messages;
  const { order: start } = marker ?? { order: joinedPosition };
  const after = { where: { groupId }, range: { field: 'order', after: start } } satisfies PagedQuery;
  // Cheap test first: usually there is nothing, and the index alone shows that.
  if ((await reads.active.count(name, after, 1)) === 0) return { unreadCount: 0, countedUpTo: start };
  const oldestFirst = { ...after, order: { field: 'order', direction: 'asc' } } satisfies PagedQuery;
  const isUnread = ({ senderId, deleted }: MessageDocument): boolean => senderId !== userId && !deleted;
  let seen = 0;
  let unread = 0;
  let countedUpTo = start;
  for await (const page of pagesOf<MessageDocument>(reads.active, name, oldestFirst, MOST_UNREAD)) {
    seen += page.length;
    countedUpTo = page.at(-1)?.order ?? countedUpTo;
    unread += page.filter(isUnread).length;
    if (unread >= MOST_UNREAD || seen >= MOST_SEEN) break;
  }
  return { unreadCount: Math.min(unread, MOST_UNREAD), countedUpTo };
};
