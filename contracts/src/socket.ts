import type { UserView } from './account/wire.ts';
import type { AttendanceView, OwnRsvpView } from './entry/attendance.ts';
import type { DatesAnswers } from './entry/dates-answers.ts';
import type { EventView, SeriesView } from './entry/wire.ts';
import type { GroupView, MemberView, SharedGroupView } from './group/wire.ts';
import type { Permission } from './kernel/permissions.ts';
import type { MessageView, NoticeView } from './message/wire.ts';
import type { NotificationSettings } from './notification/wire.ts';
import type { PinView } from './pins/wire.ts';
import type { GroupPreferences } from './preferences/wire.ts';

/** What frames carry besides ids: the view of a thing, as a query would show it to this audience. */
export type Shown =
  | 'message'
  | 'notice'
  | 'pins'
  | 'event'
  | 'series'
  | 'attendance'
  | 'ownRsvp'
  | 'datesAnswers'
  | 'ownDates'
  | 'group'
  | 'groupName'
  | 'ownGroup'
  | 'member'
  | 'user';

/**
 * A frame of the socket that counts in its audience's sequence. The gateway builds it from this alone. If a view in `of` is
 * missing, it reports that the thing is gone; a view in `also` may be missing.
 */
export type Frame = {
  readonly of: readonly Shown[];
  readonly also?: readonly Shown[];
  /** `calendar`: the group of an event, or the creator of a personal one. */
  readonly audience: 'group' | 'person' | 'calendar';
  /** Type of the payload; holds no value. */
  readonly payload: Payload<unknown>;
};

type Payload<T> = { readonly type?: T };

/** Gives a frame its payload's type. */
export const carries = <T>(): Payload<T> => ({});

export type Frames = { readonly [name: string]: Frame };

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

type OfGroup = { readonly groupId: string };
type OfUser = { readonly userId: string };
type OfEvent = OfGroup & { readonly eventId: string };
type OfMessage = OfGroup & { readonly messageId: string };

/** `revision`: the message's after this change. Empty in the user's own change until the server answers. */
type Deleted = OfMessage & { readonly isEvent: boolean; readonly revision: string };
type Reacted = OfMessage & {
  readonly emoji: string;
  readonly userId: string;
  readonly action: 'add' | 'remove';
  readonly revision: string;
};
/** `leaves`: a place in line that is free since the change `at`. Everybody behind it moves up. */
type Attended = OfEvent & { readonly attendance: AttendanceView; readonly leaves?: number; readonly at: string };
type Pinned = {
  readonly count: number;
  readonly newest: PinView | null;
  readonly added?: string;
  readonly removed?: string;
};
/** Of a series or one date of it. Pieces of its answers, of which the newer ones win. */
type DatesAnswered = OfEvent & {
  readonly answers: DatesAnswers;
  readonly leaves?: number;
  readonly at: string;
};
/** Without `mine` once an answer to a date gave way to one to its series. */
type OwnDates = OfEvent & { readonly mine?: NonNullable<DatesAnswers['mine']>; readonly promoted?: true };
type Group = OfGroup & { readonly group: SharedGroupView };
type Joined = Group & { readonly userId: string; readonly member: MemberView };
type Left = OfGroup & {
  readonly userId: string;
  readonly reason: 'left' | 'removed' | 'account-deleted';
  readonly group?: SharedGroupView;
};
/** `group` is absent if the person is no longer in the group; a separate frame announces the leaving. */
type OwnGroup = OfGroup & { readonly group?: GroupView };

