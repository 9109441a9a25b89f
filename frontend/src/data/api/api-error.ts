import { hasFields } from '../../shared/lib/has-fields.ts';

/**
 * A failed call. `status` is 0 and `error` is empty when there was no answer: no network, a timeout or a cancellation.
 */
export type ApiError = {
  readonly status: number;
  /** The server's text, ready to be shown. Empty when it gave none. */
  readonly error: string;
  /** Whole seconds to wait, when the server named them. */
  readonly retryAfter?: number;
};

export const isApiError = (value: unknown): value is ApiError =>
  hasFields(value, { status: 'number', error: 'string' });

/** For a failure without an answer that explains it. */
export const NO_ANSWER = 'The server could not be reached. Please try again.';

/** The text to show for a failed call: the server's, or else the fallback. */
export const errorText = (error: unknown, fallback: string): string =>
  isApiError(error) && error.error !== '' ? error.error : fallback;

/** A retry later may succeed: there was no answer, or the answer does not blame the request. */
export const isTemporary = ({ status }: ApiError): boolean => status === 0 || status === 429 || status >= 500;

/** `Retry-After` in whole seconds. The server never uses its other form, a date. */
const secondsIn = (field: string | null): number | undefined =>
  field !== null && /^\d+$/.test(field) ? Number(field) : undefined;

/** A proxy says by it that a file is too large for it, which no retry changes. */
const TOO_LARGE = 413;

/**
 * Builds the error from a response's status, JSON body and `Retry-After`. All errors of the server are JSON objects. A
 * page of a proxy, a captive portal or maintenance is none and counts as no answer, whatever its status.
 */
export const errorOf = (status: number, body: unknown, retryAfterField: string | null): ApiError => {
  const retryAfter = secondsIn(retryAfterField);
  const isAnswer = hasFields(body, {}) || status === TOO_LARGE;
  const error = hasFields(body, { error: 'string' }) ? body.error : '';
  return { status: isAnswer ? status : 0, error, ...(retryAfter === undefined ? {} : { retryAfter }) };
};

/** Undefined for anything but JSON, such as a proxy's own page or a truncated body. */
export const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};
