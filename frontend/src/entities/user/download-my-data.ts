import { headers } from '@quorum/contracts/wire/limits.ts';
import type { ApiError } from '../api/api-error.ts';
import { addressOf, call } from '../api/call.ts';
import { errorIn } from '../api/request.ts';
import { storageKeys } from '../session/storage-keys.ts';
import type { AppThunk } from '../store/state.ts';

/** The ZIP with everything the user made. No time-out: it is made while it is sent. Rejects with an `ApiError`. */
export const downloadMyData =
  (signal?: AbortSignal): AppThunk<Promise<Blob>> =>
  async (_, __, { fetch, storage, positions }) => {
    const fields = new Headers({ authorization: `Bearer ${storage.get(storageKeys.token) ?? ''}` });
    const minPosition = positions.highest();
    if (minPosition !== undefined) fields.set(headers.minPosition, minPosition);
    const unanswered: ApiError = { status: 0, error: '' };
    const response = await fetch(addressOf(call('downloadMyData')), {
      headers: fields,
      ...(signal === undefined ? {} : { signal }),
    }).catch(() => Promise.reject(unanswered));
    if (response.ok) return response.blob().catch(() => Promise.reject(unanswered));
    const body: unknown = await response.json().catch(() => undefined);
    const error: ApiError = { status: response.status, error: errorIn(body) ?? '' };
    throw error;
  };
