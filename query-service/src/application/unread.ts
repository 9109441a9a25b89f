import {
  collections,
  type MembershipDocument,
  type MessageDocument,
  type ReadMarkerDocument,
} from '@quorum/service-kit/documents/collections.ts';
import { type PagedQuery, pagesOf } from '@quorum/service-kit/ports/read-pages.ts';
import type { Context } from './context.ts';

/** Counting stops here; the client shows `99+`. */
const MOST_UNREAD = 100;
/**
 * Messages looked through for them. Only one's own and deleted ones are passed over, and a chat that one writes in is read: so many in a
 * row are not to be expected.
 */
const MOST_SEEN = 3_000;

type Unread = {
  /** At most 100. */
  readonly unreadCount: number;
  /** Order of the last message that was looked at. A message that comes later is not in the count, whenever it is told. */
  readonly countedUpTo: string;
};

/** Messages that came after the marker, without the reader's own. Before anything was read: those since the reader joined. */
export const countUnread = async (
  { reads }: Pick<Context, 'reads'>,
  { groupId, userId, joinedPosition }: MembershipDocument,
  marker: ReadMarkerDocument | undefined,
): Promise<Unread> => {
  const { name } = collections.messages;
  const { order: start } = marker ?? { order: joinedPosition };
  const after = { where: { groupId }, range: { field: 'order', after: start } } satisfies PagedQuery;
  // Mostly there is nothing, and the index alone tells so.
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
