import { groupAudience, type Sequenced, type TypingView } from '@quorum/contracts/wire/socket.ts';
import { type Change, type ChangeName, type CountedName, countedNames } from './frames.ts';
import type { RealtimeCommands } from './realtime-link.ts';
import { createSequenceBook } from './sequences.ts';
import type { OpenSocket, QuorumSocket } from './socket-port.ts';

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
const RESUME_PAUSE = 1_000;
/** So often the changes of a gap are asked for before everything is loaded again. */
const MOST_RESUMES = 3;

/**
 * One socket for the whole page. Follows the sequences of all audiences, so that every change is applied once and in
 * order, and asks for what it missed: after a reconnect, and whenever a change came too early.
 */
export const createRealtime = (open: OpenSocket, handlers: RealtimeHandlers) => {
  const socket = open(handlers.token);
  const book = createSequenceBook();
  const rooms = new Map<string, number>();
  let everReady = false;
  /** Answers that did not say at which sequence they were read, before changes were followed. */
  const unsure = new Set<string>();
  /** Where the first greeting found each audience, until an answer of it comes. */
  const greeted = new Map<string, number>();
  /** Groups that ended while the browser was away: nobody was left to be told of it. */
  let ended: readonly string[] = [];
  let resuming = false;
  let resumes = 0;
  let wanted = false;
  let cancelRetry: (() => void) | undefined;

  const retryLater = (): void => {
    cancelRetry?.();
    cancelRetry = handlers.later(() => wanted && !socket.connected && socket.connect(), RECONNECT_AFTER_REFUSAL);
  };

  const resume = (from: Readonly<Record<string, number>>): void => {
    if (resuming || Object.keys(from).length === 0) return;
    if (resumes >= MOST_RESUMES) {
      resumes = 0;
      giveUp(from);
      return;
    }
    resuming = true;
    resumes += 1;
    socket.emit('resume', from, ({ sequences }) => {
      resuming = false;
      for (const [audience, sequence] of Object.entries(sequences)) book.catchUp(audience, sequence);
      const gaps = book.gaps();
      if (Object.keys(gaps).length === 0) {
        resumes = 0;
        sayEnded();
      } else handlers.later(() => socket.connected && resume(book.gaps()), RESUME_PAUSE);
    });
  };

  const sayEnded = (): void => {
    const groups = ended;
    ended = [];
    for (const groupId of groups) handlers.change({ name: 'groupDeleted', payload: { groupId } });
  };

  const giveUp = (gaps: Readonly<Record<string, number>>): void => {
    for (const audience of Object.keys(gaps)) {
      book.forget(audience);
      handlers.reload(audience);
    }
  };

  const receive = (change: Change, at: Sequenced): void => {
    const verdict = book.receive(at);
    if (verdict === 'apply') {
      handlers.change(change);
      // A group that was opened before the server knew of the membership there refused to be joined; now it does not.
      if (change.name === 'groupJoined' && rooms.has(change.payload.groupId))
        socket.emit('joinGroup', change.payload.groupId);
    }
    if (verdict === 'gap') resume(book.gaps());
  };

  listen(socket, {
    ...handlers,
    receive,
    ready: ({ sequences }) => {
      handlers.connection('online');
      resuming = false;
      resumes = 0;
      const { behind, restarted, gone } = book.compare(sequences);
      for (const audience of restarted) handlers.reload(audience);
      if (!everReady) {
        for (const audience of unsure) handlers.reload(audience);
        for (const [audience, sequence] of Object.entries(sequences)) greeted.set(audience, sequence);
      }
      everReady = true;
      unsure.clear();
      for (const groupId of rooms.keys()) socket.emit('joinGroup', groupId);
      ended = gone.filter((audience) => audience.startsWith(GROUP)).map((audience) => audience.slice(GROUP.length));
      // Leaving or being removed is told by the person's own changes, which come first: then there is nothing left to say.
      if (Object.keys(behind).length === 0) sayEnded();
      else resume(behind);
    },
    reload: ({ audience, sequence }) => {
      book.catchUp(audience, sequence);
      // Groups joined may be among what is not told one by one.
      for (const groupId of rooms.keys()) socket.emit('joinGroup', groupId);
      handlers.reload(audience);
    },
    closed: () => {
      resuming = false;
      if (!wanted) return;
      handlers.connection('reconnecting');
      if (!socket.active) retryLater();
    },
    refused: () => {
      if (!wanted) return;
      handlers.connection(everReady ? 'reconnecting' : 'connecting');
      if (socket.active) return;
      handlers.refused();
      retryLater();
    },
  });

  const commands: RealtimeCommands = {
    joinGroup: (groupId) => {
      rooms.set(groupId, (rooms.get(groupId) ?? 0) + 1);
      if (socket.connected && rooms.get(groupId) === 1) socket.emit('joinGroup', groupId);
    },
    leaveGroup: (groupId) => {
      const left = (rooms.get(groupId) ?? 0) - 1;
      if (left > 0) rooms.set(groupId, left);
      else if (rooms.delete(groupId) && socket.connected) socket.emit('leaveGroup', groupId);
    },
    // Typing is of the moment: what cannot be told now is not told later.
    typing: (notice) => {
      if (socket.connected) socket.emit('typing', notice);
    },
    stopTyping: (notice) => {
      if (socket.connected) socket.emit('stopTyping', notice);
    },
    noteRead: (audience, sequence) => {
      if (everReady) {
        // Asked for before changes were followed, and answered since: what came in between was told to nobody here.
        const missed = sequence !== undefined && sequence < (greeted.get(audience) ?? 0);
        greeted.delete(audience);
        if (missed) handlers.reload(audience);
        return;
      }
      if (sequence === undefined) unsure.add(audience);
      else book.noteRead(audience, sequence);
    },
    hurry: () => {
      if (wanted && !socket.connected) socket.disconnect().connect();
    },
  };

  return {
    commands,
    forget: book.forget,
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

type Listeners = Pick<RealtimeHandlers, 'typing' | 'sessionEnded' | 'refused'> & {
  readonly receive: (change: Change, at: Sequenced) => void;
  readonly ready: (state: { readonly sequences: Readonly<Record<string, number>> }) => void;
  readonly reload: (change: Sequenced) => void;
  readonly closed: () => void;
};

const listen = (socket: QuorumSocket, listeners: Listeners): void => {
  socket.on('ready', listeners.ready);
  socket.on('disconnect', listeners.closed);
  socket.on('connect_error', listeners.refused);
  socket.on('reload', listeners.reload);
  socket.on('userTyping', listeners.typing);
  socket.on('sessionEnded', listeners.sessionEnded);
  for (const name of countedNames)
    socket.on(name, (payload: PayloadOf<CountedName>, at: Sequenced) =>
      listeners.receive({ name, payload } as Change, at),
    );
};

type PayloadOf<N extends ChangeName> = Extract<Change, { name: N }>['payload'];
