import type { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';

type Flushing = { readonly request: { readonly socket: Pick<Writable, 'cork' | 'uncork'> } };

/**
 * Writes all that a connection gets at once in one system call, instead of one for each packet. The engine says when it begins and
 * ends to hand over a connection's queue. A connection that began as polling keeps the socket of its first request, so it gains nothing.
 */
export const corkWrites = (engine: EventEmitter): void => {
  engine.on('flush', ({ request }: Flushing) => request.socket.cork());
  engine.on('drain', ({ request }: Flushing) => request.socket.uncork());
};
