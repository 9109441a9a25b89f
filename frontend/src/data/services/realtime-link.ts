import type { TypingView } from '@quorum/contracts/wire/socket.ts';

/** What screens may tell the server over the socket. Does nothing while no socket is bound. */
export type RealtimeCommands = {
  readonly joinGroup: (groupId: string) => void;
  readonly leaveGroup: (groupId: string) => void;
  readonly typing: (notice: Omit<TypingView, 'isTyping'>) => void;
  readonly stopTyping: (notice: Pick<TypingView, 'groupId' | 'userId'>) => void;
  /** The last change of each audience that an answer is known to hold. */
  readonly noteRead: (sequences: Readonly<Record<string, number>>) => void;
  /** Tries to connect at once in place of waiting for the next try; a connection that stands has to prove it. */
  readonly hurry: () => void;
};

export type RealtimeLink = RealtimeCommands & {
  /** Returns the way to unbind. */
  readonly bind: (commands: RealtimeCommands) => () => void;
};

export const createRealtimeLink = (): RealtimeLink => {
  let bound: RealtimeCommands | undefined;
  return {
    joinGroup: (groupId) => bound?.joinGroup(groupId),
    leaveGroup: (groupId) => bound?.leaveGroup(groupId),
    typing: (notice) => bound?.typing(notice),
    stopTyping: (notice) => bound?.stopTyping(notice),
    noteRead: (sequences) => bound?.noteRead(sequences),
    hurry: () => bound?.hurry(),
    bind: (commands) => {
      bound = commands;
      return () => {
        if (bound === commands) bound = undefined;
      };
    },
  };
};
