import type { EntryDocument, GroupDocument, MessageDocument } from '@quorum/contracts/documents/collections.ts';
import { ownerKeyOf } from '@quorum/contracts/documents/keys.ts';
import { eventView, groupView, messageView, type People } from '@quorum/contracts/documents/present.ts';
import { entryStream, PERSONAL_GROUP } from '@quorum/contracts/events/entry.ts';
import { groupStream } from '@quorum/contracts/events/group.ts';
import { messageStream } from '@quorum/contracts/events/message.ts';
import { limits } from '@quorum/contracts/wire/limits.ts';
import { rules } from '@quorum/contracts/wire/policy.ts';
import type { Refusal } from '@quorum/contracts/wire/refusals.ts';
import type { EventView, GroupView, MessageView } from '@quorum/contracts/wire/views.ts';
import { type Entry, entryAggregate } from '../domain/entry/entry.ts';
import { type Group, groupAggregate, standing } from '../domain/group/group.ts';
import { type Message, messageAggregate } from '../domain/message/message.ts';
import type { Accepted } from './aggregates.ts';
import type { Context } from './context.ts';
import { loadPeople } from './people.ts';

/** Answers of commands, built from the aggregates themselves, so that they never wait for a projection. */

export const linkOf = ({ fileLinks, clock }: Pick<Context, 'fileLinks' | 'clock'>) => {
  const now = clock.now();
  return (fileId: string): string => fileLinks.sign(fileId, now);
};

/** @param viewerId a member of the group. */
export const answerGroup = async (
  context: Context,
  group: Group,
  viewerId: string,
  origin: string,
): Promise<GroupView> => {
  const members = firstMembers(group);
  const people = await loadPeople(context, [group.ownerId, ...members.map((member) => member.userId)]);
  const document: GroupDocument = { ...group, memberCount: group.members.size };
  const role = group.members.get(viewerId)?.role ?? 'member';
  return groupView(document, { userId: viewerId, role }, members, people, linkOf(context), origin);
};

/**
 * The refusal for a repeated command whose sender has left the group since: the answer would tell of the group as it is now.
 */
export const refuseRepeat = async (
  { aggregates }: Pick<Context, 'aggregates'>,
  { repeated }: Pick<Accepted<unknown>, 'repeated'>,
  groupId: string,
  actorId: string,
): Promise<Refusal | undefined> =>
  repeated
    ? rules.readGroup(standing(await aggregates.load(groupAggregate, groupStream(groupId)), actorId))
    : undefined;

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

export const answerEntry = async (context: Context, entry: Entry): Promise<EventView> => {
  const { aggregates } = context;
  const people = await loadPeople(context, [entry.creatorId]);
  const groupName =
    entry.groupId === PERSONAL_GROUP
      ? ''
      : ((await aggregates.load(groupAggregate, groupStream(entry.groupId))).name ?? '');
  const document: EntryDocument = {
    ...entry,
    ownerKey: ownerKeyOf(entry),
  };
  return eventView(document, groupName, people.get(entry.creatorId), linkOf(context));
};

const documentOf = (message: Message): MessageDocument => ({ ...message, deleted: message.status === 'deleted' });

export const answerMessage = async (context: Context, message: Message, people?: People): Promise<MessageView> => {
  const { aggregates } = context;
  const known = people ?? (await loadPeople(context, [message.senderId]));
  const entry = message.kind === 'entry' ? await aggregates.load(entryAggregate, entryStream(message.id)) : undefined;
  const answered =
    message.replyTo === null ? undefined : await aggregates.load(messageAggregate, messageStream(message.replyTo));
  return messageView(
    documentOf(message),
    {
      sender: known.get(message.senderId),
      reactions: [...message.reactions.values()],
      entry: entry?.status === 'scheduled' ? await answerEntry(context, entry) : undefined,
      // A reply shows the message it answers, not the whole chain before that.
      replyTo:
        answered === undefined || answered.status === 'none'
          ? null
          : await answerMessage(context, { ...answered, replyTo: null }),
    },
    linkOf(context),
  );
};
