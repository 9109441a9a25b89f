import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { MessagesView } from '@quorum/contracts/message/wire.ts';
import type { QueryOf } from '@quorum/contracts/routes.ts';
import { type ApiError, isApiError } from '../api/api-error.ts';
import {
  firstIdOf,
  firstOf,
  lastOf,
  MAX_HELD,
  type MessageList,
  messageListOf,
  withNewer,
  withOlder,
} from './message-list.ts';

type Answer = { readonly data?: unknown; readonly error?: ApiError | undefined; readonly meta?: object | undefined };
type Ask = (query: QueryOf<'messages'>) => Promise<Answer>;
type Reading = () => MessageList | undefined;
type Loaded = { readonly data: MessageList; readonly meta: object | undefined };
type Failed = { readonly error: ApiError; readonly meta: object };

const firstOrder = (list: MessageList): string => firstOf(list)?.order ?? '';

/** Rejects with an `ApiError`. */
const pageOf = async (asked: Promise<Answer>): Promise<readonly [MessagesView, object | undefined]> => {
  const { data, error, meta } = await asked;
  return error === undefined ? [data as MessagesView, meta] : Promise.reject(error);
};

/** Messages in a page around one: more than a window shows. */
export const AROUND_LIMIT = 2 * limits.messagePage;

/** @param around the message to begin at, instead of the newest. */
const firstPage = async (ask: Ask, around?: string): Promise<Loaded> => {
  const [page, meta] = await pageOf(
    ask(around === undefined ? { limit: limits.messagePage } : { limit: AROUND_LIMIT, around }),
  );
  return { data: messageListOf(page), meta };
};

/** Loads older pages back to an order, and none before it, which would make the stretch grow with each reload. */
const backTo = async (order: string, first: MessageList, limit: number, ask: Ask): Promise<MessageList> => {
  let list = first;
  while (list.hasMoreBefore && firstOrder(list) > order && list.messages.length + limit <= MAX_HELD) {
    const [older] = await pageOf(ask({ limit, before: firstOf(list)?._id }));
    list = withOlder(list, older);
  }
  if (firstOrder(list) >= order) return list;
  const messages = list.messages.filter((message) => message.order >= order);
  const notices = list.notices.filter((notice) => notice.order >= order);
  return { ...list, messages, notices, hasMoreBefore: true };
};

/** Loads a stretch again. Changes are followed from its first page on. */
const stretchAgain = async (shown: MessageList, ask: Ask): Promise<Loaded> => {
  const last = shown.hasMoreAfter ? lastOf(shown)?._id : undefined;
  const limit = shown.messages.length > limits.messagePage ? limits.maxMessagePage : limits.messagePage;
  const [page, meta] = await pageOf(ask({ limit, before: last }));
  const list = await backTo(firstOrder(shown), messageListOf(page), limit, ask);
  const anchor = lastOf(list);
  if (last === undefined || anchor === undefined) return { data: list, meta };
  const [newer] = await pageOf(ask({ limit: 1, after: anchor._id }));
  return { data: withNewer({ ...list, newestOrder: shown.newestOrder }, newer), meta };
};

/** The stretch may become another one during the load. */
const readAgain = async (reading: Reading, ask: Ask, around: string | undefined): Promise<Loaded> => {
  for (let before = reading(); before !== undefined && firstIdOf(before) !== undefined; before = reading()) {
    const loaded = await stretchAgain(before, ask);
    if (firstIdOf(reading()) === firstIdOf(before)) return loaded;
  }
  return firstPage(ask, around);
};

/**
 * Loads the newest page, or again the stretch where somebody reads.
 * @param reading the stretch; undefined while none is shown, or its end is.
 * @param around the message to begin at, where nothing is loaded.
 */
export const loadMessages = (reading: Reading, ask: Ask, around?: string): Promise<Loaded | Failed> =>
  readAgain(reading, ask, around)
    // The message that the stretch ended with may be erased by now.
    .catch((error: unknown) => (isApiError(error) && error.status === 404 ? firstPage(ask) : Promise.reject(error)))
    .catch((error: unknown) => (isApiError(error) ? { error, meta: {} } : Promise.reject(error)));
