import { headers } from '@quorum/contracts/kernel/route.ts';
import { limits } from '@quorum/contracts/kernel/rules.ts';
import type { Services } from '../services/services.ts';
import { type ApiError, errorOf, parsedJson } from './api-error.ts';
import { addressOf, type Call, isMutation, routeOf } from './call.ts';

type RequestServices = Pick<Services, 'fetch' | 'newId' | 'sleep' | 'positions'>;

type RequestOptions = {
  readonly token: string | null;
  /** Other credentials, by their header. */
  readonly keys?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};
type Answer = { readonly data: unknown; readonly sequence?: number };
export type Outcome = Answer | { readonly error: ApiError };

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
/** Milliseconds. If the server asks for a longer pause, the caller decides. */
const MAX_RETRY_AFTER_MS = 30_000;
const ATTEMPTS = { mutation: 4, query: 3 } as const;

/**
 * Makes a call and retries it after timeouts, network errors and 503. All attempts of a mutation carry the same
 * idempotency key, so it takes effect once.
 */
export const request = async (call: Call, services: RequestServices, options: RequestOptions): Promise<Outcome> => {
  const mutation = isMutation(call.route);
  const init = requestInit(call, services, options, mutation);
  const max = mutation ? ATTEMPTS.mutation : ATTEMPTS.query;
  const isCancelled = () => options.signal?.aborted === true;
  for (let attempt = 1; ; attempt += 1) {
    if (routeOf(call.route).service === 'query') askForPosition(init.headers, services.positions.highest());
    const tried = await attemptOnce(call, init, services, options.signal);
    const pause = attempt < max ? pauseAfter(tried, attempt) : undefined;
    if (pause === undefined || isCancelled()) return tried.outcome;
    await services.sleep(pause, options.signal);
    if (isCancelled()) return tried.outcome;
  }
};

const askForPosition = (fields: Headers, position: string | undefined): void => {
  if (position !== undefined) fields.set(headers.minPosition, position);
};

/** Milliseconds until the next attempt. Undefined when there is nothing to retry. */
const pauseAfter = ({ outcome, repeatable }: Attempt, attempt: number): number | undefined => {
  if (!('error' in outcome) || !repeatable) return undefined;
  const asked = (outcome.error.retryAfter ?? 0) * 1000;
  if (asked > MAX_RETRY_AFTER_MS) return undefined;
  return Math.max(asked, Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS));
};

const requestInit = (call: Call, services: RequestServices, { token, keys }: RequestOptions, mutation: boolean) => {
  const fields = new Headers({ accept: 'application/json', ...keys });
  if (token !== null) fields.set('authorization', `Bearer ${token}`);
  if (mutation) fields.set(headers.idempotencyKey, call.idempotencyKey ?? services.newId());
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  if (body !== undefined) fields.set('content-type', 'application/json');
  const { keepalive = false } = call;
  return { method: routeOf(call.route).method, headers: fields, keepalive, ...(body === undefined ? {} : { body }) };
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
    return answered(response, parsedJson(await response.text()));
  } catch (error) {
    if (cancelled?.aborted) return noAnswer(false);
    if (error instanceof TypeError || timeout.aborted) return noAnswer(true);
    throw error;
  }
};

const answered = (response: Response, body: unknown): Attempt =>
  response.ok && body !== undefined
    ? { outcome: answerOf(response, body), repeatable: false }
    : failure(response, body);

const answerOf = (response: Response, data: unknown): Answer => {
  const sequence = Number(response.headers.get(headers.sequence) ?? Number.NaN);
  return Number.isSafeInteger(sequence) ? { data, sequence } : { data };
};

const failure = ({ status, headers: fields }: Response, body: unknown): Attempt => {
  const error = errorOf(status, body, fields.get('retry-after'));
  return { outcome: { error }, repeatable: error.status === 503 || error.status === 0 };
};
