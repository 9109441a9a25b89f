import type { GroupsView, GroupView } from '@quorum/contracts/group/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { groupView } from '@quorum/service-kit/reads/group.ts';
import { ownGroupId } from '@quorum/service-kit/reads/preferences.ts';
import { countChanges, MAX_UNREAD, type Reader, seenActivity, unseenSince } from '../activity/items.ts';
import { type Context, loadPeople, type Reading } from '../reading/context.ts';
import { groupSequences } from './group-sequences.ts';
import { firstMembers } from './members.ts';
import { membershipsOf, type Standing } from './membership.ts';
import { countUnread } from './unread.ts';

const MEMBERS_IN_LISTS = 5;

/** Undecided polls of several groups. */
const MAX_POLLS = 1000;

const readMarker = ({ reads }: Reading, userId: string, groupId: string) =>
  reads.active.get('readMarkers', ownGroupId(userId, groupId));

/** When the first message of a chat was posted. */
const chatBeganAt = async ({ reads }: Reading, groupId: string): Promise<string | null> => {
  const [first] = await reads.active.query('messages', {
    where: { groupId },
    order: { field: 'postedAt', direction: 'asc' },
    limit: 1,
  });
  return first?.postedAt ?? null;
};

/** Groups asked for in one query. */
const GROUPS_PER_QUERY = 50;

/** The ids of undecided polls by group, the newest first. */
const undecidedIn = async ({ reads }: Reading, groupIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> => {
  const found = new Map<string, string[]>();
  for (let from = 0; from < groupIds.length; from += GROUPS_PER_QUERY) {
    const where = { groupId: groupIds.slice(from, from + GROUPS_PER_QUERY), state: ['open', 'closed'] };
    const polls = await reads.active.query('polls', { where, limit: MAX_POLLS });
    for (const { id, groupId } of polls.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)))
      found.set(groupId, [...(found.get(groupId) ?? []), id]);
  }
  return found;
};

type Timed = Pick<Context, 'reads' | 'clock'>;

/** All groups of a person, most recently joined first, with unread counts and the first members. */
export const myGroups = async (context: Timed, userId: string, origin: string): Promise<GroupsView> => {
  const { sequences } = await groupSequences(context, userId);
  const [memberships, readUpTo] = await Promise.all([membershipsOf(context, userId), seenActivity(context, userId)]);
  const reader = { userId, memberships, readUpTo, now: context.clock.now() };
  const [{ groups, unseenMentions }, changesUnread] = await Promise.all([
    presentGroups(context, reader, origin),
    countChanges(context, reader),
  ]);
  return { groups, activityUnread: Math.min(changesUnread + unseenMentions, MAX_UNREAD), changesUnread, sequences };
};

const presentGroups = async (context: Reading, reader: Reader, origin: string) => {
  const { userId } = reader;
  const memberships = reader.memberships.toReversed();
  const groupIds = memberships.map(({ groupId }) => groupId);
  const [groups, polls, markers] = await Promise.all([
    context.reads.active.getMany('groups', groupIds),
    undecidedIn(context, groupIds),
    context.reads.active.getMany(
      'readMarkers',
      groupIds.map((groupId) => ownGroupId(userId, groupId)),
    ),
  ]);
  const details = await Promise.all(
    memberships.map(async (membership) => {
      const marker = markers.get(ownGroupId(userId, membership.groupId));
      const [members, firstMessageAt, unread] = await Promise.all([
        firstMembers(context, membership.groupId, MEMBERS_IN_LISTS),
        chatBeganAt(context, membership.groupId),
        countUnread(context, membership, { marker, seenUpTo: unseenSince(reader) }),
      ]);
      return { membership, members, marker, firstMessageAt, ...unread };
    }),
  );
  const people = await loadPeople(
    context,
    details
      .flatMap(({ members }) => members.map((member) => member.userId))
      .concat([...groups.values()].map((group) => group.ownerId)),
  );
  const views = details.flatMap(({ membership, members, marker, firstMessageAt, unread }): GroupView[] => {
    const group = groups.get(membership.groupId);
    if (group === undefined) return [];
    const view = groupView(group, { userId, role: membership.role }, members, {
      people,
      origin,
    });
    const undecided = polls.get(group.id);
    const lastReadMessageId = marker?.messageId ?? null;
    return [{ ...view, ...unread, ...(undecided && { polls: undecided }), firstMessageAt, lastReadMessageId }];
  });
  return { groups: views, unseenMentions: details.reduce((sum, { unseenMentions }) => sum + unseenMentions, 0) };
};

export const oneGroup = async (context: Reading, { group, facts }: Standing, origin: string): Promise<GroupView> => {
  const [members, polls, marker] = await Promise.all([
    firstMembers(context, group.id, limits.memberPage),
    undecidedIn(context, [group.id]),
    readMarker(context, facts.actorId, group.id),
  ]);
  const people = await loadPeople(context, [group.ownerId, ...members.map((member) => member.userId)]);
  const viewer = { userId: facts.actorId, role: facts.role ?? 'member' };
  const view = groupView(group, viewer, members, {
    people,
    origin,
  });
  const undecided = polls.get(group.id);
  return { ...view, ...(undecided && { polls: undecided }), lastReadMessageId: marker?.messageId ?? null };
};
