import { io, type Socket } from 'socket.io-client';
import type { Reachable } from './product.ts';

/** A browser's socket in its rooms. */
export const connect = (product: Reachable, token: string | undefined): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = io(product.origin, {
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
    socket.once('ready', () => resolve(socket));
    socket.once('connect_error', (error) => {
      socket.close();
      reject(error);
    });
  });

type Ended = { readonly reason: string };

/** The reason that the server gave before it disconnected a socket. */
export const endOf = (socket: Socket): Promise<Ended> => {
  let reason = '';
  socket.once('sessionEnded', (change: { reason: string }) => {
    reason = change.reason;
  });
  return new Promise((resolve) => socket.once('disconnect', () => resolve({ reason })));
};
