import type { QuorumSocket } from './socket-port.ts';

export type ProbingOptions = {
  readonly socket: QuorumSocket;
  readonly later: (work: () => void, milliseconds: number) => () => void;
  readonly onAnswer: () => void;
  readonly onSilence: () => void;
};

/** Milliseconds in which a server that can be reached answers, also over a slow line. */
const PATIENCE = 5_000;

/** Finds out whether a connection that looks alive still leads anywhere: a network that was away may have taken it along. */
export const createProbing = ({ socket, later, onAnswer, onSilence }: ProbingOptions) => {
  let giveUp: (() => void) | undefined;
  const end = (): void => {
    giveUp?.();
    giveUp = undefined;
  };
  return {
    /** Asks for nothing: only that there is an answer counts. One question at a time. */
    probe: (): void => {
      if (giveUp !== undefined) return;
      const cancel = later(() => {
        end();
        onSilence();
      }, PATIENCE);
      giveUp = cancel;
      socket.emit('resume', {}, () => {
        if (giveUp !== cancel) return;
        end();
        onAnswer();
      });
    },
    /** The connection that was asked is gone. */
    broken: end,
  };
};
