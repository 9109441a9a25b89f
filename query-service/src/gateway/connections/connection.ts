import type { ClientFrames, ServerFrames } from '@quorum/contracts/socket.ts';
import type { Actor } from '@quorum/service-kit/http/call.ts';
import type { Semaphore } from '@quorum/service-kit/semaphore.ts';
import type { Server, Socket } from 'socket.io';
import type { Frame } from '../frames.ts';

/** One audience that a connection listens to. */
type Held = {
  /** Settles when missed changes have been sent; until then the connection is not in the room. */
  replay: Promise<number> | undefined;
};

type SocketData = {
  readonly actor: Actor;
  readonly token: string;
  readonly held: Map<string, Held>;
  /** Pages of missed changes: one at a time. */
  readonly pages: Semaphore;
  /** Welcomed: in the rooms of its person and groups. */
  ready: boolean;
  /** When the connection last took what was queued, in milliseconds. */
  drainedAt: number;
  closed: boolean;
};

export type Connection = Socket<ClientFrames, ServerFrames, Record<string, never>, SocketData>;
export type Sockets = Server<ClientFrames, ServerFrames, Record<string, never>, SocketData>;

/** The room of open chats of a group, which receives typing notices. */
export const openRoom = (groupId: string): string => `open-${groupId}`;

type Emitter = { emit(name: string, ...values: unknown[]): unknown };

/** A Socket.IO event: its name and values. */
export type SocketEvent = readonly [name: string, ...values: unknown[]];

export const eventOf = ({ name, payload, audience, sequence }: Frame): SocketEvent => [
  name,
  payload,
  { audience, sequence },
];

/** Sends an event to everyone in a room. Socket.IO encodes it once for all. */
export const broadcast = (io: Sockets, room: string, event: SocketEvent): void => {
  (io.to(room) as unknown as Emitter).emit(...event);
};

export const emitFrame = (connection: Connection, frame: Frame): void => {
  // Name and payload come from one table, but the socket's types cannot follow the pair through a variable.
  (connection as unknown as Emitter).emit(...eventOf(frame));
};
