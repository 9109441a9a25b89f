import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { broadcast } from '@quorum/query-service/gateway/broadcast.ts';
import type { Sockets } from '@quorum/query-service/gateway/connection.ts';
import { type Socket as Connection, Server } from 'socket.io';
import { io as connect, type Socket } from 'socket.io-client';
import { expect, it, onTestFinished, vi } from 'vitest';

const ROOM = 'rowing';
const LONG = 'x'.repeat(60_000);
/** Long events, beyond the kernel's buffers. */
const MANY = 400;

/** A bare Socket.IO server with every connection in one room. */
const roomServer = async () => {
  const server = createServer();
  const io = new Server(server, { serveClient: false });
  io.on('connection', (connection) => void connection.join(ROOM));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => io.close());
  const open = async (transport: 'polling' | 'websocket'): Promise<{ client: Socket; connection: Connection }> => {
    const arrived = once(io, 'connection');
    const { port } = server.address() as AddressInfo;
    const client = connect(`http://127.0.0.1:${port}`, { transports: [transport], forceNew: true });
    onTestFinished(() => void client.close());
    const [connection] = (await arrived) as [Connection];
    return { client, connection };
  };
  const tellTogether = (values: readonly unknown[]): void =>
    broadcast(
      io as unknown as Sockets,
      ROOM,
      values.map((value) => ['told', value]),
    );
  const tell = (...values: unknown[]): void => broadcast(io as unknown as Sockets, ROOM, [['told', ...values]]);
  return { open, tell, tellTogether };
};

/** Every event that a client receives. */
const toldTo = (client: Socket): unknown[] => {
  const told: unknown[] = [];
  client.on('told', (...values: unknown[]) => told.push(values));
  return told;
};

it('everyone in a room receives an event of any length, over WebSocket and by polling (CQRS-05)', async () => {
  const { open, tell } = await roomServer();
  const opened = [await open('websocket'), await open('polling')];
  const told = opened.map(({ client }) => toldTo(client));
  const texts = ['é', 'x'.repeat(125), 'é'.repeat(400), '🚣'.repeat(30_000)];
  for (const text of texts) tell(text, { sequence: 1 });
  const expected = texts.map((text) => [text, { sequence: 1 }]);
  for (const heard of told) await vi.waitFor(() => expect(heard).toEqual(expected));
});

/** Stops the client from reading. @returns a function that resumes it */
const stall = (client: Socket): (() => void) => {
  const { ws } = client.io.engine.transport as unknown as { ws: { _socket: Duplex } };
  ws._socket.pause();
  return () => void ws._socket.resume();
};

it('a receiver that reads slowly gets its own events and those of the room in the order of sending (CQRS-05)', async () => {
  const { open, tell } = await roomServer();
  const { client, connection } = await open('websocket');
  const told = toldTo(client);
  const readOn = stall(client);
  for (let number = 0; number < MANY; number += 2) {
    tell(number, LONG);
    connection.emit('told', number + 1, LONG);
  }
  readOn();
  await vi.waitFor(() => expect(told).toHaveLength(MANY));
  expect(told.map((values) => (values as [number])[0])).toEqual(Array.from({ length: MANY }, (_, number) => number));
});

it('events that are sent together reach quick and slow receivers in the order of sending (CQRS-05)', async () => {
  const { open, tell, tellTogether } = await roomServer();
  const [quick, slow, polling] = [await open('websocket'), await open('websocket'), await open('polling')];
  const heard = [quick, slow, polling].map(({ client }) => toldTo(client));
  const readOn = stall(slow.client);
  for (let number = 0; number < MANY; number++) tell(LONG);
  tellTogether([1, 2, 3]);
  tellTogether([4]);
  readOn();
  for (const told of heard) {
    await vi.waitFor(() => expect(told).toHaveLength(MANY + 4));
    expect(told.slice(MANY)).toEqual([[1], [2], [3], [4]]);
  }
});

it('events that are sent together reach an idle receiver in one piece (CQRS-05)', async () => {
  const { open, tellTogether } = await roomServer();
  const { client, connection } = await open('websocket');
  const told = toldTo(client);
  await vi.waitFor(() => expect(connection.conn.transport.writable).toBe(true));
  const { socket } = connection.conn.transport as unknown as { socket: { _socket: Duplex } };
  const write = vi.spyOn(socket._socket, 'write');
  tellTogether([1, 2, 3]);
  expect(write).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(told).toEqual([[1], [2], [3]]));
});

it('events for a receiver that reads nothing wait where the gateway counts them (CQRS-05)', async () => {
  const { open, tell } = await roomServer();
  const { client, connection } = await open('websocket');
  const readOn = stall(client);
  for (let number = 0; number < MANY; number++) tell(number, LONG);
  const { writeBuffer } = connection.conn as unknown as { writeBuffer: readonly unknown[] };
  const waiting = writeBuffer.length;
  readOn();
  expect(waiting).toBeGreaterThan(0);
});

it('an event for an idle receiver enters no queue above its stream (CQRS-05)', async () => {
  const { open, tell } = await roomServer();
  const { client, connection } = await open('websocket');
  const told = toldTo(client);
  await vi.waitFor(() => expect(client.connected).toBe(true));
  await vi.waitFor(() => expect(connection.conn.transport.writable).toBe(true));
  const queued: unknown[] = [];
  connection.conn.on('packetCreate', (packet: unknown) => queued.push(packet));
  tell('at once');
  expect(queued).toEqual([]);
  await vi.waitFor(() => expect(told).toEqual([['at once']]));
});
