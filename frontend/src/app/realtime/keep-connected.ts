import type { QuorumSocket } from './socket-port.ts';

type ConnectionHandlers = {
  readonly connection: (status: 'connecting' | 'online' | 'reconnecting') => void;
  /** The server refused the connection: check whether the session is still valid. */
  readonly refused: () => void;
  readonly later: (work: () => void, milliseconds: number) => () => void;
  /** Whether there was a connection before. */
  readonly hasBegun: () => boolean;
};

/** Milliseconds, half of them random, because many may have been refused at the same moment. */
const reconnectAfter = (random: () => number): number => 2_500 + 5_000 * random();
/** Milliseconds in which a reachable server answers, even over a slow connection. */
const TIMEOUT_MS = 5_000;

/** Keeps one connection open for as long as it is wanted. The Socket.IO client retries by itself, unless the server refused. */
export const keepConnected = (
  socket: QuorumSocket,
  { connection, refused, later, hasBegun }: ConnectionHandlers,
  random = Math.random,
) => {
  let isWanted = false;
  let isProbing = false;
  /** While the client waits because the server turned it away. */
  let cancelRetry: (() => void) | undefined;

  const retryLater = (): void => {
    cancelRetry?.();
    cancelRetry = later(() => {
      cancelRetry = undefined;
      if (isWanted && !socket.connected) socket.connect();
    }, reconnectAfter(random));
  };
  const reconnect = (): void => {
    socket.disconnect().connect();
  };
  /** A connection that looks alive may be dead after a network loss. Any response proves it works. */
  const probe = (): void => {
    if (isProbing) return;
    isProbing = true;
    socket.timeout(TIMEOUT_MS).emit('resume', {}, (silence: Error | null) => {
      isProbing = false;
      // The end of the connection also ends the check.
      if (!socket.connected) return;
      if (silence === null) connection('online');
      else reconnect();
    });
  };

  return {
    start: (): void => {
      isWanted = true;
      connection('connecting');
      socket.connect();
    },
    stop: (): void => {
      isWanted = false;
      cancelRetry?.();
      socket.disconnect();
    },
    /** Connects at once, unless the server has just turned the client away. An existing connection is checked. */
    retryNow: (): void => {
      if (!isWanted || cancelRetry !== undefined) return;
      if (socket.connected) probe();
      else reconnect();
    },
    onClosed: (): void => {
      if (!isWanted) return;
      connection('reconnecting');
      if (!socket.active) retryLater();
    },
    onRefused: (): void => {
      if (!isWanted) return;
      connection(hasBegun() ? 'reconnecting' : 'connecting');
      if (socket.active) return;
      retryLater();
      refused();
    },
  };
};
