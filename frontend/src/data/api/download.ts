import { headers } from '@quorum/contracts/kernel/route.ts';
import { storageKeys } from '../services/storage-keys.ts';
import { sessionEnded } from '../session/session-slice.ts';
import type { AppThunk } from '../store/state.ts';
import { type ApiError, errorOf } from './api-error.ts';
import { refused } from './base-api.ts';
import { addressOf, type Call } from './call.ts';

/** A file as the answer to a call. It has no timeout, since it may be built while it is sent. Rejects with an `ApiError`. */
export const download =
  (asked: Call, read: (response: Response) => Promise<Blob>, signal?: AbortSignal): AppThunk<Promise<Blob>> =>
  async (dispatch, _, services) => {
    const { fetch, storage, positions } = services;
    const token = storage.get(storageKeys.token);
    const fields = new Headers({ authorization: `Bearer ${token ?? ''}` });
    const minPosition = positions.highest();
    if (minPosition !== undefined) fields.set(headers.minPosition, minPosition);
    const unanswered: ApiError = { status: 0, error: '' };
    const response = await fetch(addressOf(asked), { headers: fields, ...(signal && { signal }) }).catch(() =>
      Promise.reject(unanswered),
    );
    if (response.ok) return read(response).catch(() => Promise.reject(unanswered));
    if (response.status === 401) refused(services, token, () => dispatch(sessionEnded({ reason: 'refused' })));
    const body: unknown = await response.json().catch(() => undefined);
    return Promise.reject(errorOf(response.status, body, response.headers.get('retry-after')));
  };
