import { groupAudience, type Sequenced, type TypingView } from '@quorum/contracts/wire/socket.ts';
import { createFirstAnswers } from './first-answers.ts';
import type { Change } from './frames.ts';
import { listenToSocket } from './listen-to-socket.ts';
import { createProbing } from './probing.ts';
import type { RealtimeCommands } from './realtime-link.ts';
import { createResuming } from './resuming.ts';
import { createRooms } from './rooms.ts';
import { createSequenceBook } from './sequences.ts';
import type { OpenSocket } from './socket-port.ts';

/** What happens to whom when the socket speaks. */
export type RealtimeHandlers = {
  readonly token: () => string | null;
  readonly change: (change: Change) => void;
  readonly typing: (notice: TypingView) => void;
  /** Load everything of this audience again. */
  readonly reload: (audience: string) => void;
  readonly sessionEnded: () => void;
  readonly connection: (status: 'connecting' | 'online' | 'reconnecting') => void;
  /** The server turned the connection down: find out whether the session still holds. */
  readonly refused: () => void;
  readonly later: (work: () => void, milliseconds: number) => () => void;
};

const GROUP = groupAudience('');
const RECONNECT_AFTER_REFUSAL = 5_000;

/**
 * One socket for the whole page. Follows the sequences of all audiences, so that every change is applied once and in
 * order, and asks for what it missed: after a reconnect, and whenever a change came too early.
 */
export const createRealtime = (open: OpenSocket, handlers: RealtimeHandlers) => {
  const socket = open(handlers.token);
  const book = createSequenceBook();
  const rooms = createRooms(socket);
  const firstAnswers = createFirstAnswers(book, handlers.reload);
  /** Groups that ended while the browser was away: nobody was left to be told of it. */
  let ended: readonly string[] = [];
  let wanted = false;
  let cancelRetry: (() => void) | undefined;

  const sayEnded = (): void => {
    const groups = ended;
    ended = [];
    for (const groupId of groups) handlers.change({ name: 'groupDeleted', payload: { groupId } });
  };
  const resuming = createResuming({
    socket,
    book,
    later: handlers.later,
    onComplete: sayEnded,
    onGivenUp: handlers.reload,
  });

  const ready = ({ sequences }: { readonly sequences: Readonly<Record<string, number>> }): void => {
    handlers.connection('online');
    resuming.afresh();
    const { behind, restarted, gone } = book.compare(sequences);
    for (const audience of restarted) handlers.reload(audience);
    firstAnswers.greet(sequences);
    rooms.rejoinAll();
    ended = gone.filter((audience) => audience.startsWith(GROUP)).map((audience) => audience.slice(GROUP.length));
    // Leaving or being removed is told by the person's own changes, which come first: then there is nothing left to say.
    if (Object.keys(behind).length === 0) sayEnded();
    else resuming.resume(behind);
  };

  const receive = (change: Change, at: Sequenced): void => {
    switch (book.receive(at)) {
      case 'apply':
        handlers.change(change);
        // A group that was opened before the server knew of the membership there refused to be joined; now it does not.
        if (change.name === 'groupJoined') rooms.rejoin(change.payload.groupId);
        break;
      case 'gap':
        resuming.resume(book.gaps());
        break;
      case 'known':
        break;
    }
  };

  const reload = ({ audience, sequence }: Sequenced): void => {
    book.catchUp(audience, sequence);
    // Groups joined may be among what is not told one by one.
    rooms.rejoinAll();
    handlers.reload(audience);
  };

  const retryLater = (): void => {
    cancelRetry?.();
    cancelRetry = handlers.later(() => wanted && !socket.connected && socket.connect(), RECONNECT_AFTER_REFUSAL);
  };
  const connectAnew = (): void => {
    socket.disconnect().connect();
  };
  const probing = createProbing({
    socket,
    later: handlers.later,
    onAnswer: () => handlers.connection('online'),
    onSilence: connectAnew,
  });

  const closed = (): void => {
    resuming.broken();
    probing.broken();
    if (!wanted) return;
    handlers.connection('reconnecting');
    if (!socket.active) retryLater();
  };
  const refused = (): void => {
    if (!wanted) return;
    handlers.connection(firstAnswers.follows() ? 'reconnecting' : 'connecting');
    // The client tries again by itself, unless the server said no.
    if (socket.active) return;
    handlers.refused();
    retryLater();
  };

  listenToSocket(socket, {
    ready,
    closed,
    refused,
    receive,
    reload,
    typing: handlers.typing,
    sessionEnded: handlers.sessionEnded,
  });

  const commands: RealtimeCommands = {
    joinGroup: rooms.join,
    leaveGroup: rooms.leave,
    // Typing is of the moment: what cannot be told now is not told later.
    typing: (notice) => {
      if (socket.connected) socket.emit('typing', notice);
    },
    stopTyping: (notice) => {
      if (socket.connected) socket.emit('stopTyping', notice);
    },
    noteRead: firstAnswers.note,
    hurry: () => {
      if (!wanted) return;
      if (socket.connected) probing.probe();
      else connectAnew();
    },
  };

  return {
    commands,
    start: () => {
      wanted = true;
      handlers.connection('connecting');
      socket.connect();
    },
    stop: () => {
      wanted = false;
      cancelRetry?.();
      socket.disconnect();
    },
  };
};
