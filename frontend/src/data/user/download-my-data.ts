import { headers } from '@quorum/contracts/kernel/route.ts';
import { type ApiError, errorOf } from '../api/api-error.ts';
import { refused } from '../api/base-api.ts';
import { addressOf, call } from '../api/call.ts';
import { storageKeys } from '../services/storage-keys.ts';
import { sessionEnded } from '../session/session-slice.ts';
import type { AppThunk } from '../store/state.ts';

/**
 * The ZIP with everything the user made. It has no timeout, since it is built while it is sent. `onProgress` gets the
 * bytes received so far. Rejects with an `ApiError`.
 */
export const downloadMyData =
  (signal: AbortSignal, onProgress: (bytes: number) => void): AppThunk<Promise<Blob>> =>
  async (dispatch, _, services) => {
    const { fetch, storage, positions } = services;
    const token = storage.get(storageKeys.token);
    const fields = new Headers({ authorization: `Bearer ${token ?? ''}` });
    const minPosition = positions.highest();
    if (minPosition !== undefined) fields.set(headers.minPosition, minPosition);
    const unanswered: ApiError = { status: 0, error: '' };
    const response = await fetch(addressOf(call('downloadMyData')), { headers: fields, signal }).catch(() =>
      Promise.reject(unanswered),
    );
    if (response.ok) return blobOf(response, onProgress).catch(() => Promise.reject(unanswered));
    if (response.status === 401) refused(services, token, () => dispatch(sessionEnded({ reason: 'refused' })));
    const body: unknown = await response.json().catch(() => undefined);
    return Promise.reject(errorOf(response.status, body, response.headers.get('retry-after')));
  };

/** The browser stores the bytes, not this page: a blob may be larger than memory. */
const blobOf = (response: Response, onProgress: (bytes: number) => void): Promise<Blob> => {
  if (response.body === null) return response.blob();
  let bytes = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes += chunk.byteLength;
        onProgress(bytes);
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { headers: response.headers }).blob();
};
