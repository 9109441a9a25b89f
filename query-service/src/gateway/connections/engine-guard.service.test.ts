import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { expect, it } from 'vitest';
import { corkWrites } from './engine-guard.ts';

it('a connection gets packets that were queued together in one write, complete and in order', async () => {
  const http = createServer();
  const server = new Server(http);
  corkWrites(server.engine);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const connected = once(server, 'connection');
  const client = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], reconnection: false });
  const got: number[] = [];
  client.on('number', (number: number) => got.push(number));
  const done = new Promise<void>((resolve) => client.once('end', resolve));
  try {
    const [connection] = await connected;
    const socket = connection.request.socket as Socket;
    let depth = 0;
    const corked: number[] = [];
    const [cork, uncork, write] = [socket.cork.bind(socket), socket.uncork.bind(socket), socket.write.bind(socket)];
    socket.cork = () => {
      depth += 1;
      cork();
    };
    socket.uncork = () => {
      depth -= 1;
      uncork();
    };
    socket.write = ((...given: Parameters<typeof write>) => {
      corked.push(depth);
      return write(...given);
    }) as typeof socket.write;

    for (let number = 0; number < 50; number++) connection.emit('number', number);
    connection.emit('end');
    await done;
    expect(got).toEqual(Array.from({ length: 50 }, (_, number) => number));
    expect(corked.length).toBeGreaterThan(50);
    // The library corks header and payload of a packet; everything is within the outer cork.
    expect(Math.min(...corked)).toBeGreaterThan(1);
    expect(depth).toBe(0);
  } finally {
    client.close();
    await server.close();
  }
});
