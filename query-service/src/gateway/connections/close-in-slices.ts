import { setTimeout as pause } from 'node:timers/promises';
import type { Sockets } from './connection.ts';

/** Connections that are closed together. */
const MIN_SLICE = 50;
/** A process has ten seconds to stop, and these take four. */
const MAX_SLICES = 80;
/** Milliseconds between slices. */
const PAUSE_MS = 50;

/**
 * Closes connections a few at a time. Their browsers come back by themselves, to other gateways, where each costs several reads.
 * @param pause waits between slices.
 */
export const closeInSlices = async <T>(
  connections: readonly T[],
  close: (connection: T) => void,
  pause: () => Promise<unknown>,
): Promise<void> => {
  const size = Math.max(MIN_SLICE, Math.ceil(connections.length / MAX_SLICES));
  for (let start = 0; start < connections.length; start += size) {
    if (start > 0) await pause();
    for (const connection of connections.slice(start, start + size)) close(connection);
  }
};

/** Closes all connections without a disconnect packet: a browser that the server disconnects does not reconnect by itself. */
export const closeConnections = (io: Sockets): Promise<void> => {
  const conns = [...io.sockets.sockets.values()].map(({ conn }) => conn);
  return closeInSlices(
    conns,
    (conn) => conn.close(),
    () => pause(PAUSE_MS),
  );
};
