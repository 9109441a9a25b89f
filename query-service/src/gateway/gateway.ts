import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { BusMessage } from '@quorum/contracts/ports/bus.ts';
import { addressOf, type Facing, isForeign } from '@quorum/service-kit/origin.ts';
import type { RateLimit } from '@quorum/service-kit/rate-limit.ts';
import { Turns } from '@quorum/service-kit/turns.ts';
import { Server } from 'socket.io';
import type { Context } from '../application/context.ts';
import { admit } from './admit.ts';
import { AudienceFeed } from './audience-feed.ts';
import type { Connection, Sockets } from './connection.ts';
import { delivery, showTyping } from './deliver.ts';
import type { Authenticate } from './find-session.ts';
import { greeter } from './greet.ts';
import { keepHouse } from './housekeeping.ts';
import { listener } from './listen.ts';
import { allowOneSocket } from './one-socket.ts';
import { rechecking } from './recheck.ts';
import { Rooms } from './rooms.ts';

export type GatewayParts = {
  readonly context: Context;
  readonly authenticate: Authenticate;
  readonly facing: Facing;
  /** What an address may ask for before its person is known. */
  readonly rateLimit: RateLimit;
  /** Milliseconds between looks for changes that the bus lost; 5 seconds. */
  readonly reconcileEvery?: number;
  /** Milliseconds between looks for sessions that ran out; a minute. */
  readonly recheckEvery?: number;
};

export type Gateway = {
  readonly connections: () => number;
  /** Frames sent to rooms since the start. */
  readonly delivered: () => number;
  /** Audiences that are followed for somebody. */
  readonly followed: () => number;
  close(): Promise<void>;
};

/** Milliseconds from a handshake to an admitted socket. */
const ADMITTED_WITHIN = 10_000;
/** Pages of missed changes that are read at once. */
const REPLAYS_AT_ONCE = 8;

/** @param mayKnock who is turned away here does not come as far as a handshake. */
const socketsOn = (server: HttpServer, mayKnock: (request: IncomingMessage) => boolean): Sockets =>
  new Server(server, {
    serveClient: false,
    maxHttpBufferSize: 65_536,
    allowRequest: (request, answer) => answer(null, mayKnock(request)),
    connectTimeout: ADMITTED_WITHIN,
    pingInterval: 20_000,
    pingTimeout: 20_000,
  });

/**
 * Pushes projected changes to browsers. Every connection is in the room of its person and of each of its groups; what a room
 * gets is numbered, so that a browser that was away asks for what it missed.
 */
export const startGateway = async (server: HttpServer, parts: GatewayParts): Promise<Gateway> => {
  const { context, authenticate, facing, rateLimit } = parts;
  const { reads, bus, log, clock } = context;
  let delivered = 0;
  const mayKnock = (request: IncomingMessage): boolean =>
    !isForeign(request, facing) && rateLimit.take(addressOf(request, facing), clock.now()) === 0;
  const io = socketsOn(server, mayKnock);
  const failed = (error: unknown): void =>
    log.error({ failure: error instanceof Error ? error.name : 'unknown' }, 'gateway work failed');

  const recheck = rechecking(authenticate);
  const feed = new AudienceFeed(
    reads,
    delivery({
      context,
      io,
      rooms: () => rooms,
      recheck,
      onFrame: () => {
        delivered += 1;
      },
    }),
    failed,
  );
  const rooms: Rooms = new Rooms(reads, feed);
  const listen = listener({ context, feed, rooms, turns: new Turns(REPLAYS_AT_ONCE) }, failed);
  const greet = greeter({ context, feed, rooms, recheck });

  allowOneSocket(io.engine);
  io.use(admit({ authenticate, facing, rateLimit, clock, failed }));
  io.on('connection', (connection: Connection) => {
    connection.once('disconnect', () => {
      rooms.close(connection);
      // A line whose socket is gone would stay open for nobody.
      connection.conn.close();
    });
    const greeted = greet(connection).catch((error) => {
      failed(error);
      connection.disconnect(true);
    });
    listen(connection, greeted);
  });

  const take = (message: BusMessage): void => {
    if (message.kind === 'typing') return void showTyping(context, io, message.notice).catch(failed);
    feed.take(message.changes);
  };
  const unsubscribe = await bus.subscribe(take);
  const stopHousekeeping = keepHouse({
    io,
    feed,
    recheck,
    failed,
    reconcileEvery: parts.reconcileEvery ?? 5000,
    recheckEvery: parts.recheckEvery ?? 60_000,
  });

  return {
    connections: () => io.sockets.sockets.size,
    delivered: () => delivered,
    followed: () => feed.size,
    close: async () => {
      stopHousekeeping();
      await unsubscribe();
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
};
