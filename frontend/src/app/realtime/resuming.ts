import type { SequenceBook } from './sequences.ts';
import type { QuorumSocket } from './socket-port.ts';

type Sequences = Readonly<Record<string, number>>;

export type ResumingOptions = {
  readonly socket: QuorumSocket;
  readonly book: SequenceBook;
  readonly later: (work: () => void, milliseconds: number) => void;
  /** Nothing is missing any more. */
  readonly onComplete: () => void;
  /** Asking does not help: the audience has to be reloaded. */
  readonly onGivenUp: (audience: string) => void;
};

const PAUSE = 1_000;
/** How often the changes of a gap are requested before everything is reloaded. */
const MAX_TRIES = 3;

/** Asks the server for missed changes until none is missing or it is pointless. */
export const createResuming = ({ socket, book, later, onComplete, onGivenUp }: ResumingOptions) => {
  let running = false;
  let tries = 0;

  const giveUp = (gaps: Sequences): void => {
    tries = 0;
    for (const audience of Object.keys(gaps)) {
      book.forget(audience);
      onGivenUp(audience);
    }
  };

  /** `from`: the last known sequence of each audience with missed changes. */
  const resume = (from: Sequences): void => {
    if (running || isEmpty(from)) return;
    if (tries >= MAX_TRIES) {
      giveUp(from);
      return;
    }
    running = true;
    tries += 1;
    socket.emit('resume', from, ({ sequences }) => {
      running = false;
      for (const [audience, sequence] of Object.entries(sequences)) book.catchUp(audience, sequence);
      if (isEmpty(book.gaps())) {
        tries = 0;
        onComplete();
      } else later(() => socket.connected && resume(book.gaps()), PAUSE);
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
