import type { GroupSettings } from '../events/group.ts';
import type { LinkPreview, MessageFile, MessageKind } from '../events/message.ts';
import type { Collection } from '../ports/read-store.ts';
import type { Role } from '../wire/views.ts';

/**
 * The documents of the read models: written by projections alone, read by the query service and by policies. Instants are UTC,
 * ISO 8601. Personal texts are `null` when their key was destroyed before the document was built.
 */

export type UserDocument = {
  readonly id: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly pictureId: string | null;
  readonly profileComplete: boolean;
  readonly createdAt: string;
  /** Sessions that started at or before this instant have ended, but the excepted one. */
  readonly sessionsRevokedAt: string | null;
  readonly sessionExcepted: string | null;
};
/** Id: hash of the token. */
export type SessionDocument = {
  readonly id: string;
  readonly userId: string;
  readonly startedAt: string;
  readonly expiresAt: string;
};

export type GroupDocument = {
  readonly id: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly imageId: string | null;
  readonly ownerId: string;
  readonly settings: GroupSettings;
  readonly inviteCode: string;
  readonly sixDigitCode: string;
  readonly memberCount: number;
  readonly createdAt: string;
};
/** Id: {@link membershipId}. `rank` orders owner first, then by joining: `{0|1}{position of joining}`. */
export type MembershipDocument = {
  readonly id: string;
  readonly groupId: string;
  readonly userId: string;
  readonly role: Role;
  readonly joinedAt: string;
  readonly joinedPosition: string;
  readonly rank: string;
};
/** Id: {@link ownGroupId}. */
export type ColorDocument = {
  readonly id: string;
  readonly userId: string;
  readonly groupId: string;
  readonly colorIndex: number;
};
/** Id: {@link ownGroupId}. */
export type PinDocument = { readonly id: string; readonly userId: string; readonly groupId: string };
/** Id: {@link ownGroupId}. */
export type ReadMarkerDocument = {
  readonly id: string;
  readonly userId: string;
  readonly groupId: string;
  readonly messageId: string;
  readonly order: string;
};

/** `ownerKey` is {@link ownerKeyOf} the entry: what a range query names. */
export type EntryDocument = {
  readonly id: string;
  readonly ownerKey: string;
  readonly groupId: string;
  readonly creatorId: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly location: string | null;
  readonly date: string;
  readonly time: string;
  readonly timeZone: string;
  readonly duration: number;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly createdAt: string;
  readonly revision: number;
};

/** `order` is the log position of its posting. The message that announces an entry has the entry's id and kind `entry`. */
export type MessageDocument = {
  readonly id: string;
  readonly groupId: string;
  readonly senderId: string;
  readonly kind: MessageKind;
  readonly order: string;
  readonly postedAt: string;
  readonly text: string | null;
  readonly replyTo: string | null;
  readonly file: MessageFile | null;
  readonly fileName: string | null;
  readonly edited: boolean;
  readonly deleted: boolean;
  readonly previews: readonly LinkPreview[] | null;
};
/** Id: {@link reactionId}. `senderId` wrote the message: an erased person's messages take their reactions along. */
export type ReactionDocument = {
  readonly id: string;
  readonly messageId: string;
  readonly groupId: string;
  readonly senderId: string;
  readonly userId: string;
  readonly emoji: string;
  readonly at: string;
};

/** Id: the message's, for files and images; {@link linkMediaId} for links. `groupKind` is {@link groupKindOf}. */
export type MediaDocument = {
  readonly id: string;
  readonly messageId: string;
  readonly groupId: string;
  readonly senderId: string;
  readonly groupKind: string;
  readonly postedAt: string;
  readonly order: string;
  /** Only of links; files are described by their message. */
  readonly url: string | null;
};

/** `messageId` only of files of messages. */
export type FileDocument = {
  readonly id: string;
  readonly ownerId: string;
  readonly groupId: string | null;
  readonly messageId?: string;
  readonly purpose: string;
  readonly mimeType: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly name: string | null;
};

export type ReportDocument = {
  readonly id: string;
  readonly messageId: string;
  readonly groupId: string;
  readonly reporterId: string;
  readonly reportedUserId: string;
  readonly reason: string;
  readonly description: string | null;
  readonly evidence: string | null;
  readonly messageKind: string;
  readonly messagePostedAt: string;
  readonly createdAt: string;
  readonly status: 'pending' | 'reviewed';
};

export const collections = {
  users: { name: 'users', indexes: [] },
  sessions: { name: 'sessions', indexes: [['userId']] },
  groups: { name: 'groups', indexes: [['imageId']] },
  memberships: {
    name: 'memberships',
    indexes: [
      ['groupId', 'rank'],
      ['userId', 'joinedPosition'],
    ],
  },
  colors: { name: 'colors', indexes: [['userId'], ['groupId']] },
  pins: { name: 'pins', indexes: [['userId'], ['groupId']] },
  readMarkers: { name: 'readMarkers', indexes: [['userId'], ['groupId']] },
  entries: {
    name: 'entries',
    // The end lies in the index, so that what does not overlap is passed over without its document being read.
    indexes: [['ownerKey', 'startsAt', 'endsAt'], ['creatorId']],
  },
  messages: { name: 'messages', indexes: [['groupId', 'order'], ['senderId']] },
  reactions: {
    name: 'reactions',
    indexes: [['messageId', 'at'], ['userId'], ['groupId'], ['senderId']],
  },
  media: {
    name: 'media',
    indexes: [['groupKind', 'postedAt'], ['messageId'], ['senderId'], ['groupId']],
  },
  files: { name: 'files', indexes: [['ownerId'], ['groupId']] },
  reports: {
    name: 'reports',
    indexes: [['status', 'createdAt'], ['messageId'], ['reporterId'], ['reportedUserId'], ['groupId']],
  },
} as const satisfies { readonly [name: string]: Collection };

export type CollectionName = keyof typeof collections;
