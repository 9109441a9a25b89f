import { NOT_A_MEMBER, REMOVED_FROM_GROUP } from '@quorum/contracts/group/rules.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { type ApiError, isApiError, isTemporary } from '../../api/api-error.ts';
import { retryPause } from '../../api/retry-pause.ts';
import { type Upload, type UploadParts, upload } from '../../api/upload.ts';
import { selectUserId } from '../../session/session-slice.ts';
import { changed } from '../../store/changes.ts';
import type { AppThunk } from '../../store/state.ts';
import { messageApi } from '../message-api.ts';
import {
  type Outgoing,
  outboxLoaded,
  outgoingChanged,
  outgoingGone,
  outgoingKey,
  selectOutbox,
  selectOutgoing,
  selectOutgoingById,
  storedOutbox,
  storeOutgoing,
} from './outbox-slice.ts';

type Text = Pick<Outgoing, 'groupId' | 'content' | 'picked'> & { readonly replyTo?: MessageView | null };

/**
 * Puts a text into the outbox, where it shows at once, and starts sending. Returns the id that the message will have. A
 * refused text stays as `failed`, for `takeBack`, `sendAgain` or `discard`.
 */
export const sendText =
  ({ replyTo = null, ...text }: Text): AppThunk<string | undefined> =>
  (dispatch, _, { newId }) =>
    dispatch(queue({ id: newId(), ...text, replyTo }));

type FileLater = { readonly id: string; readonly groupId: string; readonly file: File };

/** Puts a file at the end of the outbox. It does not survive a reload, so the page asks before. */
export const sendFileLater =
  ({ id, groupId, file }: FileLater): AppThunk =>
  (dispatch) => {
    dispatch(queue({ id, groupId, content: '', replyTo: null, file }));
  };

const queue =
  (part: Omit<Outgoing, 'at' | 'state'>): AppThunk<string | undefined> =>
  (dispatch, getState, { now }) => {
    const last = selectOutbox(getState()).at(-1);
    const outgoing: Outgoing = { ...part, at: Math.max(now(), (last?.at ?? 0) + 1), state: 'queued' };
    if (!dispatch(storeOutgoing(outgoing))) return undefined;
    void dispatch(flushOutbox());
    return outgoing.id;
  };

/**
 * Sends waiting messages, in order within each group, and ends pauses between attempts. If another tab of this browser
 * is already sending, that tab sends for this one too.
 */
export const flushOutbox =
  (): AppThunk<Promise<void>> =>
  async (dispatch, getState, { exclusively, once, alarm }) => {
    const userId = selectUserId(getState());
    if (userId === undefined) return;
    alarm.ring();
    await once(`flush ${userId}`, () => exclusively(`outbox ${userId}`, () => dispatch(sendLanes(userId))));
  };

export const sendAgain =
  (id: string): AppThunk =>
  (dispatch, getState) => {
    const outgoing = selectOutgoingById(getState(), id);
    if (outgoing === undefined) return;
    const { error: _, ...rest } = outgoing;
    dispatch(storeOutgoing({ ...rest, state: 'queued' }));
    void dispatch(flushOutbox());
  };

export const discard =
  (id: string): AppThunk =>
  (dispatch, getState, { storage, uploads }) => {
    const userId = selectUserId(getState());
    if (userId !== undefined) storage.remove(outgoingKey(userId, id));
    dispatch(outgoingGone(id));
    uploads.get(id)?.();
  };

/** No screen shows the messages of a group that the user has left, so they go. */
export const discardAll =
  (groupId: string): AppThunk =>
  (dispatch, getState) => {
    for (const { id } of selectOutgoing(getState(), groupId)) dispatch(discard(id));
  };

/** Removes a failed message and returns what was written, for the composer. */
export const takeBack =
  (id: string): AppThunk<Outgoing | undefined> =>
  (dispatch, getState) => {
    const outgoing = selectOutgoingById(getState(), id);
    if (outgoing?.state !== 'failed') return undefined;
    dispatch(discard(id));
    return outgoing;
  };

/** Loads the shared outbox into the store: at sign-in, and when another tab sent or queued something. */
export const loadOutbox =
  (userId: string): AppThunk =>
  (dispatch, getState, { storage }) => {
    const known = selectOutbox(getState());
    const sending = new Map(known.filter(({ state }) => state === 'sending').map((one) => [one.id, one]));
    const texts = storedOutbox(storage, userId).map((one) => sending.get(one.id) ?? one);
    dispatch(outboxLoaded([...texts, ...known.filter(({ file }) => file !== undefined)]));
  };

