import type { AuditKind } from '@quorum/contracts/audit/kinds.ts';
import type { AuditFacts } from '@quorum/contracts/audit/wire.ts';
import type { Role } from '@quorum/contracts/kernel/permissions.ts';
import type { EventSpan, NoticeKind } from '@quorum/contracts/message/wire.ts';
import type { Entry } from '@quorum/domain/entry/decider.ts';
import type { Group } from '@quorum/domain/group/group.ts';
import type { Message } from '@quorum/domain/message/decider.ts';
import type { MessageFile } from '@quorum/domain/message/events.ts';
import type { ReportedEntry } from '@quorum/domain/report/events.ts';
import type { Collection } from '../ports/read-store.ts';

/**
 * The documents of the read models. Only projections write them; the query service and process managers read them. Instants are
 * UTC, ISO 8601. Personal texts are `null` if their key was destroyed before the document was built.
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
  /** Sessions that started at or before this instant have ended, except `except`. */
  readonly sessionsRevokedAt: string | null;
  readonly sessionExcepted: string | null;
  /** The number the account gets at `effectiveAt`, unless stopped. */
  readonly waitingPhone: { readonly phone: string | null; readonly effectiveAt: string } | null;
};
/** A pending change of number. Id: the person's. */
export type PhoneChangeDocument = { readonly id: string; readonly status: 'waiting'; readonly effectiveAt: string };
/** Id: hash of the token. */
export type SessionDocument = {
  readonly id: string;
  readonly userId: string;
  readonly device: string | null;
  readonly startedAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string;
};

/** `revision` includes events about members. */
export type GroupDocument = Omit<Group, 'status' | 'members' | 'removed'> & {
  readonly memberCount: number;
  /** How many times someone left or was removed. */
  readonly departures: number;
};
/** Id: the length of the counted codes. */
export type JoinCodeCountDocument = { readonly id: string; readonly taken: number };
/** Id: {@link membershipId}. `rank` sorts the owner first, then by joining: `{0|1}{position of joining}`. */
export type MembershipDocument = {
  readonly id: string;
  readonly groupId: string;
  readonly userId: string;
  readonly role: Role;
  readonly joinedAt: string;
  readonly joinedPosition: string;
  readonly rank: string;
};
/** Someone removed and not let back in. Id: {@link membershipId}. */
export type RemovalDocument = {
  readonly id: string;
  readonly groupId: string;
  readonly userId: string;
  readonly removedAt: string;
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

/** `ownerKey` is {@link ownerKeyOf} the entry, and is what range queries name. */
export type EntryDocument = Omit<Entry, 'status'> & { readonly ownerKey: string };

/** `order` is the log position of its posting. A message that announces an entry has the entry's id and kind `entry`. */
export type MessageDocument = Omit<Message, 'status' | 'removed' | 'reactions'> & { readonly deleted: boolean };
/**
 * One notice of a chat: an entry was moved or cancelled, or a member joined, left or was removed. Id: its event's. `order` is the
 * event's log position, as with messages. `userId` is the actor, or the member. `entry` has the entry's name and time at that
 * moment; `to` only if it was moved.
 */
export type NoticeDocument = {
  readonly id: string;
  readonly groupId: string;
  readonly kind: NoticeKind;
  readonly userId: string;
  readonly order: string;
  readonly at: string;
  readonly entryId: string | null;
  readonly entry: { readonly name: string | null; readonly from: EventSpan; readonly to: EventSpan | null } | null;
};
/** Id: {@link reactionId}. `senderId` is the message's sender, so that erasing them also removes reactions to their messages. */
export type ReactionDocument = {
  readonly id: string;
  readonly messageId: string;
  readonly groupId: string;
  readonly senderId: string;
  readonly userId: string;
  readonly emoji: string;
  readonly at: string;
};

/** Id: the message's for files and images, {@link linkMediaId} for links. `groupKind` is {@link groupKindOf}. */
export type MediaDocument = {
  readonly id: string;
  readonly messageId: string;
  readonly groupId: string;
  readonly senderId: string;
  readonly groupKind: string;
  readonly postedAt: string;
  readonly order: string;
  /** Only for links; files are described by their message. */
  readonly url: string | null;
};

/** `messageId` only for files of messages. */
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
  readonly file: MessageFile | null;
  readonly fileName: string | null;
  readonly entry: ReportedEntry | null;
  readonly createdAt: string;
  readonly status: 'pending' | 'reviewed';
  /** The administrator's note with the decision. */
  readonly notes: string | null;
};

/** Id: the setting's key. */
export type ConfigurationDocument = { readonly id: string; readonly value: string; readonly updatedAt: string };

