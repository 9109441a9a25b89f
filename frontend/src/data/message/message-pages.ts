import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { MessagesView, MessageView } from '@quorum/contracts/message/wire.ts';
import type { QueryOf } from '@quorum/contracts/routes.ts';
import { isApiError } from '../api/api-error.ts';
import { isOfGroup, patched } from '../api/live-updates.ts';
import { selectUserId } from '../session/session-slice.ts';
import { collectChanges } from '../store/changes.ts';
import type { AppThunk } from '../store/state.ts';
import { messageApi, messagePatches, selectMessages } from './message-api.ts';
import { firstOf, lastOf, type MessageList, messageListOf, withNewer, withOlder } from './message-list.ts';
import { AROUND_LIMIT } from './message-reload.ts';

const patchMessages =
  (groupId: string, change: (list: MessageList) => MessageList): AppThunk =>
  (dispatch, getState) => {
    const list = selectMessages(getState(), groupId);
    if (list === undefined) return;
    const changed = change(list);
    if (changed !== list) dispatch(messageApi.util.updateQueryData('messages', groupId, () => changed));
  };

type Reach = Pick<QueryOf<'messages'>, 'before' | 'after' | 'around' | 'at' | 'timeZone' | 'limit'>;

const page =
  (groupId: string, reach: Reach): AppThunk<Promise<MessagesView>> =>
  (dispatch) =>
    dispatch(
      messageApi.endpoints.messagePage.initiate(
        { groupId, limit: limits.messagePage, ...reach },
        { subscribe: false, forceRefetch: true },
      ),
    ).unwrap();

type CatchUp = (list: MessageList) => MessageList;

/** Loads pages, and brings a list that has them up to date: they may lack changes that the group saw during the load. */
const followed =
  <T>(groupId: string, load: () => Promise<T>): AppThunk<Promise<readonly [T, CatchUp]>> =>
  async (dispatch, getState) => {
    const [changes, stop] = dispatch(collectChanges());
    const pages = await load().finally(stop);
    const ofGroup = changes.filter((change) => isOfGroup(change, groupId));
    const about = { arg: groupId, userId: selectUserId(getState()) };
    return [pages, (list) => ofGroup.reduce((now, change) => patched(messagePatches, now, change, about), list)];
  };

/**
 * Loads the page next to a message or notice of the stretch. That may be erased by now: then the stretch itself is loaded again,
 * and there is no page.
 */
const nextPage =
  (groupId: string, reach: Reach): AppThunk<Promise<readonly [MessagesView, CatchUp] | undefined>> =>
  async (dispatch) => {
    try {
      return await dispatch(followed(groupId, () => dispatch(page(groupId, reach))));
    } catch (error) {
      if (!isApiError(error) || error.status !== 404) throw error;
      const { messages } = messageApi.endpoints;
      await dispatch(messages.initiate(groupId, { subscribe: false, forceRefetch: true })).unwrap();
      return undefined;
    }
  };

const ENDS = {
  before: { edgeOf: firstOf, hasMore: 'hasMoreBefore', withPage: withOlder },
  after: { edgeOf: lastOf, hasMore: 'hasMoreAfter', withPage: withNewer },
} as const;

/** Loads the page at one end of the stretch. Calls during a running load join it. Rejects with an `ApiError`. */
const loadBeyond =
  (groupId: string, end: keyof typeof ENDS): AppThunk<Promise<void>> =>
  (dispatch, getState, { once }) =>
    once(`${end} ${groupId}`, async () => {
      const { edgeOf, hasMore, withPage } = ENDS[end];
      const list = selectMessages(getState(), groupId);
      const edge = list && edgeOf(list);
      if (!list?.[hasMore] || edge === undefined) return;
      const next = await dispatch(nextPage(groupId, { [end]: edge._id }));
      if (next === undefined) return;
      const [more, catchUp] = next;
      // A jump or a reload has since replaced the stretch, so the page no longer belongs to it.
      dispatch(patchMessages(groupId, (now) => (edgeOf(now)?._id === edge._id ? catchUp(withPage(now, more)) : now)));
    });

/** Loads the page before the first loaded message or notice. */
export const loadOlder = (groupId: string) => loadBeyond(groupId, 'before');
/** Loads the page after the last loaded message or notice, until the newest is reached. */
export const loadNewer = (groupId: string) => loadBeyond(groupId, 'after');

/** A reader may also have left at a notice. */
const isIn = ({ messages, notices }: MessageList, id: string): boolean =>
  [...messages, ...notices].some(({ _id }) => _id === id);

/**
 * Shows the stretch around a message that is not loaded, such as the target of an old reply, or the newest messages if it is gone.
 * @param isWanted called before the loaded page replaces what is shown.
 * @returns whether the message exists.
 */
export const jumpTo =
  (groupId: string, messageId: string, isWanted = () => true): AppThunk<Promise<boolean>> =>
  async (dispatch, getState) => {
    const list = selectMessages(getState(), groupId);
    if (list === undefined || isIn(list, messageId)) return true;
    const place = { around: messageId, limit: AROUND_LIMIT };
    const [around, catchUp] = await dispatch(followed(groupId, () => dispatch(page(groupId, place))));
    if (isWanted()) dispatch(patchMessages(groupId, (now) => catchUp(messageListOf(around, now.newestOrder))));
    return around.anchor !== null;
  };

/** The first message of a day or, if it has none, of the next one that has some. Undefined if none came since. */
export const findDay =
  (groupId: string, at: string, timeZone: string): AppThunk<Promise<MessageView | undefined>> =>
  async (dispatch) => {
    const { messages, anchor } = await dispatch(page(groupId, { at, timeZone, limit: 1 }));
    return messages.find(({ _id }) => _id === anchor);
  };

/** Back to the newest messages after a jump. */
export const showNewest =
  (groupId: string): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const [newest, catchUp] = await dispatch(followed(groupId, () => dispatch(page(groupId, {}))));
    dispatch(patchMessages(groupId, () => catchUp(messageListOf(newest))));
  };

/**
 * Shows the stretch around a message where a chat opens, or the newest messages if it cannot be loaded.
 * @returns whether the message exists, as far as that is known.
 */
export const openAt =
  (groupId: string, messageId: string): AppThunk<Promise<boolean>> =>
  async (dispatch, getState) => {
    try {
      return await dispatch(jumpTo(groupId, messageId));
    } catch (error) {
      console.warn('The place in the chat could not be loaded.', error);
      if (selectMessages(getState(), groupId)?.hasMoreAfter) await dispatch(showNewest(groupId)).catch(() => undefined);
      return true;
    }
  };
