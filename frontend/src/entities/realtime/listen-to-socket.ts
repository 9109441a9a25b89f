import type { Sequenced, TypingView } from '@quorum/contracts/wire/socket.ts';
import { type Change, type CountedName, countedNames } from './frames.ts';
import type { QuorumSocket } from './socket-port.ts';

export type SocketListeners = {
  /** The connection stands; where each audience of the person is by now. */
  readonly ready: (state: { readonly sequences: Readonly<Record<string, number>> }) => void;
  readonly closed: () => void;
  readonly refused: () => void;
  readonly receive: (change: Change, at: Sequenced) => void;
  /** So much of an audience was missed that it is better loaded again. */
  readonly reload: (at: Sequenced) => void;
  readonly typing: (notice: TypingView) => void;
  readonly sessionEnded: () => void;
};

export const listenToSocket = (socket: QuorumSocket, listeners: SocketListeners): void => {
  socket.on('ready', listeners.ready);
  socket.on('disconnect', listeners.closed);
  socket.on('connect_error', listeners.refused);
  socket.on('reload', listeners.reload);
  socket.on('userTyping', listeners.typing);
  socket.on('sessionEnded', listeners.sessionEnded);
  for (const name of countedNames)
    socket.on(name, (payload: PayloadOf<CountedName>, at: Sequenced) =>
      listeners.receive({ name, payload, at } as Change, at),
    );
};

type PayloadOf<N extends CountedName> = Extract<Change, { name: N }>['payload'];
