import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { groupAudience, type ServerFrames, sessionsAudience, userAudience } from '@quorum/contracts/socket.ts';
import type { EventType } from '@quorum/domain/event-catalogue.ts';
import type { EventOf, StoredEvent } from '@quorum/domain/stored-event.ts';
import type { Scalar } from '@quorum/service-kit/ports/read-store.ts';

/** What an audience must hear, without its sequence number. Kinds are the names of the socket's frames. */
export type ThinChange = {
  readonly audience: string;
  readonly kind: keyof ServerFrames;
  readonly data: { readonly [name: string]: Scalar };
};

type Data = ThinChange['data'];
type Rules = { readonly [T in EventType]?: (event: EventOf<T>) => readonly ThinChange[] };

const toGroup = (kind: ThinChange['kind'], groupId: string, data: Data = {}): ThinChange => ({
  audience: groupAudience(groupId),
  kind,
  data: { groupId, ...data },
});

const toUser = (kind: ThinChange['kind'], userId: string, data: Data): ThinChange => ({
  audience: userAudience(userId),
  kind,
  data,
});

/** Sequenced separately from what the person's clients hear, because clients count without gaps. */
const sessionEnded = (userId: string, data: Data): ThinChange => ({
  audience: sessionsAudience(userId),
  kind: 'sessionEnded',
  data: { userId, ...data },
});

const sessionsUpdated = (userId: string): ThinChange => toUser('sessionsUpdated', userId, { userId });

/** Only the creator knows of a personal entry, and no message announces it. */
const entryChange = (
  kind: 'eventCreated' | 'eventUpdated' | 'eventDeleted',
  { data }: { readonly data: { readonly entryId: string; readonly groupId: string; readonly creatorId: string } },
  ofMessage?: (groupId: string, messageId: string) => ThinChange,
): readonly ThinChange[] => {
  const { entryId, groupId, creatorId } = data;
  if (groupId === MY_SCHEDULE) return [toUser(kind, creatorId, { groupId, eventId: entryId })];
  const change = toGroup(kind, groupId, { eventId: entryId });
  return ofMessage === undefined ? [change] : [change, ofMessage(groupId, entryId)];
};

/** The notice in the chat, with the event's id. */
const chatNotice = (event: {
  readonly id: string;
  readonly data: { readonly groupId: string };
}): readonly ThinChange[] =>
  event.data.groupId === MY_SCHEDULE ? [] : [toGroup('chatNotice', event.data.groupId, { noticeId: event.id })];

const messageUpdated = (groupId: string, messageId: string): ThinChange =>
  toGroup('messageUpdated', groupId, { messageId });
const messageDeleted =
  (isEvent: boolean) =>
  (groupId: string, messageId: string): ThinChange =>
    toGroup('messageDeleted', groupId, { messageId, isEvent });

const accountUpdated = (
  userId: string,
  aspect: 'email' | 'name' | 'picture' | 'profile' | 'phone' | 'deleted',
): ThinChange => toUser('accountUpdated', userId, { userId, aspect });

const groupUpdated = ({ data }: { readonly data: { readonly groupId: string } }): readonly ThinChange[] => [
  toGroup('groupUpdated', data.groupId),
];

/** A person with a new role may see more or less of the group than before. Nothing changes for the others. */
const roleChanged = (groupId: string, userId: string): readonly ThinChange[] => [
  memberUpdated(groupId, userId),
  toUser('ownGroupUpdated', userId, { groupId }),
];

