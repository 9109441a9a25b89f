import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { watchReader } from './slow-clients.ts';

/** Milliseconds. */
const TIMEOUT_MS = 50;

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** @returns the port of a server that answers so, with a short timeout. */
const served = async (answer: (response: ServerResponse) => void): Promise<number> => {
  server = createServer((_, response) => {
    watchReader(response, TIMEOUT_MS);
    answer(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
};

it('a response that the client does not read is closed, and so is its source (SAFE-06)', async () => {
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(65_536);
    })(),
  );
  const port = await served((response) => {
    response.once('close', () => endless.destroy());
    endless.pipe(response);
  });
  const client = connect(port, '127.0.0.1');
  client.on('error', () => {});
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(endless, 'close');
  client.destroy();
});

it('a response with nothing to send yet stays open, and its connection serves the next request', async () => {
  const port = await served((response) => {
    let quiet = 0;
    response.write('early ');
    response.on('timeout', () => {
      quiet += 1;
      if (quiet === 3) response.end('late');
    });
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const asked = async () => {
    const [response] = (await once(get({ port, host: '127.0.0.1', agent }), 'response')) as [IncomingMessage];
    const from = response.socket.localPort;
    return { body: await text(response), from };
  };
  const first = await asked();
  expect(first.body).toBe('early late');
  expect(await asked()).toEqual(first);
  agent.destroy();
});
