import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { Server, type Socket } from 'socket.io';
import { io } from 'socket.io-client';
import { afterEach, describe, expect, it } from 'vitest';
import { drained, type EngineConnection, interceptPackets, queuedLength, queuedPackets } from './engine-guard.ts';

let server: HttpServer | undefined;
let sockets: Server | undefined;
afterEach(async () => {
  await sockets?.close();
  server?.close();
});

/** @returns both ends of a connection. @param guard runs when the engine connects */
const connected = async (guard: (conn: EngineConnection) => void = () => undefined) => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  sockets = new Server(server);
  sockets.engine.on('connection', guard);
  const { port } = server.address() as AddressInfo;
  const client = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], reconnection: false });
  const [socket] = (await once(sockets, 'connection')) as [Socket];
  return { client, socket, conn: socket.conn as unknown as EngineConnection };
};

describe('the guard of connections', () => {
  it('the guard of connections was written for this version of Engine.IO: look at its source before you raise it', () => {
    const main = createRequire(createRequire(import.meta.url).resolve('socket.io')).resolve('engine.io');
    const described = readFileSync(`${main.slice(0, main.lastIndexOf('engine.io/'))}engine.io/package.json`, 'utf8');
    expect((JSON.parse(described) as { version: string }).version).toBe('6.6.12');
  });

  it('the guard of connections sees each packet before it is parsed, and can keep it from being handled (SAFE-06)', async () => {
    const seen: unknown[] = [];
    const { client, socket } = await connected((conn) =>
      interceptPackets(conn, (packet) => {
        seen.push(packet);
        return !String(packet).includes('hostile');
      }),
    );
    const handled: unknown[] = [];
    socket.onAny((name) => handled.push(name));
    client.emit('hostile');
    client.emit('friendly');
    await expect.poll(() => handled).toEqual(['friendly']);
    expect(seen).toEqual(['0', '2["hostile"]', '2["friendly"]']);
    client.close();
  });

  it('the guard of connections knows how much waits for a connection that takes nothing, and when it is taken', async () => {
    const { client, socket, conn } = await connected();
    const text = 'x'.repeat(1000);
    for (let count = 0; count < 4; count++) socket.emit('frame', text);
    expect(queuedPackets(conn)).toBe(3);
    expect(queuedLength(conn)).toBeGreaterThan(3 * text.length);
    await drained(conn);
    expect([queuedPackets(conn), queuedLength(conn)]).toEqual([0, 0]);
    client.close();
  });
});
