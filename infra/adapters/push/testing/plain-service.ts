import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, buildConnector, request } from 'undici';
import { vapidKeys } from '../vapid-keys.ts';
import { webPushSender } from '../web-push-sender.ts';

/** A push service on this machine that takes everything unread, for figures. */
export const startPlainService = async () => {
  const server = createServer((asked, response) => {
    asked.resume();
    asked.once('end', () => response.writeHead(201).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = String((server.address() as AddressInfo).port);
  const toLocal = buildConnector({});
  const connect: buildConnector.connector = (options, callback) =>
    toLocal({ ...options, protocol: 'http:', hostname: '127.0.0.1', port }, callback);
  const agent = new Agent({ connect, pipelining: 1 });
  return {
    /** Believes it to be at a public address. */
    push: webPushSender({
      keys: vapidKeys(Buffer.alloc(32, 1)),
      subject: 'mailto:support@example.com',
      resolve: async () => ['93.184.215.14'],
      connect,
    }),
    /** A bare request. */
    post: async (endpoint: string, body: Uint8Array): Promise<void> => {
      const answer = await request(endpoint, { dispatcher: agent, method: 'POST', body });
      await answer.body.dump();
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

export type PlainService = Awaited<ReturnType<typeof startPlainService>>;
