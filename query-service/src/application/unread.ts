import {
  collections,
  type MembershipDocument,
  type MessageDocument,
  type ReadMarkerDocument,
} from '@quorum/contracts/documents/collections.ts';
import { type PagedQuery, pagesOf } from '@quorum/contracts/ports/read-pages.ts';
import type { Context } from './context.ts';

/** Counting stops here; the client shows `99+`. */
const MOST_UNREAD = 100;
/**
 * Messages looked through for them. Only one's own and deleted ones are passed over, and a chat that one writes in is read: so many in a
 * row are not to be expected.
 */
const MOST_SEEN = 3_000;

/** Messages that came after the marker, without the reader's own. Before anything was read: those since the reader joined. */
export const countUnread = async (
  { reads }: Pick<Context, 'reads'>,
  { groupId, userId, joinedPosition }: MembershipDocument,
  marker: ReadMarkerDocument | undefined,
): Promise<number> => {
  const { name } = collections.messages;
  const after = {
    where: { groupId },
    range: { field: 'order', after: marker?.order ?? joinedPosition },
  } satisfies PagedQuery;
  // Mostly there is nothing, and the index alone tells so.
  if ((await reads.active.count(name, after, 1)) === 0) return 0;
  const oldestFirst = { ...after, order: { field: 'order', direction: 'asc' } } satisfies PagedQuery;
  let seen = 0;
  let unread = 0;
  for await (const page of pagesOf<MessageDocument>(reads.active, name, oldestFirst, MOST_UNREAD)) {
    seen += page.length;
    unread += page.filter(({ senderId, deleted }) => senderId !== userId && !deleted).length;
    if (unread >= MOST_UNREAD || seen >= MOST_SEEN) break;
  }
  return Math.min(unread, MOST_UNREAD);
};
