/** A call that failed. `status` 0 means that no answer came (no network, time-out, cancelled); then `error` is empty. */
export type ApiError = {
  readonly status: number;
  /** The server's own words, fit to be shown; empty when it gave none. */
  readonly error: string;
  /** Whole seconds, when the server named a time to wait. */
  readonly retryAfter?: number;
};

export const isApiError = (value: unknown): value is ApiError =>
  typeof value === 'object' &&
  value !== null &&
  'status' in value &&
  typeof value.status === 'number' &&
  'error' in value &&
  typeof value.error === 'string';

/** What to show for a failed call: the server's words, else the fallback. */
export const errorText = (error: unknown, fallback: string): string =>
  isApiError(error) && error.error !== '' ? error.error : fallback;

/** Worth another try later: no answer, or an answer that blames the moment and not the request. */
export const isTemporary = ({ status }: ApiError): boolean => status === 0 || status === 429 || status >= 500;

const errorIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : undefined;

/** `Retry-After` as whole seconds; its other form, a date, is not used by the server. */
const secondsIn = (field: string | null): number | undefined =>
  field !== null && /^\d+$/.test(field) ? Number(field) : undefined;

/** The error of an answer: its status, its JSON body and its `Retry-After`. */
export const errorOf = (status: number, body: unknown, retryAfterField: string | null): ApiError => {
  const retryAfter = secondsIn(retryAfterField);
  return { status, error: errorIn(body) ?? '', ...(retryAfter === undefined ? {} : { retryAfter }) };
};

/** JSON, or undefined for anything else (a proxy's own page, a cut connection's rest). */
export const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};
