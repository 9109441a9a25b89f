import { headers } from '@quorum/contracts/wire/limits.ts';
import type { Route } from '@quorum/contracts/wire/routes/route.ts';
import type { Context } from 'koa';
import type { JsonReply, StreamReply } from './call.ts';
import { sendJson } from './send-json.ts';

/** Sends a handler's reply. */
export const sendReply = async (
  context: Context,
  route: Route,
  reply: JsonReply<unknown> | StreamReply,
): Promise<void> => {
  context.status = reply.status ?? 200;
  if ('stream' in reply) {
    context.set({ ...reply.headers });
    context.body = reply.stream;
    return;
  }
  if (reply.position !== undefined) context.set(headers.position, reply.position);
  if (reply.sequence !== undefined) context.set(headers.sequence, String(reply.sequence));
  await sendJson(context, route, reply.body);
};
