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

/** How far the reader has read the chat, and the instant up to which they have seen Activity. */
type Read = { readonly marker: ReadMarkerDocument | undefined; readonly seenUpTo: string };

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

/**
 * Counts messages after the marker, except the reader's own and those from before the reader joined.
 * @returns also how many of those that concern the reader came since Activity was seen.
 */
export const countUnread = async (
  context: Reading,
  membership: MembershipDocument,
  { marker, seenUpTo }: Read,
): Promise<{ readonly unread: Unread; readonly unseenMentions: number }> => {
  const { joinedPosition } = membership;
  const start = marker !== undefined && marker.order > joinedPosition ? marker.order : joinedPosition;
  let countedUpTo = start;
  const news: MessageDocument[] = [];
  for await (const page of unreadPages(context, membership, start)) {
    countedUpTo = page.last ?? countedUpTo;
    news.push(...page.news);
  }
  const unreadCount = Math.min(news.length, MAX_UNREAD);
  const isEnough = unreadCount < MAX_UNREAD && news.every(saysWhomItConcerns);
  const mentions = isEnough ? mentionsAmong(news, membership) : await mentionsAfter(context, membership, start);
  return {
    unread: { unreadCount, mentionCount: mentions.length, countedUpTo, ...firstOf(news, marker) },
    unseenMentions: mentions.filter((at) => at > seenUpTo).length,
  };
};

/** An edit changes whom a text names, but alerts nobody again, and a reply does not say whom it answers. */
const saysWhomItConcerns = ({ edited, replyTo }: MessageDocument): boolean => !edited && replyTo === null;

/** When some messages of others mentioned the reader. Asking for this in each of many groups takes as long as all else. */
const mentionsAmong = (news: readonly MessageDocument[], { userId }: MembershipDocument): readonly string[] =>
  news.flatMap(({ everyone, mentions = [], postedAt }) => (everyone || mentions.includes(userId) ? postedAt : []));

/** When messages of others after an order mentioned or answered the reader. */
const mentionsAfter = async ({ reads }: Reading, { groupId, userId }: MembershipDocument, start: string) => {
  const concerns = await reads.active.query('concerns', {
    where: { groupId, audienceId: [userId, groupId] },
    range: { field: 'order', after: start },
    order: { field: 'order', direction: 'asc' },
    limit: MAX_UNREAD,
  });
  const ofOthers = concerns.filter(({ senderId }) => senderId !== userId);
  return [...new Map(ofOthers.map(({ messageId, at }) => [messageId, at])).values()];
};

const firstOf = (news: readonly MessageDocument[], marker: ReadMarkerDocument | undefined) =>
  marker === undefined && news[0] !== undefined ? { firstUnreadMessageId: news[0].id } : {};
