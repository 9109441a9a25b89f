import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { statusOf, textOf } from '@quorum/contracts/kernel/refusal-texts.ts';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { isAddressed, originOf, type PublicEndpoint } from '@quorum/service-kit/http/admission/origin.ts';
import { securityHeaders } from '@quorum/service-kit/http/security-headers.ts';
import { SettingsError } from '../settings/settings.ts';
import { watchBody, watchReader } from './slow-clients.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Milliseconds for a request's head. */
const HEAD_TIMEOUT_MS = 10_000;

const malformed = refuse('request/malformed');

/** Path and query of a request with an absolute target, as sent to a proxy; `undefined` if that is not a valid address. */
const ownTarget = (target: string): string | undefined => {
  if (!URL.canParse(target)) return undefined;
  const { pathname, search } = new URL(target);
  return pathname.startsWith('/') ? `${pathname}${search}` : undefined;
};

const refuseMalformed = (response: ServerResponse): void => {
  response.writeHead(statusOf(malformed), { ...securityHeaders, 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ error: textOf(malformed) }));
};

/** Tells browsers that came over HTTPS to keep using it for a year. */
const TRANSPORT_SECURITY = 'max-age=31536000';

export const createHttpServer = (answer: Answer): Server => {
  const server = createServer(
    {
      headersTimeout: HEAD_TIMEOUT_MS,
      connectionsCheckingInterval: HEAD_TIMEOUT_MS / 2,
      requestTimeout: 0,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
    },
    answer,
  );
  server.maxRequestsPerSocket = 0;
  return server;
};

/** Requests of one connection that may wait for the answer before theirs. Browsers and proxies send none. */
const MAX_WAITING = 10;

/**
 * Answers the requests of a connection one after another. Nothing tells an answer that waits for its connection when the reader leaves:
 * an open file would stay open, and a place taken.
 */
const oneAfterAnother = (answer: Answer): Answer => {
  const last = new WeakMap<Socket, { readonly response: ServerResponse; readonly waiting: number }>();
  return (request, response) => {
    const { socket } = request;
    const before = response.socket === null ? last.get(socket) : undefined;
    const waiting = before === undefined ? 0 : before.waiting + 1;
    last.set(socket, { response, waiting });
    if (before === undefined) return answer(request, response);
    if (waiting > MAX_WAITING) return void socket.destroy();
    before.response.once('close', () => response.socket !== null && answer(request, response));
  };
};

/**
 * Installs checks that apply to every request, in front of all other listeners. Call it after the socket engine has attached
 * itself, because that engine handles its requests first otherwise.
 */
export const guardRequests = (server: Server, publicEndpoint: PublicEndpoint): void => {
  const answers = server.listeners('request') as Answer[];
  server.removeAllListeners('request');
  server.on(
    'request',
    oneAfterAnother((request, response) => {
      watchBody(request, response);
      watchReader(response);
      const target = request.url?.startsWith('/') === true ? request.url : ownTarget(request.url ?? '');
      if (target === undefined || !isAddressed(request, publicEndpoint)) return refuseMalformed(response);
      request.url = target;
      if (originOf(request, publicEndpoint).startsWith('https:'))
        response.setHeader('Strict-Transport-Security', TRANSPORT_SECURITY);
      for (const answer of answers) answer(request, response);
    }),
  );
};

/** Why a port cannot be listened on, with the setting to change. */
const refusalOf = ({ code, message }: NodeJS.ErrnoException, port: number, host: string): SettingsError => {
  if (code === 'EADDRINUSE') return new SettingsError(`Port ${port} is already in use (PORT or METRICS_PORT)`);
  if (code === 'EACCES')
    return new SettingsError(`Port ${port} may not be used by this account (PORT or METRICS_PORT)`);
  return new SettingsError(`"${host}" is no address of this machine (HOST): ${message}`);
};

/**
 * Connections that may wait to be accepted; Linux allows 4,096. When no more may wait, clients try again after a second, and then
 * after three. Many connections of one account would delay everybody else by that.
 */
const BACKLOG = 4_096;

/** @returns the port. @throws SettingsError */
export const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => reject(refusalOf(error, port, host)));
    server.listen({ port, host, backlog: BACKLOG }, () => resolve((server.address() as AddressInfo).port));
  });

/**
 * Accepts no new connections and waits for running requests, at most this many milliseconds. A connection that is
 * closed while idle may have a request on its way, which a proxy must not repeat elsewhere: for `linger` milliseconds,
 * connections only end with an answer. The socket of a browser that is asleep stays until the process ends: it waits
 * half a minute for the browser's consent.
 */
export const drain = async (server: Server, atMost: number, linger = 0): Promise<void> => {
  server.prependListener('request', (_, response: ServerResponse) => response.setHeader('Connection', 'close'));
  const closed = once(server, 'close');
  // That of the HTTP server closes idle connections.
  NetServer.prototype.close.call(server);
  await Promise.race([closed, pause(linger)]);
  // Reads what arrived while this process was too busy to look. A connection with an unread request counts as idle.
  await nextTurn();
  server.close();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  await Promise.race([closed, pause(atMost - linger, undefined, { ref: false })]);
  clearInterval(idle);
  server.closeAllConnections();
};
