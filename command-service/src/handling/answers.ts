import type { UserView } from '@quorum/contracts/account/wire.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { GroupPreview, InvitationView } from '@quorum/contracts/invite/wire.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { rules } from '@quorum/contracts/kernel/permissions.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import type { ReportView } from '@quorum/contracts/report/wire.ts';
import { type Entry, entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { type Group, standing } from '@quorum/domain/group/group.ts';
import { type Message, messageDecider } from '@quorum/domain/message/decider.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import type { Report } from '@quorum/domain/report/decider.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { User } from '@quorum/domain/user/user.ts';
import type { FileScope } from '@quorum/service-kit/ports/file-links.ts';
import { type Link, type People, userView } from '@quorum/service-kit/reads/account.ts';
import { type EntryDocument, eventView, ownerKeyOf } from '@quorum/service-kit/reads/entry.ts';
import { type GroupDocument, groupView } from '@quorum/service-kit/reads/group.ts';
import { groupPreview } from '@quorum/service-kit/reads/invite.ts';
import { type MessageDocument, messageView } from '@quorum/service-kit/reads/message.ts';
import { reportView } from '@quorum/service-kit/reads/report.ts';
import type { Accepted } from './aggregates.ts';
import type { Context } from './context.ts';

type Signing = Pick<Context, 'fileLinks' | 'clock'>;

/** What a response's view takes. */
export type Presenting = Signing & Pick<Context, 'aggregates'>;

/** A viewer without an account. */
const NOBODY = 'nobody';

/** Views for command responses, built from the aggregates so that they never wait for a projection. */

export const linkOf = ({ fileLinks, clock }: Pick<Context, 'fileLinks' | 'clock'>, scope: FileScope): Link => {
  const now = clock.now();
  return (fileId) => fileLinks.sign(fileId, scope, now);
};

/** File addresses for what a person sees in a group or in My Schedule. */
const memberLink = (context: Signing, viewerId: string, groupId: string): Link =>
  linkOf(context, groupId === MY_SCHEDULE ? { kind: 'own', viewerId } : { kind: 'member', viewerId, groupId });

/** @returns undefined for a deleted person. */
const loadPerson = async ({ aggregates }: Pick<Context, 'aggregates'>, userId: string): Promise<User | undefined> => {
  const user = await aggregates.load(userDecider, userStream(userId));
  return user.status === 'active' ? user : undefined;
};

/** Names and pictures of people, for command responses. */
const loadPeople = async (context: Pick<Context, 'aggregates'>, userIds: Iterable<string>): Promise<People> => {
  const users = await Promise.all([...new Set(userIds)].map((userId) => loadPerson(context, userId)));
  return new Map(users.filter((user) => user !== undefined).map((user) => [user.id, user]));
};

/**
 * Refuses a repeated command whose sender has left the group since, because the response would reveal the group's current state.
 */
const refuseRepeat = async (
  { aggregates }: Pick<Context, 'aggregates'>,
  { repeated }: Pick<Accepted<unknown>, 'repeated'>,
  groupId: string,
  actorId: string,
): Promise<Refusal | undefined> =>
  repeated ? rules.readGroup(standing(await aggregates.load(groupDecider, groupStream(groupId)), actorId)) : undefined;

/** The group view for the sender of a command. @param origin begins the invite link. */
export const answerGroup = async (
  context: Presenting,
  accepted: Accepted<Group>,
  viewerId: string,
  origin: string,
): Promise<GroupView | Refusal> => {
  const { state: group } = accepted;
  const refusal = await refuseRepeat(context, accepted, group.id, viewerId);
  if (refusal !== undefined) return refusal;
  const members = firstMembers(group);
  const people = await loadPeople(context, [group.ownerId, ...members.map((member) => member.userId)]);
  const document: GroupDocument = { ...group, memberCount: group.members.size, departures: 0 };
  const role = group.members.get(viewerId)?.role ?? 'member';
  const link = memberLink(context, viewerId, group.id);
  return groupView(document, { userId: viewerId, role }, members, { people, link, origin });
};

/** Owner first, then by joining. */
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

/** The entry view for the sender of a command. */
export const answerEntry = async (
  context: Presenting,
  accepted: Accepted<Entry>,
  viewerId: string,
): Promise<{ readonly event: EventView } | Refusal> => {
  const { state: entry } = accepted;
  const refusal =
    entry.groupId === MY_SCHEDULE ? undefined : await refuseRepeat(context, accepted, entry.groupId, viewerId);
  return refusal ?? { event: await viewOfEntry(context, entry, viewerId) };
};

const viewOfEntry = async (context: Presenting, entry: Entry, viewerId: string): Promise<EventView> => {
  const { aggregates } = context;
  const creator = await loadPerson(context, entry.creatorId);
  const groupName =
    entry.groupId === MY_SCHEDULE ? '' : ((await aggregates.load(groupDecider, groupStream(entry.groupId))).name ?? '');
  const document: EntryDocument = { ...entry, ownerKey: ownerKeyOf(entry) };
  return eventView(document, groupName, creator, memberLink(context, viewerId, entry.groupId));
};

/** The message view for the sender of a command. */
export const answerMessage = async (
  context: Presenting,
  accepted: Accepted<Message>,
  viewerId: string,
): Promise<{ readonly message: MessageView } | Refusal> =>
  (await refuseRepeat(context, accepted, accepted.state.groupId, viewerId)) ?? {
    message: await viewOfMessage(context, accepted.state, viewerId),
  };

const documentOf = (message: Message): MessageDocument => ({ ...message, deleted: message.status === 'deleted' });

const viewOfMessage = async (context: Presenting, message: Message, viewerId: string): Promise<MessageView> => {
  const { aggregates } = context;
  const entry = message.kind === 'entry' ? await aggregates.load(entryDecider, entryStream(message.id)) : undefined;
  const joins = {
    sender: await loadPerson(context, message.senderId),
    reactions: [...message.reactions.values()],
    entry: entry?.status === 'scheduled' ? await viewOfEntry(context, entry, viewerId) : undefined,
    replyTo: message.replyTo === null ? null : await viewOfReplied(context, message.replyTo, viewerId),
  };
  return messageView(documentOf(message), joins, memberLink(context, viewerId, message.groupId));
};

/** A reply shows the message it replies to, but not that message's own reply. */
const viewOfReplied = async (context: Presenting, messageId: string, viewerId: string): Promise<MessageView | null> => {
  const replied = await context.aggregates.load(messageDecider, messageStream(messageId));
  return replied.status === 'none' ? null : viewOfMessage(context, { ...replied, replyTo: null }, viewerId);
};

/** A group as an invited person sees it. */
export const answerPreview = async (context: Presenting, group: Group, viewerId: string): Promise<GroupPreview> => {
  const owner = (await loadPeople(context, [group.ownerId])).get(group.ownerId);
  const facts = { ...group, memberCount: group.members.size, departures: 0 };
  const link = linkOf(context, { kind: 'guest', viewerId, groupId: group.id });
  return groupPreview(facts, owner, group.members.has(viewerId), link);
};

/** A group as anyone with its link sees it. */
export const answerInvitation = async (context: Presenting, group: Group): Promise<InvitationView> => {
  const { _id, name, imageUrl, memberCount, createdBy } = await answerPreview(context, group, NOBODY);
  return { _id, name, imageUrl, memberCount, createdBy };
};

/** The person's own account after a command. */
export const answerUser = (context: Signing, { state }: Pick<Accepted<User>, 'state'>): UserView =>
  userView(state, linkOf(context, { kind: 'own', viewerId: state.id }));

/** A report as its reporter sees it. */
export const answerReport = ({
  state: { facts, createdAt },
}: Accepted<Report>): { readonly report: ReportView } | Refusal => {
  return facts === undefined ? refuse('message/not-found') : { report: reportView(facts, createdAt) };
};
