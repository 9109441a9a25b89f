import type { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';

/** Everything that the product knows of Engine.IO beyond its documentation. `engine-guard.contract.test.ts` names the version. */

/** A connection of Engine.IO. */
export type EngineConnection = EventEmitter & { close(discard?: boolean): void };

/** Prefix of a packet that asks for a socket. */
const CONNECT = '0';

/** Keeps packets from everything that listens to the connection. @param mayPass called before a packet is parsed */
export const interceptPackets = (conn: EngineConnection, mayPass: (packet: unknown) => boolean): void => {
  const emit = conn.emit.bind(conn);
  // A listener could not keep the packet from the listeners after it.
  conn.emit = (name: string, ...given: unknown[]): boolean =>
    name !== 'data' || mayPass(given[0]) ? emit(name, ...given) : false;
};

/**
 * A browser opens one socket per connection, but the engine allows any number. A client that asks for another is disconnected
 * first, because each would be admitted separately.
 */
export const allowOneSocket = (engine: EventEmitter): void => {
  engine.on('connection', (conn: EngineConnection) => {
    let asked = false;
    conn.prependListener('data', (packet: unknown) => {
      if (typeof packet !== 'string' || !packet.startsWith(CONNECT)) return;
      if (asked) conn.close(true);
      asked = true;
    });
  });
};

type Packet = { readonly data?: unknown };

const queueOf = (conn: unknown): readonly Packet[] => (conn as { readonly writeBuffer: readonly Packet[] }).writeBuffer;

/** Packets that wait for a connection to take earlier ones. */
export const queuedPackets = (conn: unknown): number => queueOf(conn).length;

/** Characters of the packets that wait. */
export const queuedLength = (conn: unknown): number =>
  queueOf(conn).reduce((sum, { data }) => sum + (typeof data === 'string' ? data.length : 0), 0);

/** Resolves once the queue of a connection has been taken, or the connection is closed. */
export const drained = (conn: EventEmitter): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      conn.off('drain', done);
      conn.off('close', done);
      resolve();
    };
    conn.on('drain', done);
    conn.on('close', done);
  });

type Flushing = { readonly request: { readonly socket: Pick<Writable, 'cork' | 'uncork'> } };

/**
 * Writes all that a connection gets at once in one system call, instead of one for each packet. The engine says when it begins and
 * ends to hand over a connection's queue. A connection that began as polling keeps the socket of its first request, so it gains nothing.
 */
export const corkWrites = (engine: EventEmitter): void => {
  engine.on('flush', ({ request }: Flushing) => request.socket.cork());
  engine.on('drain', ({ request }: Flushing) => request.socket.uncork());
};
