import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { Sequenced, Sequences } from '@quorum/contracts/socket.ts';
import type { Change } from '../../data/store/changes.ts';
import { createResuming } from './resuming.ts';
import type { Rooms } from './rooms.ts';
import { createSequenceBook } from './sequences.ts';
import type { QuorumSocket } from './socket-port.ts';

type FollowHandlers = {
  readonly change: (change: Change) => void;
  /** Reload everything of this audience. */
  readonly reload: (audience: string) => void;
  readonly later: (work: () => void, milliseconds: number) => () => void;
};

const GROUP = groupAudience('');

/**
 * Follows the sequences of all audiences, so that every change is applied once and in order. Asks for what was missed, after a
 * reconnect and whenever a change arrives too early.
 */
export const followAudiences = (socket: QuorumSocket, rooms: Rooms, { change, reload, later }: FollowHandlers) => {
  const book = createSequenceBook();
  /** Audiences of groups that ended while the browser was away, so that no frame reported it. */
  let ended: readonly string[] = [];
  const announceEnded = (): void => {
    const audiences = ended;
    ended = [];
    for (const one of audiences) change({ name: 'groupDeleted', payload: { groupId: one.slice(GROUP.length) } });
  };
  const resuming = createResuming({ socket, book, later, onGivenUp: reload, onEnd: announceEnded });

  return {
    /** A connection is open and reports the latest sequence of each audience. */
    ready: (sequences: Sequences): void => {
      resuming.reset();
      const { restarted, gone } = book.compare(sequences);
      for (const audience of restarted) reload(audience);
      rooms.rejoinAll();
      // The previous connection may have broken before it announced the groups that it found ended.
      ended = [...ended, ...gone].filter((one) => one.startsWith(GROUP) && !Object.hasOwn(sequences, one));
      // Leaving or being removed is reported by the user's own changes, which come first. Then nothing is left to
      // announce.
      resuming.resume();
    },
    receive: (received: Change, at: Sequenced): void => {
      const verdict = book.receive(at);
      if (verdict === 'gap') resuming.resume();
      if (verdict !== 'apply') return;
      change(received);
      // The server may have refused the room before it knew of the membership.
      if (received.name === 'groupJoined') rooms.rejoin(received.payload.groupId);
    },
    /** So many changes were missed that reloading is better. */
    skipTo: ({ audience, sequence }: Sequenced): void => {
      book.catchUp(audience, sequence);
      // Groups joined in between may not be reported one by one.
      rooms.rejoinAll();
      reload(audience);
    },
    /** A room was entered. Requests what happened between the shown response and now. */
    joined: (at: Sequenced): void => {
      book.joined(at);
      resuming.resume();
    },
    noteRead: (sequences: Sequences): void => {
      for (const audience of book.noteRead(sequences)) reload(audience);
    },
    disconnected: resuming.disconnected,
    hasBegun: book.follows,
  };
};
