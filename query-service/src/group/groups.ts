import type { GroupsView, GroupView } from '@quorum/contracts/group/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { groupView } from '@quorum/service-kit/reads/group.ts';
import { ownGroupId } from '@quorum/service-kit/reads/preferences.ts';
import { loadPeople, type Reading } from '../reading/context.ts';
import { groupSequences } from './group-sequences.ts';
import { firstMembers } from './members.ts';
import { membershipsOf, type Standing } from './membership.ts';
import { countUnread } from './unread.ts';

const MEMBERS_IN_LISTS = 5;

const readMarker = ({ reads }: Reading, userId: string, groupId: string) =>
  reads.active.get('readMarkers', ownGroupId(userId, groupId));

/** All groups of a person, most recently joined first, with unread counts and the first members. */
export const myGroups = async (context: Reading, userId: string, origin: string): Promise<GroupsView> => {
  const { sequences } = await groupSequences(context, userId);
  return { groups: await presentGroups(context, userId, origin), sequences };
};

const presentGroups = async (context: Reading, userId: string, origin: string): Promise<GroupView[]> => {
  const memberships = [...(await membershipsOf(context, userId))].reverse();
  const groupIds = memberships.map(({ groupId }) => groupId);
  const [groups, markers] = await Promise.all([
    context.reads.active.getMany('groups', groupIds),
    context.reads.active.getMany(
      'readMarkers',
      groupIds.map((groupId) => ownGroupId(userId, groupId)),
    ),
  ]);
  const details = await Promise.all(
    memberships.map(async (membership) => {
      const marker = markers.get(ownGroupId(userId, membership.groupId));
      const [members, unread] = await Promise.all([
        firstMembers(context, membership.groupId, MEMBERS_IN_LISTS),
        countUnread(context, membership, marker),
      ]);
      return { membership, members, marker, unread };
    }),
  );
  const people = await loadPeople(
    context,
    details
      .flatMap(({ members }) => members.map((member) => member.userId))
      .concat([...groups.values()].map((group) => group.ownerId)),
  );
  return details.flatMap(({ membership, members, marker, unread }) => {
    const group = groups.get(membership.groupId);
    if (group === undefined) return [];
    const view = groupView(group, { userId, role: membership.role }, members, {
      people,
      origin,
    });
    return [{ ...view, ...unread, lastReadMessageId: marker?.messageId ?? null }];
  });
};

export const oneGroup = async (context: Reading, { group, facts }: Standing, origin: string): Promise<GroupView> => {
  const [members, marker] = await Promise.all([
    firstMembers(context, group.id, limits.memberPage),
    readMarker(context, facts.actorId, group.id),
  ]);
  const people = await loadPeople(context, [group.ownerId, ...members.map((member) => member.userId)]);
  const viewer = { userId: facts.actorId, role: facts.role ?? 'member' };
  const view = groupView(group, viewer, members, {
    people,
    origin,
  });
  return { ...view, lastReadMessageId: marker?.messageId ?? null };
};
