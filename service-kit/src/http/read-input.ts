import type { IncomingMessage } from 'node:http';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { isRefusal, type Refusal, type RefusalCode, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Route } from '@quorum/contracts/kernel/route.ts';
import { headers } from '@quorum/contracts/kernel/route.ts';
import type { Context } from 'koa';
import { readJson, type Unread } from './read-json.ts';

/** Body and query of a call, parsed by the route's schemas. */
export type Input = {
  /** `undefined` if there is none, or for multipart, which the handler reads itself. */
  readonly body: unknown;
  readonly query: unknown;
};

/** Characters of an `Idempotency-Key`, as in the published API. */
const MAX_KEY = 200;

const refusalOfBody: Readonly<Record<Unread, RefusalCode>> = {
  'too-large': 'request/too-large',
  late: 'request/timeout',
  malformed: 'request/malformed',
};

export const isMultipart = (route: Route, context: Context): boolean =>
  route.upload !== undefined || (route.orUpload !== undefined && typeof context.is('multipart') === 'string');

export const hasBody = ({ headers: given }: IncomingMessage): boolean =>
  (given['content-length'] ?? '0') !== '0' || given['transfer-encoding'] !== undefined;

/** Fast path: nearly every client sends exactly this. */
const isJson = (context: Context): boolean =>
  context.req.headers['content-type'] === 'application/json' || typeof context.is('json') === 'string';

const readBody = async (
  context: Context,
  { bodyBytes = limits.jsonBody }: Route,
  timeout: number,
): Promise<{ readonly json: object } | Refusal> => {
  if (hasBody(context.req) && !isJson(context)) return refuse('request/unsupported-type');
  const json = await readJson(context.req, bodyBytes, timeout);
  if (typeof json !== 'string') return { json };
  // Do not wait for the rest.
  if (json === 'late') context.set('Connection', 'close');
  return refuse(refusalOfBody[json]);
};

/** Reads and validates the input. @param bodyTimeout milliseconds for the whole JSON body. */
export const readInput = async (context: Context, route: Route, bodyTimeout: number): Promise<Input | Refusal> => {
  if (context.get(headers.idempotencyKey).length > MAX_KEY)
    return refuse('request/invalid', { text: 'This key is too long' });
  const given =
    route.body === undefined || isMultipart(route, context) ? undefined : await readBody(context, route, bodyTimeout);
  if (isRefusal(given)) return given;
  const body = parsed(route.body, given?.json);
  if (isRefusal(body)) return body;
  const query = parsed(route.query, context.query);
  return isRefusal(query) ? query : { body: body.value, query: query.value };
};

/** Undefined if the route has no schema or nothing was sent. */
const parsed = (schema: Route['body'], given: unknown): { readonly value: unknown } | Refusal => {
  if (schema === undefined || given === undefined) return { value: undefined };
  const { data: value, error } = schema.safeParse(given);
  return error === undefined
    ? { value }
    : refuse('request/invalid', { text: error.issues[0]?.message ?? 'Invalid input' });
};
