import type { Sequences } from '@quorum/contracts/socket.ts';
import type { SequenceBook } from './sequences.ts';
import type { QuorumSocket } from './socket-port.ts';

export type ResumingOptions = {
  readonly socket: QuorumSocket;
  readonly book: SequenceBook;
  readonly later: (work: () => void, milliseconds: number) => void;
  /** Asking again does not help: reload the audience. */
  readonly onGivenUp: (audience: string) => void;
  /** Nothing is missing any more, or the missing changes were given up. */
  readonly onEnd: () => void;
};

const RETRY_DELAY_MS = 1_000;
/** How often the changes of a gap are requested before everything is reloaded. */
const MAX_TRIES = 3;

/** Asks the server for missed changes until none is missing or it is pointless. */
export const createResuming = ({ socket, book, later, onGivenUp, onEnd }: ResumingOptions) => {
  let running = false;
  let tries = 0;

  const end = (incomplete: readonly string[]): void => {
    tries = 0;
    for (const audience of incomplete) {
      book.forget(audience);
      onGivenUp(audience);
    }
    onEnd();
  };

  const resume = (): void => {
    if (running) return;
    const gaps = book.gaps();
    if (isEmpty(gaps) || tries >= MAX_TRIES) {
      end(Object.keys(gaps));
      return;
    }
    running = true;
    tries += 1;
    socket.emit('resume', gaps, ({ sequences }) => {
      running = false;
      for (const [audience, sequence] of Object.entries(sequences)) book.catchUp(audience, sequence);
      if (isEmpty(book.gaps())) resume();
      else later(() => socket.connected && resume(), RETRY_DELAY_MS);
    });
  };

  return {
    resume,
    /** The connection that was asked is closed. */
    disconnected: (): void => {
      running = false;
    },
    /** A new connection knows nothing of earlier tries. */
    reset: (): void => {
      running = false;
      tries = 0;
    },
  };
};

const isEmpty = (sequences: Sequences): boolean => Object.keys(sequences).length === 0;