/** Every frame that counts in a sequence: what it shows, its audience, and its payload. */
export const frames = {
  newMessage: { of: ['message'], audience: 'group', payload: carries<MessageView>() },
  messageUpdated: { of: ['message'], audience: 'group', payload: carries<MessageView>() },
  messageDeleted: { of: [], audience: 'group', payload: carries<Deleted>() },
  messageReaction: { of: [], audience: 'group', payload: carries<Reacted>() },
  /** `notice` is absent if it does not exist any more. */
  chatNotice: {
    of: [],
    also: ['notice'],
    audience: 'group',
    payload: carries<{ readonly groupId: string; readonly notice?: NoticeView }>(),
  },

  /** The last pin and how many there are, and the message that was pinned or unpinned. Pins go with their messages, without a frame. */
  pinsUpdated: { of: ['pins'], audience: 'group', payload: carries<OfGroup & Pinned>() },

  eventCreated: { of: ['event'], audience: 'calendar', payload: carries<OfEvent & { readonly event: EventView }>() },
  eventUpdated: { of: ['event'], audience: 'calendar', payload: carries<OfEvent & { readonly event: EventView }>() },
  attendanceUpdated: { of: ['attendance'], audience: 'group', payload: carries<Attended>() },
  /** `promoted`: a seat opened for them. */
  ownRsvpUpdated: {
    of: ['ownRsvp'],
    audience: 'person',
    payload: carries<OfEvent & { readonly mine: OwnRsvpView; readonly promoted?: true }>(),
  },
  datesAnswered: { of: ['datesAnswers'], audience: 'group', payload: carries<DatesAnswered>() },
  ownDatesAnswered: { of: ['ownDates'], audience: 'person', payload: carries<OwnDates>() },
  /** An event that repeats: the series as it is, from which all its dates follow. */
  seriesUpdated: {
    of: ['series'],
    audience: 'calendar',
    payload: carries<OfEvent & { readonly series: SeriesView }>(),
  },
  eventDeleted: { of: [], audience: 'calendar', payload: carries<OfEvent>() },

  /** Details, image, settings or the owner changed. */
  groupUpdated: { of: ['group'], audience: 'group', payload: carries<Group>() },
  groupNameUpdatedInEvents: {
    of: ['groupName'],
    audience: 'group',
    payload: carries<OfGroup & { readonly groupName: string }>(),
  },
  /** New codes and a new link. Clients whose user may invite, but who do not receive them here, load the group again. */
  invitationRenewed: { of: ['group'], audience: 'group', payload: carries<Group>() },
  /** The list of removed members changed. */
  removalLifted: { of: [], audience: 'group', payload: carries<OfGroup>() },
  memberJoined: { of: ['member', 'group'], audience: 'group', payload: carries<Joined>() },
  /**
   * `reason: 'account-deleted'` also removes the person's messages and events, and may follow an earlier removal from the group.
   * `group` is absent once the group is deleted.
   */
  memberLeft: { of: [], also: ['group'], audience: 'group', payload: carries<Left>() },
  groupDeleted: { of: [], audience: 'group', payload: carries<OfGroup>() },
  /** A member's name, picture or role changed. */
  memberUpdated: { of: ['member'], audience: 'group', payload: carries<OfGroup & { readonly member: MemberView }>() },
  groupJoined: { of: [], also: ['ownGroup'], audience: 'person', payload: carries<OwnGroup>() },
  /** The person's own role changed, and with it what they may see of the group. */
  ownGroupUpdated: { of: [], also: ['ownGroup'], audience: 'person', payload: carries<OwnGroup>() },
  groupLeft: {
    of: [],
    audience: 'person',
    payload: carries<OfGroup & { readonly reason: 'left' | 'removed' | 'deleted' }>(),
  },

  /** Holds the preferences that changed. */
  groupPreferencesUpdated: { of: [], audience: 'person', payload: carries<OfGroup & GroupPreferences>() },
  /** Activity was opened. */
  activityRead: { of: [], audience: 'person', payload: carries<{ readonly upTo: string }>() },
  notificationsUpdated: { of: [], audience: 'person', payload: carries<NotificationSettings>() },
  groupRead: { of: [], audience: 'person', payload: carries<OfGroup & { readonly messageId: string }>() },

  /** `user` is absent once the account is deleted. */
  accountUpdated: {
    of: [],
    also: ['user'],
    audience: 'person',
    payload: carries<OfUser & { readonly user?: UserView }>(),
  },
  /** A browser of the person signed in or out. */
  sessionsUpdated: { of: [], audience: 'person', payload: carries<OfUser>() },
} as const satisfies Frames;

/** Names of the frames that count in a sequence. */
export type FrameName = keyof typeof frames;

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

export { groupAudience, sessionsAudience, userAudience } from './kernel/audiences.ts';
