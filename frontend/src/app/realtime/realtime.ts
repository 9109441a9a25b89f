import { frames } from '@quorum/contracts/routes.ts';
import type { FrameName, PayloadOf, ReadView, Sequenced, TypingView } from '@quorum/contracts/socket.ts';
import type { RealtimeCommands } from '../../data/services/realtime-link.ts';
import type { Change } from '../../data/store/changes.ts';
import { followAudiences } from './follow-audiences.ts';
import { keepConnected } from './keep-connected.ts';
import { createRooms } from './rooms.ts';
import type { OpenSocket } from './socket-port.ts';

/** Callbacks for what the socket receives. */
export type RealtimeHandlers = {
  readonly token: () => string | null;
  readonly change: (change: Change) => void;
  readonly typing: (notice: TypingView) => void;
  readonly read: (mark: ReadView) => void;
  /** Reload everything of this audience. */
  readonly reload: (audience: string) => void;
  readonly sessionEnded: () => void;
  /** The server says which build it is. */
  readonly welcome: (build: string | undefined) => void;
  readonly connection: (status: 'connecting' | 'online' | 'reconnecting') => void;
  /** The server refused the connection: check whether the session is still valid. */
  readonly refused: () => void;
  readonly later: (work: () => void, milliseconds: number) => () => void;
};

/** One socket for the whole page. */
export const createRealtime = (open: OpenSocket, handlers: RealtimeHandlers) => {
  const socket = open(handlers.token);
  const rooms = createRooms(socket, (at) => changes.joined(at));
  const changes = followAudiences(socket, rooms, handlers);
  const line = keepConnected(socket, { ...handlers, hasBegun: changes.hasBegun });

  socket.on('ready', ({ sequences, build }) => {
    handlers.welcome(build);
    handlers.connection('online');
    changes.ready(sequences);
  });
  socket.on('disconnect', () => {
    changes.disconnected();
    line.onClosed();
  });
  socket.on('connect_error', line.onRefused);
  socket.on('reload', changes.skipTo);
  socket.on('userTyping', handlers.typing);
  socket.on('userRead', handlers.read);
  socket.on('sessionEnded', handlers.sessionEnded);
  for (const name of Object.keys(frames) as FrameName[])
    socket.on(name, (payload: PayloadOf<FrameName>, at: Sequenced) =>
      changes.receive({ name, payload, at } as Change, at),
    );

  const commands: RealtimeCommands = {
    joinGroup: rooms.join,
    leaveGroup: rooms.leave,
    // Notices are momentary: one that cannot be sent now is dropped.
    typing: (notice) => {
      if (socket.connected) socket.emit('typing', notice);
    },
    stopTyping: (notice) => {
      if (socket.connected) socket.emit('stopTyping', notice);
    },
    sendRead: (mark) => {
      if (socket.connected) socket.emit('read', mark);
    },
    noteRead: changes.noteRead,
    retryNow: line.retryNow,
  };
  return { commands, start: line.start, stop: line.stop };
};
