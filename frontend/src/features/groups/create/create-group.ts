import type { AnswerOf } from '@quorum/contracts/routes.ts';
import type { RepeatKey } from '../../../data/actions/repeat-key.ts';
import { errorText, isApiError } from '../../../data/api/api-error.ts';
import { groupApi } from '../../../data/group/group-api.ts';
import { uploadGroupImage } from '../../../data/group/uploads.ts';
import { storageKeys } from '../../../data/services/storage-keys.ts';
import { type SessionState, selectSession } from '../../../data/session/session-slice.ts';
import type { AppThunk } from '../../../data/store/state.ts';
import type { NewGroup } from './new-group.ts';

export const NO_TOKEN = 'Authentication required. Please log in again.';
export const CREATE_FAILED = 'Failed to create group';

export const SESSION_REFUSED = 'Authentication failed. Please log in again.';

export type Created = { readonly made: AnswerOf<'createGroup'> } | { readonly error: string };

const createError = (error: unknown, { status: session }: SessionState): string => {
  // A refused session ends at once and cancels the running calls, so their answer may be lost.
  if (session === 'signedOut') return SESSION_REFUSED;
  const status = isApiError(error) ? error.status : 0;
  if (status === 403) return 'Access denied. You do not have permission to perform this action.';
  return errorText(error, CREATE_FAILED);
};

/** Reused by a second attempt after a failure: the addresses of images, and the key of the group. */
export type Attempts = { readonly uploaded: WeakMap<File, string>; readonly repeat: RepeatKey };

/** Uploads the image, if there is one, then creates the group. */
export const createGroup =
  (group: NewGroup, { uploaded, repeat }: Attempts): AppThunk<Promise<Created>> =>
  async (dispatch, getState, { storage }) => {
    if (storage.get(storageKeys.token) === null) return { error: NO_TOKEN };
    const { name, description, settings, image } = group;
    let imageUrl = image === null ? undefined : uploaded.get(image);
    if (image !== null && imageUrl === undefined) {
      try {
        imageUrl = await dispatch(uploadGroupImage(image));
      } catch (error) {
        return { error: createError(error, selectSession(getState())) };
      }
      uploaded.set(image, imageUrl);
    }
    const entered = { name: name.trim(), description: description.trim(), settings };
    const body = imageUrl === undefined ? entered : { ...entered, imageUrl };
    const answer = await repeat.attempt(body, (idempotencyKey) =>
      dispatch(groupApi.endpoints.createGroup.initiate({ body, idempotencyKey })),
    );
    return answer.data === undefined
      ? { error: createError(answer.error, selectSession(getState())) }
      : { made: answer.data };
  };
