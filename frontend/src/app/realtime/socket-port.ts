import type { ClientFrames, ServerFrames } from '@quorum/contracts/socket.ts';
import { io, type Socket } from 'socket.io-client';

/** The part of a Socket.IO client that is used here. Tests provide their own. */
export type QuorumSocket = Pick<
  Socket<ServerFrames, ClientFrames>,
  'on' | 'emit' | 'timeout' | 'connect' | 'disconnect' | 'connected' | 'active'
>;

/** `token` is called for each attempt, because it may have changed. */
export type OpenSocket = (token: () => string | null) => QuorumSocket;

export const openSocket: OpenSocket = (token) =>
  io({
    autoConnect: false,
    withCredentials: true,
    // Polling is only for networks without WebSockets: all polls must reach the same gateway.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    auth: (give) => give({ token: token() }),
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
    randomizationFactor: 0.5,
  });
