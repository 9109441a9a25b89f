import { headers, limits } from '@quorum/contracts/wire/limits.ts';
import type { ApiError } from './api-error.ts';
import { addressOf, type Call, isMutation, routeOf } from './call.ts';
import type { Positions } from './positions.ts';

export type RequestServices = {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
  readonly newId: () => string;
  /** Resolves after so many milliseconds, or at once when the signal aborts. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  readonly positions: Positions;
};

type RequestOptions = { readonly token: string | null; readonly signal?: AbortSignal };
type Answer = { readonly data: unknown; readonly sequence?: number };
export type Outcome = Answer | { readonly error: ApiError };

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8_000;
/** A server that asks for more patience than this gets no repeat from here; the caller decides. */
const MOST_PATIENCE = 30_000;
const ATTEMPTS = { mutation: 4, query: 3 } as const;

/**
 * Makes a call, with repeats after time-outs, network errors and 503. All repeats of a mutation carry the same
 * idempotency key, so it has one effect however often it is sent.
 */
export const request = async (call: Call, services: RequestServices, options: RequestOptions): Promise<Outcome> => {
  const mutation = isMutation(call.route);
  const init = requestInit(call, services, options.token, mutation);
  const most = mutation ? ATTEMPTS.mutation : ATTEMPTS.query;
  for (let attempt = 1; ; attempt += 1) {
    const minPosition = services.positions.highest();
    if (routeOf(call.route).service === 'query' && minPosition !== undefined)
      init.headers.set(headers.minPosition, minPosition);
    const { outcome, repeatable } = await attemptOnce(call, init, services, options.signal);
    if (!('error' in outcome) || !repeatable || attempt >= most || options.signal?.aborted) return outcome;
    const asked = (outcome.error.retryAfter ?? 0) * 1000;
    if (asked > MOST_PATIENCE) return outcome;
    await services.sleep(Math.max(asked, Math.min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE)), options.signal);
    if (options.signal?.aborted) return outcome;
  }
};

const requestInit = (call: Call, services: RequestServices, token: string | null, mutation: boolean) => {
  const fields = new Headers({ accept: 'application/json' });
  if (token !== null) fields.set('authorization', `Bearer ${token}`);
  if (mutation) fields.set(headers.idempotencyKey, call.idempotencyKey ?? services.newId());
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  if (body !== undefined) fields.set('content-type', 'application/json');
  return { method: routeOf(call.route).method, headers: fields, ...(body === undefined ? {} : { body }) };
};

type Attempt = { readonly outcome: Outcome; readonly repeatable: boolean };
const noAnswer = (repeatable: boolean): Attempt => ({ outcome: { error: { status: 0, error: '' } }, repeatable });

const attemptOnce = async (
  call: Call,
  init: RequestInit,
  { fetch, positions }: RequestServices,
  cancelled: AbortSignal | undefined,
): Promise<Attempt> => {
  const timeout = AbortSignal.timeout(limits.requestTimeout);
  const signal = cancelled === undefined ? timeout : AbortSignal.any([timeout, cancelled]);
  try {
    const response = await fetch(addressOf(call), { ...init, signal });
    positions.note(response.headers.get(headers.position));
    const body = await bodyOf(response);
    if (response.ok && body !== undefined) return { outcome: answerOf(response, body), repeatable: false };
    return failure(response, body);
  } catch (error) {
    if (cancelled?.aborted) return noAnswer(false);
    if (error instanceof TypeError || timeout.aborted) return noAnswer(true);
    throw error;
  }
};

/** JSON, or undefined for anything else (a proxy's own page, a cut connection's rest). */
const bodyOf = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const answerOf = (response: Response, data: unknown): Answer => {
  const sequence = Number(response.headers.get(headers.sequence) ?? Number.NaN);
  return Number.isSafeInteger(sequence) ? { data, sequence } : { data };
};

const failure = ({ status, headers: fields }: Response, body: unknown): Attempt => {
  const error = errorIn(body);
  const retryAfter = secondsIn(fields.get('retry-after'));
  // A 502 or 504 in a proxy's words means that the service did not answer; in the service's words it is the answer.
  const repeatable = status === 503 || ((status === 502 || status === 504) && error === undefined);
  return {
    outcome: { error: { status, error: error ?? '', ...(retryAfter === undefined ? {} : { retryAfter }) } },
    repeatable,
  };
};

export const errorIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : undefined;

/** `Retry-After` as whole seconds; its other form, a date, is not used by the server. */
export const secondsIn = (field: string | null): number | undefined =>
  field !== null && /^\d+$/.test(field) ? Number(field) : undefined;
