import type { PersonView, UserView } from '@quorum/contracts/account/wire.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { GroupView, MemberView, SharedGroupView } from '@quorum/contracts/group/wire.ts';
import type { GroupPreview } from '@quorum/contracts/invite/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { Role } from '@quorum/contracts/kernel/permissions.ts';
import { rules } from '@quorum/contracts/kernel/permissions.ts';
import type { LinkPreview } from '@quorum/contracts/message/link-preview.ts';
import type { LinkPreviewView, MessageView, NoticeView, ReactionView } from '@quorum/contracts/message/wire.ts';
import type { ReportView } from '@quorum/contracts/report/wire.ts';
import { encodeEventMessage } from '@quorum/contracts/text/event-markers.ts';
import { lastTwoDigits } from '@quorum/contracts/text/phone.ts';
import type { DataOf } from '@quorum/domain/event-catalogue.ts';
import type {
  EntryDocument,
  GroupDocument,
  MessageDocument,
  NoticeDocument,
  ReactionDocument,
  UserDocument,
} from './collections.ts';

/**
 * Turns documents into views. Queries, the gateway and commands (which first bring aggregate state into document form) share it,
 * so that a thing looks the same wherever it comes from. Pure; the caller joins names and pictures.
 */

/** Turns a file id into an address that a browser can load. */
export type Link = (fileId: string) => string;

type UserFacts = Omit<UserDocument, 'sessionsRevokedAt' | 'sessionExcepted'>;
type PersonFacts = Pick<UserDocument, 'id' | 'firstName' | 'lastName' | 'pictureId' | 'phone'>;

/** The person's own account; nobody else gets this view. */
export const userView = (user: UserFacts, link: Link): UserView => ({
  _id: user.id,
  id: user.id,
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  email: user.email ?? '',
  phoneNumber: user.phone ?? '',
  profilePictureUrl: user.pictureId === null ? null : link(user.pictureId),
  profileComplete: user.profileComplete,
  createdAt: user.createdAt,
  ...phoneChangeOf(user),
});

type Name = { readonly firstName: string; readonly lastName: string };

/** Empty for a deleted person, or before they enter a name. */
export const nameOf = (person: Partial<Pick<PersonFacts, 'firstName' | 'lastName'>> | undefined): Name => ({
  firstName: person?.firstName ?? '',
  lastName: person?.lastName ?? '',
});

const phoneChangeOf = ({ waitingPhone }: UserFacts): Pick<UserView, 'phoneChange'> => {
  // A number whose key was destroyed never takes effect.
  if (waitingPhone === null || waitingPhone.phone === null) return {};
  const { phone, effectiveAt } = waitingPhone;
  return { phoneChange: { phoneNumber: lastTwoDigits(phone), effectiveAt } };
};

/** A deleted person has no name; the client shows `Unknown User`. */
export const personView = (userId: string, person: PersonFacts | undefined, link: Link): PersonView => {
  const name = nameOf(person);
  const isNamed = name.firstName !== '' || name.lastName !== '';
  return {
    _id: userId,
    id: userId,
    ...name,
    profilePictureUrl: person?.pictureId ? link(person.pictureId) : null,
    ...(isNamed || !person?.phone ? {} : { phoneNumber: lastTwoDigits(person.phone) }),
  };
};

export type MemberFacts = { readonly userId: string; readonly role: Role; readonly joinedAt: string };
export type People = { get(userId: string): PersonFacts | undefined };

export const memberView = (member: MemberFacts, people: People, link: Link): MemberView => ({
  userId: personView(member.userId, people.get(member.userId), link),
  role: member.role,
  joinedAt: member.joinedAt,
});

/** What a group's view joins. `origin` begins the invite link; if empty, the link is relative. */
export type GroupJoins = { readonly people: People; readonly link: Link; readonly origin: string };

/** The part that is the same for every viewer. @param mayInvite whether to include the invitation. */
const sharedPart = (
  group: GroupDocument,
  mayInvite: boolean,
  { people, link, origin }: GroupJoins,
): SharedGroupView => ({
  _id: group.id,
  name: group.name ?? '',
  description: group.description ?? '',
  imageUrl: group.imageId === null ? null : link(group.imageId),
  createdBy: personView(group.ownerId, people.get(group.ownerId), link),
  createdAt: group.createdAt,
  memberCount: group.memberCount,
  settings: group.settings,
  revision: group.revision,
  ...(mayInvite
    ? { inviteCode: group.inviteCode, inviteLink: `${origin}/${group.inviteCode}`, sixDigitCode: group.sixDigitCode }
    : {}),
});

/** As any member may see it. */
export const sharedGroupView = (group: GroupDocument, joins: GroupJoins): SharedGroupView => {
  const asMember = { actorId: '', role: 'member', settings: group.settings } as const;
  return sharedPart(group, rules.invite(asMember) === undefined, joins);
};

/**
 * @param viewer the member who looks. Without the right to invite, the invitation is left out.
 * @param members the first page, owner first.
 */
export const groupView = (
  group: GroupDocument,
  viewer: { readonly userId: string; readonly role: Role },
  members: readonly MemberFacts[],
  joins: GroupJoins,
): GroupView => {
  const mayInvite = rules.invite({ actorId: viewer.userId, role: viewer.role, settings: group.settings }) === undefined;
  return {
    ...sharedPart(group, mayInvite, joins),
    role: viewer.role,
    isAlreadyMember: true,
    members: members.map((member) => memberView(member, joins.people, joins.link)),
  };
};