/** One lane per group: a group whose messages must wait holds up no other. */
const sendLanes =
  (userId: string): AppThunk<Promise<void>> =>
  async (dispatch, getState, { alarm }) => {
    const busy = new Map<string, Promise<void>>();
    for (;;) {
      dispatch(loadOutbox(userId));
      const waiting = selectOutbox(getState()).filter(({ state }) => state === 'queued');
      if (selectUserId(getState()) !== userId || (busy.size === 0 && waiting.length === 0)) return;
      for (const { groupId } of waiting)
        if (!busy.has(groupId))
          busy.set(
            groupId,
            dispatch(sendLane(userId, groupId)).finally(() => busy.delete(groupId)),
          );
      await Promise.race([alarm.next(), ...busy.values()]);
    }
  };

const sendLane =
  (userId: string, groupId: string): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    for (let failed = 0; ; ) {
      if (selectUserId(getState()) !== userId) return;
      const next = selectOutbox(getState()).find((one) => one.groupId === groupId && one.state === 'queued');
      if (next === undefined) return;
      const failure = await dispatch(sendOne(userId, next));
      failed = failure === undefined ? 0 : failed + 1;
      if (failure !== undefined) await dispatch(retryPause(failure, failed));
    }
  };

/** Undefined once the message is sent, refused or removed. An error while it has to wait. */
const sendOne =
  (userId: string, outgoing: Outgoing): AppThunk<Promise<ApiError | undefined>> =>
  async (dispatch, getState) => {
    dispatch(storeOutgoing({ ...outgoing, state: 'sending' }));
    const result = await dispatch(postOutgoing(outgoing));
    // Somebody else may have signed in since. This message is not theirs.
    if (selectUserId(getState()) !== userId) return undefined;
    if (isApiError(result)) return dispatch(waitOrFail(outgoing, result));
    dispatch(changed({ name: 'newMessage', payload: result }));
    return undefined;
  };

const waitOrFail =
  (outgoing: Outgoing, failure: ApiError): AppThunk<ApiError | undefined> =>
  (dispatch, getState) => {
    const { id, file } = outgoing;
    if (file !== undefined && selectOutgoingById(getState(), id) === undefined) return undefined;
    // After a session has ended, a text stays stored for the same person's next one.
    if (isTemporary(failure) || failure.status === 401) {
      dispatch(storeOutgoing({ ...outgoing, state: 'queued' }));
      return failure;
    }
    if (isOfLostGroup(failure)) dispatch(discard(id));
    else dispatch(storeOutgoing({ ...outgoing, state: 'failed', error: failure.error }));
    return undefined;
  };

const lostGroup: readonly string[] = [NOT_A_MEMBER, REMOVED_FROM_GROUP];

/** No screen shows this group now, so its refused messages could not be discarded by hand. */
const isOfLostGroup = ({ error }: ApiError): boolean => lostGroup.includes(error);

const unanswered: ApiError = { status: 0, error: '' };

/** Tries to send once. Returns the message, or the error. */
export const postOutgoing =
  (outgoing: Outgoing): AppThunk<Promise<MessageView | ApiError>> =>
  (dispatch) =>
    outgoing.file === undefined ? dispatch(postText(outgoing)) : dispatch(postFile(outgoing, outgoing.file));

const postText =
  ({ id, groupId, content, replyTo }: Outgoing): AppThunk<Promise<MessageView | ApiError>> =>
  async (dispatch) => {
    const body = { id, groupId, content, ...(replyTo === null ? {} : { replyTo: replyTo._id }) };
    const { data, error } = await dispatch(messageApi.endpoints.postMessage.initiate(body, { track: false }));
    return data ?? (isApiError(error) ? error : unanswered);
  };

const postFile =
  ({ id, groupId }: Outgoing, file: File): AppThunk<Promise<MessageView | ApiError>> =>
  async (dispatch, getState, { uploads }) => {
    const onProgress = (sent: number, total: number) => {
      // A removed message must not come back.
      const known = selectOutgoingById(getState(), id);
      if (known && total > 0) dispatch(outgoingChanged({ ...known, progress: sent / total }));
    };
    const { promise, cancel } = dispatch(sendFile({ file, groupId, id, onProgress }));
    uploads.set(id, cancel);
    try {
      return await promise;
    } catch (error) {
      if (isApiError(error)) return error;
      throw error;
    } finally {
      uploads.delete(id);
    }
  };

type FileMessage = Pick<UploadParts, 'file' | 'onProgress'> & {
  readonly groupId: string;
  /** The id that the message will have. A retry uses the same. */
  readonly id: string;
};

export const sendFile =
  ({ file, groupId, id, onProgress }: FileMessage): AppThunk<Upload<MessageView>> =>
  (dispatch) => {
    const { promise, cancel } = dispatch(
      upload('sendFile', { file, fields: { groupId, id }, idempotencyKey: id, onProgress }),
    );
    return { cancel, promise: promise.then(({ message }) => message) };
  };
