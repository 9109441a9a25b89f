import { headers } from '@quorum/contracts/kernel/route.ts';
import type { AnswerOf, RouteName } from '@quorum/contracts/routes.ts';
import { withKnownSize } from '@quorum/contracts/text/file-kinds.ts';
import type { Positions } from '../services/positions.ts';
import { storageKeys } from '../services/storage-keys.ts';
import { sessionEnded } from '../session/session-slice.ts';
import type { AppThunk } from '../store/state.ts';
import { type ApiError, errorOf, parsedJson } from './api-error.ts';
import { refused } from './base-api.ts';
import { addressOf, routeOf } from './call.ts';

export const FILE_UNREADABLE = 'This file can no longer be read. Please attach it again.';

export type UploadRoute = 'uploadProfilePicture' | 'uploadGroupImage' | 'uploadImageOfGroup' | 'sendFile';

export type UploadParts = {
  readonly file: File;
  readonly params?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, string>>;
  /** A retry of the same upload gives the same key, so the upload takes effect once. */
  readonly idempotencyKey?: string;
  /** Bytes sent and total bytes, including the parts around the file. */
  readonly onProgress?: (sent: number, total: number) => void;
};

export type Upload<T> = {
  /** Rejects with an `ApiError`. Its status is 0 after `cancel` as well. */
  readonly promise: Promise<T>;
  readonly cancel: () => void;
};

/** Milliseconds without progress after which the connection counts as lost. */
const IDLE_TIMEOUT_MS = 30_000;
/**
 * Milliseconds to wait for the answer after the last byte. The server examines the file, and others may be queued
 * before it.
 */
const MAX_ANSWER = 120_000;

/**
 * Why an upload was not answered. Browsers report a file that they cannot read as a lost connection: a folder, or a file
 * that was changed, moved or deleted after it was chosen.
 */
const whyUnanswered = (file: File): Promise<ApiError> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => ({ status: 0, error: '' }),
      () => ({ status: 410, error: FILE_UNREADABLE }),
    );

/**
 * Sends one file and reports progress. There is no total time limit, because a large file takes long on a slow line. An upload that
 * stalls counts as a lost connection.
 */
export const upload =
  <N extends UploadRoute>(route: N, parts: UploadParts): AppThunk<Upload<AnswerOf<N>>> =>
  (dispatch, _, services) => {
    const token = services.storage.get(storageKeys.token);
    const fields = {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      [headers.idempotencyKey]: parts.idempotencyKey ?? services.newId(),
    };
    const sending = send<AnswerOf<N>>(route, parts, fields, services.positions);
    const promise = sending.promise.catch((error: ApiError) => {
      if (error.status === 401) refused(services, token, () => dispatch(sessionEnded({ reason: 'refused' })));
      throw error;
    });
    return { promise, cancel: sending.cancel };
  };

const send = <T>(
  route: RouteName,
  { file, params, fields = {}, onProgress }: UploadParts,
  requestFields: Readonly<Record<string, string>>,
  positions: Positions,
): Upload<T> => {
  const form = new FormData();
  // The file comes last, so that the server has already read the fields that say what it is for.
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(routeOf(route).upload ?? 'file', file);

  const xhr = new XMLHttpRequest();
  const promise = new Promise<T>((resolve, reject: (error: ApiError) => void) => {
    xhr.open(routeOf(route).method, addressOf({ route, params }));
    for (const [name, value] of Object.entries(requestFields)) xhr.setRequestHeader(name, value);
    let silence: ReturnType<typeof setTimeout> | undefined;
    const waitFor = (milliseconds: number) => {
      clearTimeout(silence);
      silence = setTimeout(() => xhr.abort(), milliseconds);
    };
    xhr.upload.onprogress = ({ loaded, total }) => {
      waitFor(IDLE_TIMEOUT_MS);
      onProgress?.(loaded, total);
    };
    xhr.upload.onload = () => waitFor(MAX_ANSWER);
    const unanswered = () => {
      clearTimeout(silence);
      void whyUnanswered(file).then(reject);
    };
    xhr.onerror = unanswered;
    xhr.onabort = unanswered;
    xhr.onload = () => {
      clearTimeout(silence);
      positions.note(xhr.getResponseHeader(headers.position));
      const body = parsedJson(xhr.responseText);
      if (xhr.status >= 200 && xhr.status < 300 && body !== undefined) return resolve(body as T);
      const refusal = errorOf(xhr.status, body, xhr.getResponseHeader('retry-after'));
      reject({ ...refusal, error: withKnownSize(refusal.error, file.size) });
    };
    waitFor(IDLE_TIMEOUT_MS);
    xhr.send(form);
  });
  return { promise, cancel: () => xhr.abort() };
};
