import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { trustNobody } from '@quorum/service-kit/http/admission/origin.ts';
import { afterEach, expect, it } from 'vitest';
import { type Answer, createHttpServer, guardRequests, listen } from './http-server.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const connected = async (answer: Answer) => {
  server = createHttpServer(answer);
  guardRequests(server, { trustProxy: trustNobody });
  return connect(await listen(server, 0, '127.0.0.1'), '127.0.0.1');
};
const ask = (...paths: readonly string[]): string =>
  paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join('');

it('a request is handled once the answer before it on its connection is over, and not at all if the reader leaves (SAFE-06)', async () => {
  const asked: (string | undefined)[] = [];
  const pending: ServerResponse[] = [];
  const client = await connected(({ url }, response) => {
    asked.push(url);
    pending.push(response);
  });
  client.write(ask('/one', '/two', '/three'));
  await expect.poll(() => asked).toEqual(['/one']);
  pending[0]?.end('first');
  await expect.poll(() => asked).toEqual(['/one', '/two']);
  client.destroy();
  await once(pending[1] as ServerResponse, 'close');
  expect(asked).toEqual(['/one', '/two']);
});

it('a connection is closed if more than ten of its requests wait (SAFE-06)', async () => {
  const client = await connected(() => undefined);
  client.write(ask(...Array.from({ length: 12 }, () => '/')));
  await once(client.resume(), 'close');
});

/** Connections that the kernel turned away because too many waited to be accepted. */
const turnedAway = async (): Promise<number> => {
  const [names = [], values = []] = (await readFile('/proc/net/netstat', 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('TcpExt:'))
    .map((line) => line.split(' '));
  return Number(values[names.indexOf('ListenOverflows')]);
};

it('a thousand connections that come while the process is busy are all accepted (SAFE-06)', async () => {
  server = createHttpServer(() => undefined);
  const port = await listen(server, 0, '127.0.0.1');
  const before = await turnedAway();
  // All in one turn of the event loop, in which nothing is accepted.
  const clients = Array.from({ length: 1_000 }, () => connect(port, '127.0.0.1'));
  await Promise.all(clients.map((client) => once(client, 'connect')));
  expect((await turnedAway()) - before).toBe(0);
  for (const client of clients) client.destroy();
});
