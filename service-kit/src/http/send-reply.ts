import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { statusOf, textOf } from '@quorum/contracts/kernel/refusal-texts.ts';
import type { Refusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Route } from '@quorum/contracts/kernel/route.ts';
import { headers } from '@quorum/contracts/kernel/route.ts';
import type { Context } from 'koa';
import type { JsonReply, StreamReply } from './call.ts';

/** Bytes. Shorter responses fit into one packet uncompressed. */
const MIN_COMPRESSED = 1024;

/** A response is compressed once and sent once, so use a quality that costs less than it saves. */
const codecs = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text),
} as const;

const isAllowed = (route: Route, context: Context): boolean => {
  if (route.compress !== 'in-group') return route.compress === 'always';
  const { groupId } = context.query;
  return groupId !== undefined && groupId !== MY_SCHEDULE;
};

/** Milliseconds without progress after which a JSON response is cut off. A file has more time. */
const WRITE_TIMEOUT_MS = 15_000;

/** Sends JSON, compressed if the route allows it, the response is long enough, and the client accepts it. @returns its bytes */
const sendJson = async (context: Context, route: Route, body: unknown): Promise<number> => {
  const text = JSON.stringify(body);
  const bytes = Buffer.byteLength(text);
  const mayCompress = isAllowed(route, context);
  if (mayCompress) context.vary('Accept-Encoding');
  const encoding = mayCompress && bytes >= MIN_COMPRESSED && context.acceptsEncodings('br', 'gzip', 'identity');
  context.type = 'json';
  context.res.setTimeout(WRITE_TIMEOUT_MS);
  if (encoding === 'br' || encoding === 'gzip') {
    context.body = await codecs[encoding](text);
    context.set('Content-Encoding', encoding);
  } else context.body = text;
  return bytes;
};

/** Sends a handler's reply. @returns the bytes of its JSON */
export const sendReply = async (
  context: Context,
  route: Route,
  reply: JsonReply<unknown> | StreamReply,
): Promise<number> => {
  context.status = reply.status ?? 200;
  if ('stream' in reply) {
    context.set({ ...reply.headers });
    context.body = reply.stream;
    return 0;
  }
  if (reply.position !== undefined) context.set(headers.position, reply.position);
  if (reply.sequence !== undefined) context.set(headers.sequence, String(reply.sequence));
  return sendJson(context, route, reply.body);
};

/** Answers `{error}` with the refusal's status. */
export const sendRefusal = (context: Context, refusal: Refusal): void => {
  context.status = statusOf(refusal);
  if (refusal.retryAfter !== undefined) context.set('Retry-After', String(refusal.retryAfter));
  context.body = { error: textOf(refusal) };
};
