import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request as requestFrom,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { serviceOf } from '@quorum/service-kit/http/build-app.ts';
import { staticPages } from '@quorum/service-kit/http/static-pages.ts';

type ReverseProxyOptions = {
  /** Addresses of the instances, read for each request. */
  readonly command: () => readonly string[];
  readonly query: () => readonly string[];
  /** Folder of the built pages; without it only calls are answered. */
  readonly pages?: string;
};

export type ReverseProxy = { readonly origin: string; close(): Promise<void> };

/**
 * A reverse proxy in front of separate services, so that a browser sees one origin: the role of nginx in production. It balances
 * requests between instances, and moves on when an instance refuses the connection. It keeps the caller's `X-Forwarded-For`, so that
 * tests can come from many addresses.
 */
export const startReverseProxy = async ({ command, query, pages }: ReverseProxyOptions): Promise<ReverseProxy> => {
  const agent = new Agent({ keepAlive: true });
  const answerPage = pages === undefined ? undefined : staticPages(pages);
  const sockets = new Set<Socket>();
  let turn = 0;

  const inTurn = (addresses: readonly string[]): readonly string[] => {
    turn += 1;
    return addresses.map((_, index) => addresses[(turn + index) % addresses.length] as string);
  };

  /** `undefined` for a page. */
  const instancesFor = (request: IncomingMessage): readonly string[] | undefined => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    if (path.startsWith('/api/'))
      return inTurn(serviceOf(request.method ?? 'GET', path) === 'command' ? command() : query());
    if (path.startsWith('/files/')) return inTurn(query());
    if (!path.startsWith('/socket.io/')) return undefined;
    // All requests of a polling browser must reach the same gateway; WebSockets may go anywhere.
    return /[?&]sid=|transport=polling/.test(request.url ?? '') ? query().slice(0, 1) : inTurn(query());
  };

  const pass = (request: IncomingMessage, response: ServerResponse, [instance, ...others]: readonly string[]): void => {
    if (instance === undefined) return void response.writeHead(502).end('{"error":"Bad gateway"}');
    const { hostname, port } = new URL(instance);
    const { url: path, method, headers } = request;
    const options: RequestOptions = { agent, hostname, port, path, method, headers };
    const onward = requestFrom(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && !response.headersSent) return pass(request, response, others);
      // Its effect is unknown; the caller repeats it with the same key.
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end('{"error":"Bad gateway"}');
    });
    response.on('close', () => onward.destroy());
    // The body cannot be read twice, so only a connected instance may take it.
    onward.once('socket', (socket: Socket) => {
      if (socket.connecting) socket.once('connect', () => request.pipe(onward));
      else request.pipe(onward);
    });
  };

  // As nginx does it. With Node's 5 s, a caller that paused for as long would send on a connection that is being closed.
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    const instances = instancesFor(request);
    if (instances !== undefined) pass(request, response, instances);
    else if (answerPage !== undefined) answerPage(request, response);
    else response.writeHead(404).end();
  });

  const upgrade = (request: IncomingMessage, near: Socket, [instance, ...others]: readonly string[]): void => {
    if (instance === undefined) return void near.destroy();
    const { hostname, port } = new URL(instance);
    const far = connect(Number(port), hostname);
    far.once('connect', () => {
      const lines = [`${request.method} ${request.url} HTTP/1.1`];
      for (let i = 0; i < request.rawHeaders.length; i += 2)
        lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
      far.write(`${lines.join('\r\n')}\r\n\r\n`);
      near.pipe(far).pipe(near);
    });
    far.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') upgrade(request, near, others);
      else near.destroy();
    });
    far.on('close', () => far.bytesWritten > 0 && near.destroy());
    near.on('error', () => far.destroy());
    near.on('close', () => far.destroy());
  };
  server.on('upgrade', (request, near: Socket) => upgrade(request, near, instancesFor(request) ?? []));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // Browsers treat localhost as secure, which gives access to the clipboard.
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      agent.destroy();
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
