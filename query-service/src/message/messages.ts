import { limits } from '@quorum/contracts/kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { MessagesView } from '@quorum/contracts/message/wire.ts';
import type { QueryOf } from '@quorum/contracts/routes.ts';
import { BEFORE_FIRST } from '@quorum/domain/stored-event.ts';
import type { MessageDocument, NoticeDocument } from '@quorum/service-kit/reads/message.ts';
import { presentMessages, presentNotices } from '@quorum/service-kit/reads/message.ts';
import { joinsOf, type Reading } from '../reading/context.ts';

/** The message that a page starts before or after; undefined for the newest page. */
const findAnchor = async (
  { reads }: Reading,
  groupId: string,
  id: string | undefined,
): Promise<MessageDocument | undefined | Refusal> => {
  if (id === undefined) return undefined;
  const anchor = await reads.active.get('messages', id);
  return anchor?.groupId === groupId ? anchor : refuse('message/not-found');
};

/** More notices than anyone would read between two pages of messages. */
const MAX_NOTICES = 200;

type Page = {
  readonly anchor: MessageDocument | undefined;
  readonly forward: boolean;
  /** The last message of the page in paging direction; undefined if the chat ends with the page. */
  readonly last: MessageDocument | undefined;
};

/**
 * The notices of a page, oldest first: those from its anchor to its last message in paging direction. So every notice belongs
 * to exactly one page.
 */
const noticesOf = async (
  { reads }: Reading,
  groupId: string,
  { anchor, forward, last }: Page,
): Promise<readonly NoticeDocument[]> => {
  const [after, to] = forward ? [anchor, last] : [last, anchor];
  const notices = await reads.active.query('notices', {
    where: { groupId },
    range: { field: 'order', after: after?.order ?? BEFORE_FIRST, ...(to === undefined ? {} : { to: to.order }) },
    order: { field: 'order', direction: forward ? 'asc' : 'desc' },
    limit: MAX_NOTICES,
  });
  return forward ? notices : [...notices].reverse();
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

/** One page of a chat, oldest first: the newest messages, or those before or after a message. */
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
  const joins = joinsOf(context, viewerId);
  const [messages, notices] = await Promise.all([
    presentMessages(joins, forward ? found : [...found].reverse()),
    presentNotices(joins, noted),
  ]);
  return { messages, notices, hasMore };
};
