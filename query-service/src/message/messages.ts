import type { AnswersView } from '@quorum/contracts/entry/attendance.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { isInChat } from '@quorum/contracts/message/chat-notice.ts';
import type { MessagesView } from '@quorum/contracts/message/wire.ts';
import type { QueryOf } from '@quorum/contracts/routes.ts';
import { startOfDay } from '@quorum/contracts/time/days.ts';
import { BEFORE_FIRST } from '@quorum/domain/stored-event.ts';
import { presentAttendances } from '@quorum/service-kit/reads/attendance.ts';
import { type MessageDocument, presentMessages } from '@quorum/service-kit/reads/message.ts';
import { type NoticeDocument, presentNotices } from '@quorum/service-kit/reads/notice.ts';
import { nextDatesOf } from '../entry/series.ts';
import { type Context, joinsOf, type Reading } from '../reading/context.ts';

type Paging = Reading & Pick<Context, 'clock'>;

type Anchor = MessageDocument | NoticeDocument;

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
  readonly last: Anchor | undefined;
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
    limit: limits.maxNoticePage + 1,
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

/** The messages and notices that fit on a page, nearest first: none beyond the last of as many notices as a page may have. */
const cutAtNotices = (messages: readonly MessageDocument[], noted: readonly NoticeDocument[], forward: boolean) => {
  const notices = noted.slice(0, limits.maxNoticePage);
  const end = notices.at(-1)?.order;
  if (notices.length === noted.length || end === undefined) return { messages, notices, isShorter: false };
  const within = messages.filter(({ order }) => (forward ? order < end : order > end));
  return { messages: within, notices, isShorter: true };
};

type Stretch = {
  /** Oldest first, like the notices. */
  readonly messages: readonly MessageDocument[];
  readonly notices: readonly NoticeDocument[];
  readonly hasMore: boolean;
};

/** The page on one side of the anchor, without the anchor. It ends early where it has as many notices as a page may have. */
const stretchFrom = async (
  context: Reading,
  groupId: string,
  side: Omit<Page, 'last'>,
  limit: number,
): Promise<Stretch> => {
  const page = await messagesFrom(context, groupId, side, limit + 1);
  const hasMore = page.length > limit;
  const found = page.slice(0, limit);
  const last = hasMore ? (found.at(-1) ?? side.anchor) : undefined;
  const cut = cutAtNotices(found, await noticesOf(context, groupId, { ...side, last }), side.forward);
  const oldestFirst = <T>(nearest: readonly T[]): readonly T[] => (side.forward ? nearest : nearest.toReversed());
  return {
    messages: oldestFirst(cut.messages),
    notices: oldestFirst(cut.notices),
    hasMore: hasMore || cut.isShorter,
  };
};

/** The first message from the beginning of a day on. */
const firstOfDay = async ({ reads }: Reading, groupId: string, day: string, timeZone: string) => {
  const [first] = await reads.active.query('messages', {
    where: { groupId },
    range: { field: 'postedAt', from: startOfDay(day, timeZone) },
    order: { field: 'postedAt', direction: 'asc' },
    limit: 1,
  });
  return first;
};

/** The message that a page is around. The answer is the same whether it never existed, is gone, or is in another group. */
const findCenter = async (
  context: Reading,
  groupId: string,
  { around, at, timeZone = '' }: QueryOf<'messages'>,
): Promise<Anchor | undefined> => {
  if (at !== undefined) return firstOfDay(context, groupId, at, timeZone);
  const found = await findAnchor(context, groupId, around);
  return isRefusal(found) ? undefined : found;
};

const isNotice = (anchor: Anchor): anchor is NoticeDocument => 'entryId' in anchor;

/** The page around a message or notice, or the newest page if that is not found. */
const stretchAround = async (context: Reading, groupId: string, query: QueryOf<'messages'>, limit: number) => {
  const anchor = await findCenter(context, groupId, query);
  if (anchor === undefined) {
    const newest = await stretchFrom(context, groupId, { anchor, forward: false }, limit);
    return { ...newest, hasMoreAfter: false, anchor: null };
  }
  const half = Math.floor(limit / 2);
  const [before, after] = await Promise.all([
    stretchFrom(context, groupId, { anchor, forward: false }, half),
    stretchFrom(context, groupId, { anchor, forward: true }, limit - half - 1),
  ]);
  const [message, notice] = isNotice(anchor) ? [[], [anchor]] : [[anchor], []];
  return {
    messages: [...before.messages, ...message, ...after.messages],
    notices: [...before.notices, ...notice, ...after.notices],
    hasMore: before.hasMore,
    hasMoreAfter: after.hasMore,
    anchor: anchor.id,
  };
};

/** Who comes to the events that messages announce; of one that repeats, to its next date. */
const attendancesOf = async (context: Paging, messages: readonly MessageDocument[], viewerId: string) => {
  const joins = joinsOf(context, viewerId);
  const announced = messages.flatMap(({ kind, id }) => (kind === 'entry' ? [id] : []));
  const [entries, series] = await Promise.all([joins.entries(announced), joins.series(announced)]);
  const single = await presentAttendances(joins, [...entries.values()], viewerId);
  const next = (await nextDatesOf(context, [...series.values()], viewerId)).flatMap(
    ({ _id, attendance, mine }): [string, AnswersView][] =>
      attendance === undefined ? [] : [[_id, { attendance, ...(mine && { mine }) }]],
  );
  return new Map([...single, ...next]);
};

/** One page of a chat, oldest first: the newest messages, those before or after a message or notice, or those around one. */
export const messagePage = async (
  context: Paging,
  groupId: string,
  query: QueryOf<'messages'>,
  viewerId: string,
): Promise<MessagesView | Refusal> => {
  const { before, after, around, at, limit = limits.messagePage } = query;
  const anchor = await findAnchor(context, groupId, before ?? after);
  if (isRefusal(anchor)) return anchor;
  const forward = after !== undefined && before === undefined;
  const { messages, notices, ...ends } =
    around === undefined && at === undefined
      ? await stretchFrom(context, groupId, { anchor, forward }, limit)
      : await stretchAround(context, groupId, query, limit);
  const joins = joinsOf(context, viewerId);
  const [shown, noted, attendances] = await Promise.all([
    presentMessages(joins, messages),
    presentNotices(joins, notices.filter(isInChat)),
    attendancesOf(context, messages, viewerId),
  ]);
  const answered = attendances.size === 0 ? {} : { attendances: Object.fromEntries(attendances) };
  return { messages: shown, notices: noted, ...ends, ...answered };
};
