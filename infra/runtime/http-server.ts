import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refuse, statusOf, textOf } from '@quorum/contracts/wire/refusals.ts';
import { securityHeaders } from '@quorum/service-kit/security-headers.ts';
import { SettingsError } from './settings.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Time for a request's head, in milliseconds. Bodies have no limit of their own: uploads are watched for silence. */
const HEAD_TIMEOUT = 10_000;

const malformed = refuse('request/malformed');

/** Path and query of a request that names its target in full, as to a proxy; `undefined` when that is no address. */
const ownTarget = (target: string): string | undefined => {
  if (!URL.canParse(target)) return undefined;
  const { pathname, search } = new URL(target);
  return pathname.startsWith('/') ? `${pathname}${search}` : undefined;
};

export const createHttpServer = (answer: Answer): Server => {
  const server = createServer(
    { headersTimeout: HEAD_TIMEOUT, requestTimeout: 0, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 },
    (request, response) => {
      if (request.url?.startsWith('/') !== true) {
        const target = ownTarget(request.url ?? '');
        if (target === undefined) {
          response.writeHead(statusOf(malformed), { ...securityHeaders, 'Content-Type': 'application/json' });
          response.end(JSON.stringify({ error: textOf(malformed) }));
          return;
        }
        request.url = target;
      }
      answer(request, response);
    },
  );
  server.maxRequestsPerSocket = 0;
  return server;
};

/** @returns the port listened on. @throws SettingsError when the port is taken. */
export const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new SettingsError(`Port ${port} is already in use (PORT)`) : error);
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });

/** Takes no new connections and waits for the requests under way, at most this long in milliseconds. */
export const drain = async (server: Server, atMost: number): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const timer = setTimeout(() => server.closeAllConnections(), atMost);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
};
