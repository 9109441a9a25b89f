import type { IncomingMessage } from 'node:http';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { isRefusal, type Refusal, type RefusalCode, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { headers, type Route } from '@quorum/contracts/kernel/route.ts';
import type { Context } from 'koa';
import { measuringWaits } from '../busy-time.ts';

/** Why there is no object: too large, too slow, not a JSON object (including a client that disconnected), or not to be parsed now. */
type Unread = 'too-large' | 'late' | 'malformed' | 'owing';

const parse = (text: string): object | Unread => {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : 'malformed';
  } catch {
    // The parser's message would quote the input.
    return 'malformed';
  }
};

/** Enforces size and time in one pass, so that a slow body holds neither memory nor a connection for long. */
const readBytes = (request: IncomingMessage, limit: number, timeout: number): Promise<Buffer | Unread> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (outcome: Buffer | Unread): void => {
      clearTimeout(timer);
      request.off('data', take).off('end', end).off('close', leave).off('error', leave);
      if (typeof outcome === 'string') request.pause();
      resolve(outcome);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) settle('too-large');
      else chunks.push(chunk);
    };
    const end = (): void => settle(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    const leave = (): void => settle('malformed');
    const timer = setTimeout(() => settle('late'), timeout);
    request.on('data', take).on('end', end).on('close', leave).on('error', leave);
  });

/** A caller pays for the parsing, not for the time in which the body comes in. */
const incoming = measuringWaits({ readBytes });

export type Reading = {
  /** Milliseconds for the whole JSON body. */
  readonly timeout: number;
  /** Runs the parser of a body that is there, or does not. @param bytes its length */
  readonly parsing?: (bytes: number, parse: () => object | Unread) => Promise<object | Unread>;
};

/**
 * Reads a request's JSON object; an empty body is an empty object. Compressed bodies are not supported; no client sends them.
 * @param limit bytes.
 */
export const readJson = async (
  request: IncomingMessage,
  limit: number,
  { timeout, parsing = async (_, run) => run() }: Reading,
): Promise<object | Unread> => {
  const { 'content-length': length = '0', 'content-encoding': encoding = 'identity' } = request.headers;
  if (Number(length) > limit) return 'too-large';
  if (encoding !== 'identity') return 'malformed';
  const bytes = await incoming.readBytes(request, limit, timeout);
  return typeof bytes === 'string' ? bytes : parsing(bytes.length, () => parse(bytes.toString()));
};

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
  owing: 'request/too-many',
};

export const isMultipart = (route: Route, context: Context): boolean =>
  route.upload !== undefined || (route.orUpload !== undefined && typeof context.is('multipart') === 'string');

/** The most bytes that a call may keep in memory for its body, by its head. An upload is stored as it comes in. */
export const heldBytesOf = (context: Context, route: Route): number => {
  const { bodyBytes = limits.jsonBody } = route;
  if (route.body === undefined || isMultipart(route, context)) return 0;
  const { 'content-length': length = bodyBytes } = context.req.headers;
  return hasBody(context.req) ? Math.min(Number(length), bodyBytes) : 0;
};

export const hasBody = ({ headers: given }: IncomingMessage): boolean =>
  (given['content-length'] ?? '0') !== '0' || given['transfer-encoding'] !== undefined;

/** Fast path: nearly every client sends exactly this. */
const isJson = (context: Context): boolean =>
  context.req.headers['content-type'] === 'application/json' || typeof context.is('json') === 'string';

const readBody = async (
  context: Context,
  { bodyBytes = limits.jsonBody }: Route,
  reading: Reading,
): Promise<{ readonly json: object } | Refusal> => {
  if (hasBody(context.req) && !isJson(context)) return refuse('request/unsupported-type');
  const json = await readJson(context.req, bodyBytes, reading);
  if (typeof json !== 'string') return { json };
  // Do not wait for the rest.
  if (json === 'late') context.set('Connection', 'close');
  return refuse(refusalOfBody[json], undefined, json === 'owing' ? 1 : undefined);
};

/** Reads and validates the input. */
export const readInput = async (context: Context, route: Route, reading: Reading): Promise<Input | Refusal> => {
  if (context.get(headers.idempotencyKey).length > MAX_KEY)
    return refuse('request/invalid', { text: 'This key is too long' });
  const given =
    route.body === undefined || isMultipart(route, context) ? undefined : await readBody(context, route, reading);
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
