import { limits } from '@quorum/contracts/kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { MessagesView } from '@quorum/contracts/message/wire.ts';
import type { QueryOf } from '@quorum/contracts/routes.ts';
import { BEFORE_FIRST } from '@quorum/domain/stored-event.ts';
import type { MessageDocument, NoticeDocument } from '@quorum/service-kit/reads/message.ts';
import { presentMessages, presentNotices } from '@quorum/service-kit/reads/message.ts';
import { joinsOf, type Reading } from '../reading/context.ts';

type Anchor = Pick<MessageDocument | NoticeDocument, 'id' | 'groupId' | 'order'>;

/** The message or notice that a page starts before or after; undefined for the newest page. */
const findAnchor = async (
  { reads }: Reading,
  groupId: string,
  id: string | undefined,
): Promise<Anchor | undefined | Refusal> => {
  if (id === undefined) return undefined;
  const anchor = (await reads.active.get('messages', id)) ?? (await reads.active.get('notices', id));
  return anchor?.groupId === groupId ? anchor : refuse('message/not-found');
};

type Page = {
  readonly anchor: Anchor | undefined;
  readonly forward: boolean;
  /** The last message of the page in paging direction; undefined if the messages end with the page. */
  readonly last: MessageDocument | undefined;
};

/**
 * The notices from a page's anchor to its last message in paging direction, nearest first, and one more than a page may have. So
 * every notice belongs to exactly one page.
 */
const noticesOf = async (
  { reads }: Reading,
  groupId: string,
  { anchor, forward, last }: Page,
): Promise<readonly NoticeDocument[]> => {
  const [after, to] = forward ? [anchor, last] : [last, anchor];
  return reads.active.query('notices', {
    where: { groupId },
    range: { field: 'order', after: after?.order ?? BEFORE_FIRST, ...(to === undefined ? {} : { to: to.order }) },
    order: { field: 'order', direction: forward ? 'asc' : 'desc' },
    limit: limits.noticePageMost + 1,
  });
};

/** The messages next to the anchor, or the newest ones, nearest first. */
const messagesFrom = (
  { reads }: Reading,
  groupId: string,
  { anchor, forward }: Omit<Page, 'last'>,
  limit: number,
): Promise<readonly MessageDocument[]> =>
  reads.active.query('messages', {
    where: { groupId },
    order: { field: 'order', direction: forward ? 'asc' : 'desc' },
    limit,
    ...(anchor === undefined ? {} : { after: { value: anchor.order, id: anchor.id } }),
  });

/** What fits on a page, nearest first: nothing beyond the last of as many notices as a page may have. */
const cutAtNotices = (messages: readonly MessageDocument[], noted: readonly NoticeDocument[], forward: boolean) => {
  const notices = noted.slice(0, limits.noticePageMost);
  const end = notices.at(-1)?.order;
  if (notices.length === noted.length || end === undefined) return { messages, notices, isShorter: false };
  const within = messages.filter(({ order }) => (forward ? order < end : order > end));
  return { messages: within, notices, isShorter: true };
};

/**
 * One page of a chat, oldest first: the newest messages, or those before or after a message or notice. It ends early where it has
 * as many notices as a page may have.
 */
export const messagePage = async (
  context: Reading,
  groupId: string,
  { before, after, limit = limits.messagePage }: QueryOf<'messages'>,
  viewerId: string,
): Promise<MessagesView | Refusal> => {
  const anchor = await findAnchor(context, groupId, before ?? after);
  if (isRefusal(anchor)) return anchor;
  const forward = after !== undefined && before === undefined;
  const page = await messagesFrom(context, groupId, { anchor, forward }, limit + 1);
  const hasMore = page.length > limit;
  const found = page.slice(0, limit);
  const noted = await noticesOf(context, groupId, { anchor, forward, last: hasMore ? found.at(-1) : undefined });
  const cut = cutAtNotices(found, noted, forward);
  const oldestFirst = <T>(nearest: readonly T[]): readonly T[] => (forward ? nearest : nearest.toReversed());
  const joins = joinsOf(context, viewerId);
  const [messages, notices] = await Promise.all([
    presentMessages(joins, oldestFirst(cut.messages)),
    presentNotices(joins, oldestFirst(cut.notices)),
  ]);
  return { messages, notices, hasMore: hasMore || cut.isShorter };
};
