import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Allowance } from '@quorum/service-kit/http/admission/allowance.ts';
import { addressOf, isAddressed, isForeign, type PublicEndpoint } from '@quorum/service-kit/http/admission/origin.ts';
import type { BusMessage } from '@quorum/service-kit/ports/bus.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import { Semaphore } from '@quorum/service-kit/semaphore.ts';
import { Server } from 'socket.io';
import type { Context } from '../reading/context.ts';
import { AudienceFeed } from './audience-feed.ts';
import { type Authenticate, admit } from './connections/admit.ts';
import { closeConnections } from './connections/close-in-slices.ts';
import { broadcast, type Connection, type Sockets } from './connections/connection.ts';
import { allowOneSocket, corkWrites } from './connections/engine-guard.ts';
import { PacketLimit } from './connections/packet-limit.ts';
import { type EngineConnection, PendingConnections } from './connections/pending-connections.ts';
import { rechecking } from './connections/recheck.ts';
import { welcoming } from './connections/welcome.ts';
import { delivery, showRead, showTyping } from './deliver.ts';
import { DeliveryCheck } from './delivery-check.ts';
import { framesWith } from './frames.ts';
import { listener } from './listen.ts';
import { startMaintenance } from './maintenance.ts';
import { Rooms } from './rooms.ts';

const PACE = { checkBusEvery: 5_000, reconcileEvery: 60_000, recheckEvery: 60_000 };

export type GatewayParts = {
  readonly context: Context;
  readonly authenticate: Authenticate;
  readonly publicEndpoint: PublicEndpoint;
  /** Of a person, and of an address before its person is known. */
  readonly allowance: Allowance;
};

export type Gateway = {
  readonly connections: () => number;
  /** Frames sent to rooms since start. */
  readonly delivered: () => number;
  readonly followed: () => number;
  close(): Promise<void>;
};

/** Milliseconds from a handshake to an admitted socket. */
const ADMISSION_TIMEOUT_MS = 10_000;

/** Pages of missed changes read concurrently. */
const REPLAYS_AT_ONCE = 8;

/** Refuses the same hosts and origins as calls do, before the handshake. */
const socketsOn = (server: HttpServer, publicEndpoint: PublicEndpoint): Sockets =>
  new Server(server, {
    serveClient: false,
    maxHttpBufferSize: 65_536,
    allowRequest: (request, answer) =>
      answer(null, isAddressed(request, publicEndpoint) && !isForeign(request, publicEndpoint)),
    connectTimeout: ADMISSION_TIMEOUT_MS,
    pingInterval: 20_000,
    pingTimeout: 20_000,
  });

/** Limits what may be sent on a connection before any of it is parsed. @returns a callback for when someone is admitted on it */
const guardConnections = (io: Sockets, clock: Clock, addressed: (request: IncomingMessage) => string) => {
  allowOneSocket(io.engine);
  const packets = new PacketLimit(clock);
  packets.watch(io.engine);
  const pending = new PendingConnections(addressed);
  pending.watch(io.engine);
  return (conn: Connection['conn'], userId: string): void => {
    packets.admit(conn, userId);
    pending.admit(conn as unknown as EngineConnection);
  };
};

const failureTo =
  (log: Context['log']) =>
  (error: unknown): void =>
    log.error({ failure: error instanceof Error ? error.name : 'unknown' }, 'gateway work failed');

const closeWith = (connection: Connection, rooms: Rooms): void => {
  connection.once('disconnect', () => {
    rooms.close(connection);
    // A connection without a socket would stay open for nobody.
    connection.conn.close();
  });
};

/**
 * Pushes projected changes to browsers. Every connection is in the rooms of its person and of each of its groups. Frames to a
 * room are numbered, so that a browser that was away can ask for what it missed.
 */
export const startGateway = async (server: HttpServer, parts: GatewayParts): Promise<Gateway> => {
  const { context, authenticate, publicEndpoint, allowance } = parts;
  const { reads, bus, log, clock } = context;
  let delivered = 0;
  const io = socketsOn(server, publicEndpoint);
  corkWrites(io.engine);
  const failed = failureTo(log);

  // A browser knows the address it used, so only a fixed address has to be sent.
  const framesOf = framesWith(context, publicEndpoint.publicOrigin ?? '');
  const recheck = rechecking(context, authenticate);
  const feed = new AudienceFeed(
    reads,
    delivery({
      context,
      framesOf,
      broadcast: (room, event) => broadcast(io, room, event),
      rooms: () => rooms,
      recheck,
      onFrame: () => {
        delivered += 1;
      },
      failed,
    }),
    failed,
  );
  const rooms: Rooms = new Rooms(reads, feed);
  const semaphore = new Semaphore(REPLAYS_AT_ONCE);
  const listen = listener({ context, framesOf, feed, rooms, semaphore, allowance }, failed);
  const welcome = welcoming({ context, feed, rooms, recheck });

  const onAdmitted = guardConnections(io, clock, (request) => addressOf(request, publicEndpoint));
  io.use(admit({ authenticate, publicEndpoint, allowance, clock, failed, onAdmitted }));
  io.on('connection', (connection: Connection) => {
    closeWith(connection, rooms);
    const welcomed = allowance
      .measure(connection.data.actor.userId, () => welcome(connection))
      .catch((error) => {
        failed(error);
        connection.disconnect(true);
      });
    listen(connection, welcomed);
  });

  const deliveryCheck = new DeliveryCheck(reads);
  const unsubscribe = await bus.subscribe((message: BusMessage) => {
    if (message.kind === 'typing') return void showTyping(context, io, message.notice).catch(failed);
    if (message.kind === 'read') return showRead(io, message.notice);
    deliveryCheck.received(message);
    feed.take(message.changes);
  });
  const stopMaintenance = startMaintenance({ io, feed, deliveryCheck, recheck, failed, clock, ...PACE });

  return {
    connections: () => io.sockets.sockets.size,
    delivered: () => delivered,
    followed: () => feed.size,
    close: async () => {
      stopMaintenance();
      await closeConnections(io);
      await unsubscribe();
      io.engine.close();
    },
  };
};
