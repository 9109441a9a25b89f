import type { ClientFrames, ServerFrames } from '@quorum/contracts/wire/socket.ts';
import { io, type Socket } from 'socket.io-client';

/** The part of a Socket.IO client that is used here; tests give their own. */
export type QuorumSocket = Pick<
  Socket<ServerFrames, ClientFrames>,
  'on' | 'emit' | 'timeout' | 'connect' | 'disconnect' | 'connected' | 'active'
>;

/** `token` is asked for at every attempt, since it may have changed. */
export type OpenSocket = (token: () => string | null) => QuorumSocket;

export const openSocket: OpenSocket = (token) =>
  io({
    autoConnect: false,
    withCredentials: true,
    // A WebSocket at once, and polling only where none can be opened: polls must all come to one gateway.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    auth: (give) => give({ token: token() }),
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
    randomizationFactor: 0.5,
  });
