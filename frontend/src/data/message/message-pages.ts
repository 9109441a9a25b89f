import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { MessagesView } from '@quorum/contracts/message/wire.ts';
import { isApiError } from '../api/api-error.ts';
import { patched } from '../api/live-updates.ts';
import { purely } from '../api/purely.ts';
import type { Change } from '../services/changes.ts';
import { selectUserId } from '../session/session-slice.ts';
import type { AppThunk } from '../store/state.ts';
import { messageApi, messagePatches } from './message-api.ts';
import { type MessageList, newestMessages, withNewer, withOlder } from './message-list.ts';
import { mergedNotices } from './notice-list.ts';

const patchMessages =
  (groupId: string, change: (list: MessageList) => MessageList): AppThunk =>
  (dispatch, getState) => {
    const list = messageApi.endpoints.messages.select(groupId)(getState()).data;
    if (list === undefined) return;
    const changed = change(list);
    if (changed === list) return;
    // Immer walks everything that is not frozen yet: fifty thousand messages, for each of them.
    Object.freeze(changed.messages);
    Object.freeze(changed);
    dispatch(
      messageApi.util.updateQueryData(
        'messages',
        groupId,
        purely(() => changed),
      ),
    );
  };

type Reach = { readonly before?: string; readonly after?: string };

const page =
  (groupId: string, reach: Reach): AppThunk<Promise<MessagesView>> =>
  (dispatch) =>
    dispatch(
      messageApi.endpoints.messagePage.initiate(
        { groupId, ...reach, limit: limits.messagePage },
        { subscribe: false, forceRefetch: true },
      ),
    ).unwrap();

type CatchUp = (list: MessageList) => MessageList;

/** Loads pages, and brings a list that has them up to date: they may lack what changed in the group meanwhile. */
const followed =
  <T>(groupId: string, load: () => Promise<T>): AppThunk<Promise<readonly [T, CatchUp]>> =>
  async (_, getState, { changes }) => {
    const meanwhile: Change[] = [];
    const stop = changes.subscribe((change) => {
      if ('groupId' in change.payload && change.payload.groupId === groupId) meanwhile.push(change);
    });
    const pages = await load().finally(stop);
    const about = { arg: groupId, userId: selectUserId(getState()) };
    return [pages, (list) => meanwhile.reduce((now, change) => patched(messagePatches, now, change, about), list)];
  };

const listOf =
  (groupId: string): AppThunk<MessageList | undefined> =>
  (_, getState) =>
    messageApi.endpoints.messages.select(groupId)(getState()).data;

/**
 * Loads the page next to a message of the stretch. That may be erased by now: then the stretch itself is loaded again,
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

/** Loads the page before the first loaded message. Calls during a running load join it. Rejects with an `ApiError`. */
export const loadOlder =
  (groupId: string): AppThunk<Promise<void>> =>
  (dispatch, _, { once }) =>
    once(`older ${groupId}`, async () => {
      const list = dispatch(listOf(groupId));
      const first = list?.messages[0];
      if (list === undefined || !list.hasMoreBefore || first === undefined) return;
      const next = await dispatch(nextPage(groupId, { before: first._id }));
      if (next === undefined) return;
      const [older, catchUp] = next;
      // A jump or a reload meanwhile has replaced the stretch, so the page no longer belongs to it.
      dispatch(
        patchMessages(groupId, (now) => (now.messages[0]?._id === first._id ? catchUp(withOlder(now, older)) : now)),
      );
    });

/** Loads the page after the last loaded message, until the newest is reached. */
export const loadNewer =
  (groupId: string): AppThunk<Promise<void>> =>
  (dispatch, _, { once }) =>
    once(`newer ${groupId}`, async () => {
      const list = dispatch(listOf(groupId));
      const last = list?.messages.at(-1);
      if (list === undefined || !list.hasMoreAfter || last === undefined) return;
      const next = await dispatch(nextPage(groupId, { after: last._id }));
      if (next === undefined) return;
      const [newer, catchUp] = next;
      dispatch(
        patchMessages(groupId, (now) => (now.messages.at(-1)?._id === last._id ? catchUp(withNewer(now, newer)) : now)),
      );
    });

/**
 * Shows the stretch around a message that is not loaded, such as the target of an old reply.
 * @param isWanted asked before what was loaded takes the place of what is shown.
 */
export const jumpTo =
  (groupId: string, messageId: string, isWanted = () => true): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const list = dispatch(listOf(groupId));
    if (list === undefined || list.messages.some(({ _id }) => _id === messageId)) return;
    const [around, catchUp] = await dispatch(followed(groupId, () => dispatch(pagesAround(groupId, messageId))));
    // Nothing comes before the very first message. It is reached by loading older pages instead.
    if (around === undefined) return dispatch(loadBackTo(groupId, messageId, isWanted));
    const [before, after] = around;
    if (isWanted()) dispatch(patchMessages(groupId, (now) => catchUp(stretchOf(before, after, now.newestOrder))));
  };

const pagesAround =
  (groupId: string, messageId: string): AppThunk<Promise<readonly [MessagesView, MessagesView] | undefined>> =>
  async (dispatch) => {
    const before = await dispatch(page(groupId, { before: messageId }));
    const anchor = before.messages.at(-1);
    return anchor && [before, await dispatch(page(groupId, { after: anchor._id }))];
  };

const stretchOf = (before: MessagesView, after: MessagesView, newestOrder: string): MessageList => {
  const messages = [...before.messages, ...after.messages];
  const reach = messages.at(-1)?.order ?? '';
  return {
    messages,
    notices: mergedNotices(before.notices, after.notices),
    hasMoreBefore: before.hasMore,
    hasMoreAfter: after.hasMore || reach < newestOrder,
    newestOrder,
  };
};

const firstIdOf = (list: MessageList | undefined): string | undefined => list?.messages[0]?._id;

const loadBackTo =
  (groupId: string, messageId: string, isWanted: () => boolean): AppThunk<Promise<void>> =>
  async (dispatch) => {
    while (isWanted()) {
      const list = dispatch(listOf(groupId));
      if (list === undefined || !list.hasMoreBefore) return;
      if (list.messages.some(({ _id }) => _id === messageId)) return;
      await dispatch(loadOlder(groupId));
      if (firstIdOf(dispatch(listOf(groupId))) === firstIdOf(list)) return;
    }
  };

/** Back to the newest messages after a jump. */
export const showNewest =
  (groupId: string): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const [newest, catchUp] = await dispatch(followed(groupId, () => dispatch(page(groupId, {}))));
    dispatch(patchMessages(groupId, () => catchUp(newestMessages(newest))));
  };

/** Shows the stretch around a message where somebody read before, or the newest messages if it cannot be loaded. */
export const comeBackTo =
  (groupId: string, messageId: string): AppThunk<Promise<void>> =>
  async (dispatch) => {
    try {
      await dispatch(jumpTo(groupId, messageId));
    } catch (error) {
      console.warn('The place in the chat could not be loaded.', error);
      if (dispatch(listOf(groupId))?.hasMoreAfter) await dispatch(showNewest(groupId)).catch(() => undefined);
    }
  };
