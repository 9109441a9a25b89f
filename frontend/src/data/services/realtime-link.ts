import type { ReadView, Sequences, TypingView } from '@quorum/contracts/socket.ts';

/**
 * The frames that screens may send. The first socket is bound after the first screen is shown, and then learns what screens
 * follow and have read. Everything else does nothing while no socket is bound.
 */
export type RealtimeCommands = {
  readonly joinGroup: (groupId: string) => void;
  readonly leaveGroup: (groupId: string) => void;
  readonly typing: (notice: Omit<TypingView, 'firstName' | 'isTyping'>) => void;
  readonly stopTyping: (notice: Pick<TypingView, 'groupId' | 'userId'>) => void;
  /** Tells the user's other browsers how far a chat was read here. */
  readonly sendRead: (mark: ReadView) => void;
  /** Notes the last change of each audience that an answer includes. */
  readonly noteRead: (sequences: Sequences) => void;
  /** Connects at once, unless the server has just turned the client away. An open connection is probed. */
  readonly retryNow: () => void;
};

export type RealtimeLink = RealtimeCommands & {
  /** Returns a function that unbinds it. */
  readonly bind: (commands: RealtimeCommands) => () => void;
};

export const createRealtimeLink = (): RealtimeLink => {
  let bound: RealtimeCommands | undefined;
  /** Undefined once a socket was bound. Otherwise nobody would ask for the changes between an early answer and the connection. */
  let early: ((commands: RealtimeCommands) => void)[] | undefined = [];
  const forward = (say: (commands: RealtimeCommands) => void): void => {
    if (bound !== undefined) say(bound);
    else early?.push(say);
  };
  return {
    joinGroup: (groupId) => forward((commands) => commands.joinGroup(groupId)),
    leaveGroup: (groupId) => forward((commands) => commands.leaveGroup(groupId)),
    typing: (notice) => bound?.typing(notice),
    stopTyping: (notice) => bound?.stopTyping(notice),
    sendRead: (mark) => bound?.sendRead(mark),
    noteRead: (sequences) => forward((commands) => commands.noteRead(sequences)),
    retryNow: () => bound?.retryNow(),
    bind: (commands) => {
      bound = commands;
      for (const say of early ?? []) say(commands);
      early = undefined;
      return () => {
        if (bound === commands) bound = undefined;
      };
    },
  };
};
