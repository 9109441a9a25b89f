import type { MembershipDocument } from '@quorum/service-kit/reads/group.ts';
import type { MessageDocument } from '@quorum/service-kit/reads/message.ts';
import { type PagedQuery, pagesOf } from '@quorum/service-kit/reads/pages.ts';
import type { ReadMarkerDocument } from '@quorum/service-kit/reads/preferences.ts';
import type { Reading } from '../reading/context.ts';

/** Counting stops here; the client shows `99+`. */
const MAX_UNREAD = 100;

/**
 * Messages examined for the count. Only the reader's own and deleted messages are skipped, and people read a chat they write in,
 * so longer runs of those are unlikely.
 */
const MAX_SEEN = 3_000;

type Unread = {
  /** At most 100. */
  readonly unreadCount: number;
  /** At most 100. */
  readonly mentionCount: number;
  /** Order of the last message examined. Later messages are not in the count, whenever they are announced. */
  readonly countedUpTo: string;
  /** For a reader without a marker, who has no place in the chat yet. */
  readonly firstUnreadMessageId?: string;
};

/** The other people's messages after an order, at most as many as are counted. */
async function* unreadPages({ reads }: Reading, { groupId, userId }: MembershipDocument, start: string) {
  const isUnread = ({ senderId, deleted }: MessageDocument): boolean => senderId !== userId && !deleted;
  const oldestFirst = {
    where: { groupId },
    range: { field: 'order', after: start },
    order: { field: 'order', direction: 'asc' },
  } satisfies PagedQuery;
  let seen = 0;
  let unread = 0;
  for await (const page of pagesOf(reads.active, 'messages', oldestFirst, MAX_UNREAD)) {
    const news = page.filter(isUnread);
    yield { news, last: page.at(-1)?.order };
    seen += page.length;
    unread += news.length;
    if (unread >= MAX_UNREAD || seen >= MAX_SEEN) return;
  }
}

/** Counts messages after the marker, except the reader's own and those from before the reader joined. */
export const countUnread = async (
  context: Reading,
  membership: MembershipDocument,
  marker: ReadMarkerDocument | undefined,
): Promise<Unread> => {
  const { joinedPosition } = membership;
  const start = marker !== undefined && marker.order > joinedPosition ? marker.order : joinedPosition;
  let countedUpTo = start;
  const news: MessageDocument[] = [];
  for await (const page of unreadPages(context, membership, start)) {
    countedUpTo = page.last ?? countedUpTo;
    news.push(...page.news);
  }
  const unreadCount = Math.min(news.length, MAX_UNREAD);
  const mentionCount = unreadCount === 0 ? 0 : await countMentions(context, membership, start);
  return { unreadCount, mentionCount, countedUpTo, ...firstOf(news, marker) };
};

/** Messages of others after an order that mention or answer the reader. */
const countMentions = async ({ reads }: Reading, { groupId, userId }: MembershipDocument, start: string) => {
  const concerns = await reads.active.query('concerns', {
    where: { groupId, audienceId: [userId, groupId] },
    range: { field: 'order', after: start },
    order: { field: 'order', direction: 'asc' },
    limit: MAX_UNREAD,
  });
  return new Set(concerns.flatMap(({ senderId, messageId }) => (senderId === userId ? [] : [messageId]))).size;
};

const firstOf = (news: readonly MessageDocument[], marker: ReadMarkerDocument | undefined) =>
  marker === undefined && news[0] !== undefined ? { firstUnreadMessageId: news[0].id } : {};
