import type { EntryDocument, GroupDocument, MessageDocument } from '@quorum/contracts/documents/collections.ts';
import { ownerKeyOf } from '@quorum/contracts/documents/keys.ts';
import { eventView, groupPreview, groupView, messageView, userView } from '@quorum/contracts/documents/present.ts';
import { entryStream, PERSONAL_GROUP } from '@quorum/contracts/events/entry.ts';
import { groupStream } from '@quorum/contracts/events/group.ts';
import { messageStream } from '@quorum/contracts/events/message.ts';
import { limits } from '@quorum/contracts/wire/limits.ts';
import { rules } from '@quorum/contracts/wire/policy.ts';
import { type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type {
  EventView,
  GroupPreview,
  GroupView,
  MessageView,
  ReportView,
  UserView,
} from '@quorum/contracts/wire/views.ts';
import { type Entry, entryAggregate } from '../domain/entry/entry.ts';
import { type Group, groupAggregate, standing } from '../domain/group/group.ts';
import { type Message, messageAggregate } from '../domain/message/message.ts';
import type { Report } from '../domain/report/report.ts';
import type { User } from '../domain/user/user.ts';
import type { Accepted } from './aggregates.ts';
import type { Context } from './context.ts';
import { loadPeople, loadPerson } from './people.ts';

/** Answers of commands, built from the aggregates themselves, so that they never wait for a projection. */

export const linkOf = ({ fileLinks, clock }: Pick<Context, 'fileLinks' | 'clock'>) => {
  const now = clock.now();
  return (fileId: string): string => fileLinks.sign(fileId, now);
};

/**
 * The refusal for a repeated command whose sender has left the group since: the answer would tell of the group as it is now.
 */
const refuseRepeat = async (
  { aggregates }: Pick<Context, 'aggregates'>,
  { repeated }: Pick<Accepted<unknown>, 'repeated'>,
  groupId: string,
  actorId: string,
): Promise<Refusal | undefined> =>
  repeated
    ? rules.readGroup(standing(await aggregates.load(groupAggregate, groupStream(groupId)), actorId))
    : undefined;

/** What a command made of a group, for the person who sent it. @param origin begins the invite link. */
export const answerGroup = async (
  context: Context,
  accepted: Accepted<Group>,
  viewerId: string,
  origin: string,
): Promise<GroupView | Refusal> => {
  const { state: group } = accepted;
  const refusal = await refuseRepeat(context, accepted, group.id, viewerId);
  if (refusal !== undefined) return refusal;
  const members = firstMembers(group);
  const people = await loadPeople(context, [group.ownerId, ...members.map((member) => member.userId)]);
  const document: GroupDocument = { ...group, memberCount: group.members.size };
  const role = group.members.get(viewerId)?.role ?? 'member';
  return groupView(document, { userId: viewerId, role }, members, people, linkOf(context), origin);
};

/** Owner first, then in the order of joining. */
const firstMembers = (group: Group) => {
  const members: { userId: string; role: 'owner' | 'admin' | 'member'; joinedAt: string }[] = [];
  const owner = group.members.get(group.ownerId);
  if (owner !== undefined) members.push({ userId: group.ownerId, ...owner });
  for (const [userId, member] of group.members) {
    if (members.length === limits.memberPage) break;
    if (userId !== group.ownerId) members.push({ userId, ...member });
  }
  return members;
};

/** What a command made of a calendar entry, for the person who sent it. */
export const answerEntry = async (
  context: Context,
  accepted: Accepted<Entry>,
  viewerId: string,
): Promise<EventView | Refusal> => {
  const { state: entry } = accepted;
  const refusal =
    entry.groupId === PERSONAL_GROUP ? undefined : await refuseRepeat(context, accepted, entry.groupId, viewerId);
  return refusal ?? viewOfEntry(context, entry);
};

const viewOfEntry = async (context: Context, entry: Entry): Promise<EventView> => {
  const { aggregates } = context;
  const creator = await loadPerson(context, entry.creatorId);
  const groupName =
    entry.groupId === PERSONAL_GROUP
      ? ''
      : ((await aggregates.load(groupAggregate, groupStream(entry.groupId))).name ?? '');
  const document: EntryDocument = { ...entry, ownerKey: ownerKeyOf(entry) };
  return eventView(document, groupName, creator, linkOf(context));
};

/** What a command made of a message, for the person who sent it. */
export const answerMessage = async (
  context: Context,
  accepted: Accepted<Message>,
  viewerId: string,
): Promise<MessageView | Refusal> =>
  (await refuseRepeat(context, accepted, accepted.state.groupId, viewerId)) ?? viewOfMessage(context, accepted.state);

const documentOf = (message: Message): MessageDocument => ({ ...message, deleted: message.status === 'deleted' });

const viewOfMessage = async (context: Context, message: Message): Promise<MessageView> => {
  const { aggregates } = context;
  const sender = await loadPerson(context, message.senderId);
  const entry = message.kind === 'entry' ? await aggregates.load(entryAggregate, entryStream(message.id)) : undefined;
  const answered =
    message.replyTo === null ? undefined : await aggregates.load(messageAggregate, messageStream(message.replyTo));
  return messageView(
    documentOf(message),
    {
      sender,
      reactions: [...message.reactions.values()],
      entry: entry?.status === 'scheduled' ? await viewOfEntry(context, entry) : undefined,
      // A reply shows the message it answers, not the whole chain before that.
      replyTo:
        answered === undefined || answered.status === 'none'
          ? null
          : await viewOfMessage(context, { ...answered, replyTo: null }),
    },
    linkOf(context),
  );
};

/** A group as somebody sees it who was invited. */
export const answerPreview = async (context: Context, group: Group, viewerId: string): Promise<GroupPreview> => {
  const owner = (await loadPeople(context, [group.ownerId])).get(group.ownerId);
  const facts = { ...group, memberCount: group.members.size };
  return groupPreview(facts, owner, group.members.has(viewerId), linkOf(context));
};

/** The own account after a command. */
export const answerUser = (context: Context, { state }: Pick<Accepted<User>, 'state'>): UserView =>
  userView(state, linkOf(context));

/** A report as its reporter sees it. */
export const answerReport = ({ state: { facts, createdAt } }: Accepted<Report>): ReportView | Refusal => {
  if (facts === undefined) return refuse('message/not-found');
  const { reportId, reason, description, messageId, messageKind, evidence, messagePostedAt } = facts;
  const message = { _id: messageId, type: messageKind, content: evidence ?? '', createdAt: messagePostedAt };
  return { _id: reportId, createdAt, reason, description: description ?? '', messageId: message };
};