/**
 * One event of the log as the audit history lists it. Id: its position. `at`: milliseconds since 1970. The actor is a person
 * (`actorId`) or a part of the product (`actor`). `causedBy`: the event that a process manager reacted to. No name or user text is
 * stored here, and nothing that can be derived, because there is one of these for nearly every event.
 */
export type AuditDocument = {
  readonly id: string;
  readonly at: number;
  readonly kind: AuditKind;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly eventId: string;
  readonly correlationId: string;
  readonly groupId?: string;
  readonly actorId?: string;
  readonly actor?: string;
  readonly userId?: string;
  readonly causedBy?: string;
  readonly facts: AuditFacts;
};

/** Id: the subject and the index of the word. `words`: the name from that word on, in lower case. */
export type NameDocument = {
  readonly id: string;
  readonly kind: 'person' | 'group';
  readonly subject: string;
  readonly name: string;
  readonly words: string;
};

export const collections = {
  users: { name: 'users', indexes: [] },
  phoneChanges: { name: 'phoneChanges', indexes: [['status', 'effectiveAt']] },
  sessions: { name: 'sessions', indexes: [['userId']] },
  groups: { name: 'groups', indexes: [['imageId'], ['ownerId']] },
  joinCodeCounts: { name: 'joinCodeCounts', indexes: [] },
  memberships: {
    name: 'memberships',
    indexes: [
      ['groupId', 'rank'],
      ['userId', 'joinedPosition'],
    ],
  },
  removals: { name: 'removals', indexes: [['groupId', 'removedAt'], ['userId']] },
  colors: { name: 'colors', indexes: [['userId'], ['groupId']] },
  pins: { name: 'pins', indexes: [['userId'], ['groupId']] },
  readMarkers: { name: 'readMarkers', indexes: [['userId'], ['groupId']], holds: { userId: 'id', groupId: 'id' } },
  entries: {
    name: 'entries',
    // The index includes the end, so that entries that do not overlap are skipped without reading their documents.
    indexes: [['ownerKey', 'startsAt', 'endsAt'], ['creatorId']],
  },
  messages: {
    name: 'messages',
    indexes: [['groupId', 'order'], ['senderId']],
    holds: { id: 'id', groupId: 'id', senderId: 'id', order: 'position' },
  },
  notices: { name: 'notices', indexes: [['groupId', 'order'], ['userId', 'kind'], ['entryId']] },
  reactions: {
    name: 'reactions',
    indexes: [['messageId', 'at'], ['userId'], ['groupId'], ['senderId']],
    holds: { messageId: 'id', userId: 'id', groupId: 'id', senderId: 'id' },
  },
  media: {
    name: 'media',
    indexes: [['groupKind', 'postedAt'], ['messageId'], ['senderId'], ['groupId']],
    holds: { messageId: 'id', senderId: 'id', groupId: 'id' },
  },
  files: { name: 'files', indexes: [['ownerId'], ['groupId']] },
  reports: {
    name: 'reports',
    indexes: [['status', 'createdAt'], ['messageId'], ['reporterId'], ['reportedUserId'], ['groupId']],
  },
  configuration: { name: 'configuration', indexes: [] },
  names: { name: 'names', indexes: [['kind', 'words'], ['subject']] },
  audit: {
    name: 'audit',
    // Every filter is combined with a kind, or with each kind in turn. That halves the number of indexes.
    indexes: [
      ['kind', 'at'],
      ['groupId', 'kind', 'at'],
      ['actorId', 'kind', 'at'],
      ['userId', 'kind', 'at'],
      ['actorId', 'groupId', 'kind', 'at'],
      ['userId', 'groupId', 'kind', 'at'],
      ['correlationId'],
    ],
    holds: { id: 'position', groupId: 'id', actorId: 'id', userId: 'id', correlationId: 'id' },
  },
} as const satisfies { readonly [name: string]: Collection };

export type CollectionName = keyof typeof collections;

/** Which document is in which collection. */
type Documents = {
  readonly users: UserDocument;
  readonly phoneChanges: PhoneChangeDocument;
  readonly sessions: SessionDocument;
  readonly groups: GroupDocument;
  readonly joinCodeCounts: JoinCodeCountDocument;
  readonly memberships: MembershipDocument;
  readonly removals: RemovalDocument;
  readonly colors: ColorDocument;
  readonly pins: PinDocument;
  readonly readMarkers: ReadMarkerDocument;
  readonly entries: EntryDocument;
  readonly messages: MessageDocument;
  readonly notices: NoticeDocument;
  readonly reactions: ReactionDocument;
  readonly media: MediaDocument;
  readonly files: FileDocument;
  readonly reports: ReportDocument;
  readonly configuration: ConfigurationDocument;
  readonly audit: AuditDocument;
  readonly names: NameDocument;
};

export type DocumentOf<C extends CollectionName> = Documents[C];
