import type { UserView } from './account/wire.ts';
import type { EventView } from './entry/wire.ts';
import type { GroupView, MemberView, SharedGroupView } from './group/wire.ts';
import type { Permission } from './kernel/permissions.ts';
import type { MessageView, NoticeView } from './message/wire.ts';

/**
 * Names and payloads of the realtime socket (Socket.IO). Every sequenced frame carries `Sequenced` as its second argument, so
 * that a client knows the last change it has for each audience and can ask for what it missed.
 */
export type Sequenced = {
  readonly audience: string;
  readonly sequence: number;
};

export type TypingView = {
  readonly groupId: string;
  readonly userId: string;
  readonly userName: string;
  readonly profilePictureUrl: string | null;
  readonly isTyping: boolean;
};

type EventChange = { readonly groupId: string; readonly eventId: string; readonly event: EventView };

/** `group` is absent if the person is no longer in the group; a separate frame announces the leaving. */
type OwnGroup = { readonly groupId: string; readonly group?: GroupView };

export type ServerFrames = {
  /** Sent once a connection has joined the rooms of its audiences, with the last sequence of each. */
  ready: (state: { readonly userId: string; readonly sequences: Readonly<Record<string, number>> }) => void;

  newMessage: (message: MessageView, at: Sequenced) => void;
  messageUpdated: (message: MessageView, at: Sequenced) => void;
  messageDeleted: (
    change: {
      readonly messageId: string;
      readonly groupId: string;
      readonly isEvent: boolean;
      /** The message's `revision` after this change. Empty before the server has answered. */
      readonly revision: string;
    },
    at: Sequenced,
  ) => void;
  messageReaction: (
    change: {
      readonly messageId: string;
      readonly groupId: string;
      readonly emoji: string;
      readonly userId: string;
      readonly action: 'add' | 'remove';
      /** As in `messageDeleted`. */
      readonly revision: string;
    },
    at: Sequenced,
  ) => void;

  /** `notice` is absent if it does not exist any more. */
  chatNotice: (change: { readonly groupId: string; readonly notice?: NoticeView }, at: Sequenced) => void;

  eventCreated: (change: EventChange, at: Sequenced) => void;
  eventUpdated: (change: EventChange, at: Sequenced) => void;
  eventDeleted: (change: { readonly groupId: string; readonly eventId: string }, at: Sequenced) => void;
  groupNameUpdatedInEvents: (change: { readonly groupId: string; readonly groupName: string }, at: Sequenced) => void;

  /** Details, image, settings or the owner changed. */
  groupUpdated: (change: { readonly groupId: string; readonly group: SharedGroupView }, at: Sequenced) => void;
  /** New codes and a new link. Clients whose user may invite, but who do not receive them here, load the group again. */
  invitationRenewed: (change: { readonly groupId: string; readonly group: SharedGroupView }, at: Sequenced) => void;
  /** The list of removed members changed. */
  removalLifted: (change: { readonly groupId: string }, at: Sequenced) => void;
  memberJoined: (
    change: {
      readonly groupId: string;
      readonly userId: string;
      readonly member: MemberView;
      readonly group: SharedGroupView;
    },
    at: Sequenced,
  ) => void;
  /** `reason: 'account-deleted'` also removes the person's messages and events. `group` is absent once the group is deleted. */
  memberLeft: (
    change: {
      readonly groupId: string;
      readonly userId: string;
      readonly reason: 'left' | 'removed' | 'account-deleted';
      readonly group?: SharedGroupView;
    },
    at: Sequenced,
  ) => void;
  groupDeleted: (change: { readonly groupId: string }, at: Sequenced) => void;
  /** A member's name, picture or role changed. */
  memberUpdated: (change: { readonly groupId: string; readonly member: MemberView }, at: Sequenced) => void;

  /** This frame and all below go to the person's own browsers. */
  groupJoined: (change: OwnGroup, at: Sequenced) => void;
  /** The person's own role changed, and with it what they may see of the group. */
  ownGroupUpdated: (change: OwnGroup, at: Sequenced) => void;
  groupLeft: (
    change: {
      readonly groupId: string;
      readonly reason: 'left' | 'removed' | 'deleted';
    },
    at: Sequenced,
  ) => void;
  colorPreferencesUpdated: (change: { readonly groupId: string; readonly colorIndex: number }, at: Sequenced) => void;
  pinPreferencesUpdated: (change: { readonly groupId: string; readonly isPinned: boolean }, at: Sequenced) => void;
  groupRead: (change: { readonly groupId: string; readonly messageId: string }, at: Sequenced) => void;
  /** `user` is absent once the account is deleted. */
  accountUpdated: (change: { readonly userId: string; readonly user?: UserView }, at: Sequenced) => void;
  /** A browser of the person signed in or out. */
  sessionsUpdated: (change: { readonly userId: string }, at: Sequenced) => void;

  userTyping: (notice: TypingView) => void;
  /** The client is too far behind in an audience to catch up change by change. */
  reload: (change: { readonly audience: string; readonly sequence: number }) => void;
  sessionEnded: (change: { readonly reason: string }) => void;
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
  /** Asks for every change after the given sequences. The frames come in order, then the ack. */
  resume: (
    sequences: Readonly<Record<string, number>>,
    answer: (result: { readonly sequences: Readonly<Record<string, number>> }) => void,
  ) => void;
};

/** Every message a client may send, and who may send it. One without a permission does not compile. */
export const clientFrames = {
  joinGroup: { access: 'session', rule: 'chat' },
  leaveGroup: { access: 'session', rule: 'own' },
  typing: { access: 'session', rule: 'chat' },
  stopTyping: { access: 'session', rule: 'chat' },
  resume: { access: 'session', rule: 'own' },
} as const satisfies { readonly [N in keyof ClientFrames]: Permission };

/** Who is in a group. */
export const groupAudience = (groupId: string): string => `group-${groupId}`;

/** A person's own browsers. */
export const userAudience = (userId: string): string => `user-${userId}`;

/** Ends of a person's sessions. Only gateways follow this audience; clients never see its sequence. */
export const sessionsAudience = (userId: string): string => `sessions-${userId}`;
