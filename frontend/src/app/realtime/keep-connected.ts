import type { QuorumSocket } from './socket-port.ts';

type ConnectionHandlers = {
  readonly connection: (status: 'connecting' | 'online' | 'reconnecting') => void;
  /** The server turned the connection down: find out whether the session still holds. */
  readonly refused: () => void;
  readonly later: (work: () => void, milliseconds: number) => () => void;
  /** Was there a connection before? */
  readonly hasBegun: () => boolean;
};

const RECONNECT_AFTER_REFUSAL = 5_000;
/** Milliseconds in which a server that can be reached answers, also over a slow line. */
const PATIENCE = 5_000;

/** Keeps one connection for as long as it is wanted. The Socket.IO client tries again by itself, unless the server said no. */
export const keepConnected = (socket: QuorumSocket, { connection, refused, later, hasBegun }: ConnectionHandlers) => {
  let isWanted = false;
  let isProbing = false;
  let cancelRetry: (() => void) | undefined;

  const retryLater = (): void => {
    cancelRetry?.();
    cancelRetry = later(() => isWanted && !socket.connected && socket.connect(), RECONNECT_AFTER_REFUSAL);
  };
  const connectAnew = (): void => {
    socket.disconnect().connect();
  };
  /** A connection that looks alive may lead nowhere: a network that was away may have taken it along. Only that there is an answer counts. */
  const probe = (): void => {
    if (isProbing) return;
    isProbing = true;
    socket.timeout(PATIENCE).emit('resume', {}, (silence: Error | null) => {
      isProbing = false;
      // The end of the connection that was asked ends the question too.
      if (!socket.connected) return;
      if (silence === null) connection('online');
      else connectAnew();
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
    /** Tries to connect at once; a connection that stands has to prove it. */
    hurry: (): void => {
      if (!isWanted) return;
      if (socket.connected) probe();
      else connectAnew();
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
      refused();
      retryLater();
    },
  };
};
