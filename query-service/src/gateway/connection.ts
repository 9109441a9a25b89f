import type { ClientFrames, ServerFrames } from '@quorum/contracts/wire/socket.ts';
import type { Actor } from '@quorum/service-kit/http/call.ts';
import type { Server, Socket } from 'socket.io';
import type { Frame } from './frames.ts';

/** One audience that a connection listens to. */
type Held = {
  /** Runs while missed changes are shown; the connection is out of the room meanwhile. */
  replay: Promise<number> | undefined;
};

type SocketData = {
  readonly actor: Actor;
  readonly token: string;
  readonly held: Map<string, Held>;
  /** Greeted: in the rooms of its person and groups. */
  ready: boolean;
  closed: boolean;
};

export type Connection = Socket<ClientFrames, ServerFrames, Record<string, never>, SocketData>;
export type Sockets = Server<ClientFrames, ServerFrames, Record<string, never>, SocketData>;

/** The room of a group's open chats; who is in it hears who is typing. */
export const openRoom = (groupId: string): string => `open-${groupId}`;

type Emitter = { emit(name: string, ...values: unknown[]): unknown };

/** Sends a frame to a room or to one connection. */
export const emitFrame = (target: unknown, { name, payload, audience, sequence }: Frame): void => {
  // The pair of name and payload comes from one table; the socket's types cannot follow it through a variable.
  (target as Emitter).emit(name, payload, { audience, sequence });
};