const rules: Rules = {
  EmailChanged: ({ data }) => [accountUpdated(data.userId, 'email')],
  NameChanged: ({ data }) => [accountUpdated(data.userId, 'name')],
  PictureChanged: ({ data }) => [accountUpdated(data.userId, 'picture')],
  ProfileCompleted: ({ data }) => [accountUpdated(data.userId, 'profile')],
  PhoneChangeScheduled: ({ data }) => [accountUpdated(data.userId, 'phone')],
  PhoneChangeStopped: ({ data }) => [accountUpdated(data.userId, 'phone')],
  PhoneChanged: ({ data }) => [accountUpdated(data.userId, 'phone')],
  AccountDeleted: ({ data }) => [
    accountUpdated(data.userId, 'deleted'),
    sessionEnded(data.userId, { reason: 'account-deleted' }),
  ],
  SessionStarted: ({ data }) => [sessionsUpdated(data.userId)],
  /** Without `sessionId`: every session of the person except `except`. */
  SessionsRevoked: ({ data }) => [
    sessionsUpdated(data.userId),
    sessionEnded(data.userId, { reason: 'revoked', ...(data.except === null ? {} : { except: data.except }) }),
  ],
  SessionEnded: ({ data }) => [
    sessionsUpdated(data.userId),
    sessionEnded(data.userId, { sessionId: data.sessionId, reason: data.reason }),
  ],

  GroupCreated: ({ data }) => [toUser('groupJoined', data.ownerId, { groupId: data.groupId })],
  GroupDetailsChanged: ({ data }) => [
    toGroup('groupUpdated', data.groupId),
    toGroup('groupNameUpdatedInEvents', data.groupId),
  ],
  GroupImageChanged: groupUpdated,
  GroupImageRemoved: groupUpdated,
  GroupSettingsChanged: groupUpdated,
  RemovalLifted: ({ data }) => [toGroup('removalLifted', data.groupId)],
  InvitationRenewed: ({ data }) => [toGroup('invitationRenewed', data.groupId)],
  MemberRoleChanged: ({ data }) => roleChanged(data.groupId, data.userId),
  OwnershipTransferred: ({ data }) => [
    toGroup('groupUpdated', data.groupId),
    ...roleChanged(data.groupId, data.from),
    ...roleChanged(data.groupId, data.to),
  ],
  MemberJoined: (event) => [
    toGroup('memberJoined', event.data.groupId, { userId: event.data.userId }),
    toUser('groupJoined', event.data.userId, { groupId: event.data.groupId }),
    ...chatNotice(event),
  ],
  MemberLeft: (event) => [
    toGroup('memberLeft', event.data.groupId, {
      userId: event.data.userId,
      reason: event.data.reason === 'own-wish' ? 'left' : event.data.reason,
    }),
    toUser('groupLeft', event.data.userId, { groupId: event.data.groupId, reason: 'left' }),
    ...chatNotice(event),
  ],
  MemberRemoved: (event) => [
    toGroup('memberLeft', event.data.groupId, { userId: event.data.userId, reason: 'removed' }),
    toUser('groupLeft', event.data.userId, { groupId: event.data.groupId, reason: 'removed' }),
    ...chatNotice(event),
  ],
  GroupDeleted: ({ data }) => [toGroup('groupDeleted', data.groupId)],

  EntryScheduled: (event) => entryChange('eventCreated', event),
  EntryDetailsChanged: (event) => entryChange('eventUpdated', event, messageUpdated),
  EntryRescheduled: (event) => [...entryChange('eventUpdated', event, messageUpdated), ...chatNotice(event)],
  EntryCancelled: (event) => [...entryChange('eventDeleted', event, messageDeleted(true)), ...chatNotice(event)],

  MessagePosted: ({ data }) => [toGroup('newMessage', data.groupId, { messageId: data.messageId })],
  MessageEdited: ({ data }) => [messageUpdated(data.groupId, data.messageId)],
  LinkPreviewsResolved: ({ data }) => [messageUpdated(data.groupId, data.messageId)],
  MessageDeleted: ({ data }) => [messageDeleted(false)(data.groupId, data.messageId)],
  MessageRemoved: ({ data }) => [messageDeleted(false)(data.groupId, data.messageId)],
  ReactionAdded: ({ data }) => [
    toGroup('messageReaction', data.groupId, {
      messageId: data.messageId,
      emoji: data.emoji,
      userId: data.userId,
      action: 'add',
    }),
  ],
  ReactionRemoved: ({ data }) => [
    toGroup('messageReaction', data.groupId, {
      messageId: data.messageId,
      emoji: data.emoji,
      userId: data.userId,
      action: 'remove',
    }),
  ],

  GroupColorChosen: ({ data }) => [
    toUser('colorPreferencesUpdated', data.userId, { groupId: data.groupId, colorIndex: data.colorIndex }),
  ],
  GroupPinned: ({ data }) => [toUser('pinPreferencesUpdated', data.userId, { groupId: data.groupId, isPinned: true })],
  GroupUnpinned: ({ data }) => [
    toUser('pinPreferencesUpdated', data.userId, { groupId: data.groupId, isPinned: false }),
  ],
  GroupRead: ({ data }) => [toUser('groupRead', data.userId, { groupId: data.groupId, messageId: data.messageId })],
};

/**
 * The person who looks different to others after an event; `undefined` for most events. People without a name are shown by the
 * last digits of their number.
 */
export const changedPerson = (event: StoredEvent): string | undefined => {
  switch (event.type) {
    case 'NameChanged':
    case 'PictureChanged':
    case 'PhoneChanged':
      return event.data.userId;
    default:
      return undefined;
  }
};

/** What a person's group hears when the person's name, picture or role changes. */
export const memberUpdated = (groupId: string, userId: string): ThinChange =>
  toGroup('memberUpdated', groupId, { userId });

/** Who must hear what about an event: ids and small values, never personal text. */
export const changesOf = (event: StoredEvent): readonly ThinChange[] => {
  const rule = rules[event.type] as ((event: StoredEvent) => readonly ThinChange[]) | undefined;
  return rule === undefined ? [] : rule(event);
};