/** What an invited person may see of the group before joining. @param owner absent if deleted. */
export const groupPreview = (
  group: Omit<GroupDocument, 'settings' | 'revision'>,
  owner: PersonFacts | undefined,
  isAlreadyMember: boolean,
  link: Link,
): GroupPreview => ({
  _id: group.id,
  name: group.name ?? '',
  description: group.description ?? '',
  imageUrl: group.imageId === null ? null : link(group.imageId),
  memberCount: group.memberCount,
  createdBy: nameOf(owner),
  isAlreadyMember,
});

/** @param groupName empty for personal entries. */
export const eventView = (
  entry: EntryDocument,
  groupName: string,
  creator: PersonFacts | undefined,
  link: Link,
): EventView => ({
  _id: entry.id,
  id: entry.id,
  name: entry.name ?? '',
  description: entry.description ?? '',
  location: entry.location ?? '',
  date: entry.date,
  time: entry.time,
  timeZone: entry.timeZone,
  duration: entry.duration,
  startsAt: entry.startsAt,
  endsAt: entry.endsAt,
  groupId: entry.groupId,
  groupName,
  isMyQEvent: entry.groupId === MY_SCHEDULE,
  createdBy: entry.creatorId,
  creator: personView(entry.creatorId, creator, link),
  revision: entry.revision,
});

/** Reactions to one message: each emoji once, in order of first use. */
export const reactionViews = (
  reactions: readonly Pick<ReactionDocument, 'emoji' | 'userId'>[],
): readonly ReactionView[] => {
  const users = new Map<string, string[]>();
  for (const { emoji, userId } of reactions) {
    const known = users.get(emoji);
    if (known === undefined) users.set(emoji, [userId]);
    else known.push(userId);
  }
  return [...users].map(([emoji, ids]) => ({ emoji, users: ids, count: ids.length }));
};

export const DELETED_CONTENT = '[This message was deleted]';

export type MessageJoins = {
  readonly sender: PersonFacts | undefined;
  readonly reactions: readonly Pick<ReactionDocument, 'emoji' | 'userId'>[];
  /** The entry that a message of kind `entry` announces; absent once it is deleted. */
  readonly entry?: EventView | undefined;
  readonly replyTo: MessageView | null;
};

/** Turns the file ids of a preview into addresses. */
export const linkPreviewView = ({ image, favicon, ...said }: LinkPreview, link: Link): LinkPreviewView => ({
  ...said,
  ...(image === undefined ? {} : { image: link(image) }),
  ...(favicon === undefined ? {} : { favicon: link(favicon) }),
});

type FileFacts = NonNullable<MessageDocument['file']>;

/** A file as shown in a chat and in a group's media. */
export const fileView = (file: FileFacts, fileName: string | null, link: Link) => ({
  fileUrl: link(file.fileId),
  ...(file.previewId === undefined ? {} : { previewUrl: link(file.previewId) }),
  fileName: fileName ?? '',
  fileSize: file.size,
  mimeType: file.mimeType,
  ...(file.width === undefined ? {} : { width: file.width }),
  ...(file.height === undefined ? {} : { height: file.height }),
});

/** The content of a message that was not deleted. */
const saidView = (message: MessageDocument, { entry, reactions }: MessageJoins, link: Link) => ({
  content: entry === undefined ? (message.text ?? '') : encodeEventMessage(entry),
  ...(message.file === null ? {} : fileView(message.file, message.fileName, link)),
  isEdited: message.edited,
  reactions: reactionViews(reactions),
  linkPreviews: (message.previews ?? []).map((preview) => linkPreviewView(preview, link)),
});

/** A deleted message, or one whose entry was deleted, shows only that it existed. */
export const messageView = (message: MessageDocument, joins: MessageJoins, link: Link): MessageView => {
  const isEvent = message.kind === 'entry';
  const isGone = message.deleted || (isEvent && joins.entry === undefined);
  return {
    _id: message.id,
    groupId: message.groupId,
    senderId: personView(message.senderId, joins.sender, link),
    type: message.kind === 'entry' ? 'text' : message.kind,
    createdAt: message.postedAt,
    isDeleted: isGone,
    isEvent,
    replyTo: joins.replyTo,
    order: message.order,
    ...(isGone
      ? { content: DELETED_CONTENT, isEdited: false, reactions: [], linkPreviews: [] }
      : saidView(message, joins, link)),
  };
};

/** @param person absent if deleted. */
export const noticeView = (
  { id, groupId, kind, userId, entry, at, order }: NoticeDocument,
  person: PersonFacts | undefined,
  link: Link,
): NoticeView => ({
  _id: id,
  groupId,
  kind,
  person: personView(userId, person, link),
  ...(entry === null
    ? {}
    : {
        event: {
          name: entry.name ?? '',
          from: entry.from,
          ...(entry.to === null ? {} : { to: entry.to }),
        },
      }),
  createdAt: at,
  order,
});

/** A report as its reporter sees it. */
export const reportView = (
  { reportId, reason, description, messageId, messageKind, evidence, messagePostedAt }: DataOf<'MessageReported'>,
  createdAt: string,
): ReportView => ({
  _id: reportId,
  createdAt,
  reason,
  description: description ?? '',
  messageId: { _id: messageId, type: messageKind, content: evidence ?? '', createdAt: messagePostedAt },
});
