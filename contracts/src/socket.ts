import type { Frame } from './kernel/frame.ts';
import type { Permission } from './kernel/route.ts';
import type { frames } from './routes.ts';

/**
 * Names and payloads of the realtime socket (Socket.IO). Every sequenced frame carries `Sequenced` as its second argument, so
 * that a client knows the last change it has for each audience and can ask for what it missed.
 */
export type Sequenced = {
  readonly audience: string;
  readonly sequence: number;
};

/** The last change of each audience. */
export type Sequences = Readonly<Record<string, number>>;

export type TypingView = {
  readonly groupId: string;
  readonly userId: string;
  readonly userName: string;
  readonly firstName: string;
  readonly profilePictureUrl: string | null;
  readonly isTyping: boolean;
};

/** How far a person has read a chat, sent to their other browsers at once. A stored mark follows later as `groupRead`. */
export type ReadView = {
  readonly groupId: string;
  readonly messageId: string;
  /** The message's. */
  readonly order: string;
};

/** Names of the frames that count in a sequence. */
export type FrameName = keyof typeof frames;

type ShownBy<F extends Frame> = F['of'][number] | (F extends { readonly also: readonly (infer A)[] } ? A : never);

/** The view that a frame carries besides ids, as a query would show it to this audience. */
export type Shown = ShownBy<(typeof frames)[FrameName]>;

export type PayloadOf<N extends FrameName> = NonNullable<(typeof frames)[N]['payload']['type']>;

export type FramesTo<A extends Frame['audience']> = {
  readonly [N in FrameName]: (typeof frames)[N]['audience'] extends A ? N : never;
}[FrameName];

/** Frames without a place in a sequence. */
type UncountedFrames = {
  /** Sent once a connection has joined the rooms of its audiences, with the last sequence of each. `build` tells one version of the
   * product from another; none in development.
   */
  ready: (state: { readonly userId: string; readonly sequences: Sequences; readonly build?: string }) => void;
  userTyping: (notice: TypingView) => void;
  userRead: (mark: ReadView) => void;
  /** The client is too far behind in an audience to catch up change by change. */
  reload: (change: { readonly audience: string; readonly sequence: number }) => void;
  sessionEnded: (change: { readonly reason: string }) => void;
};

export type ServerFrames = UncountedFrames & {
  [N in FrameName]: (change: PayloadOf<N>, at: Sequenced) => void;
};

export type ClientFrames = {
  joinGroup: (
    groupId: string,
    answer?: (result: { readonly ok: boolean; readonly sequence?: number; readonly error?: string }) => void,
  ) => void;
  leaveGroup: (groupId: string) => void;
  typing: (notice: {
    readonly groupId: string;
    readonly userId?: string;
    readonly userName?: string;
    readonly profilePictureUrl?: string | null;
  }) => void;
  stopTyping: (notice: { readonly groupId: string; readonly userId?: string }) => void;
  read: (mark: ReadView) => void;
  /** Asks for every change after the given sequences. The frames come in order, then the ack. */
  resume: (sequences: Sequences, answer: (result: { readonly sequences: Sequences }) => void) => void;
};

/** Every message a client may send, and who may send it. One without a permission does not compile. */
export const clientFrames = {
  joinGroup: { access: 'session', rule: 'chat' },
  leaveGroup: { access: 'session', rule: 'own' },
  typing: { access: 'session', rule: 'chat' },
  stopTyping: { access: 'session', rule: 'chat' },
  read: { access: 'session', rule: 'own' },
  resume: { access: 'session', rule: 'own' },
} as const satisfies { readonly [N in keyof ClientFrames]: Permission };
