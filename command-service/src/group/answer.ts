import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { ROLES } from '@quorum/contracts/kernel/permissions.ts';
import type { Refusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Group } from '@quorum/domain/group/group.ts';
import { personJoin } from '@quorum/service-kit/reads/account.ts';
import { groupDocument, groupView } from '@quorum/service-kit/reads/group.ts';
import type { Accepted } from '../handling/aggregates.ts';
import { fromAggregates, refuseRepeat } from '../handling/answer.ts';
import type { DecideContext } from '../handling/context.ts';

/** The group view for the sender of a command. @param origin begins the invite link. */
export const answerGroup = async (
  context: DecideContext,
  accepted: Accepted<Group>,
  viewerId: string,
  origin: string,
): Promise<GroupView | Refusal> => {
  const { state: group } = accepted;
  const refusal = await refuseRepeat(context, accepted, group.id, viewerId);
  if (refusal !== undefined) return refusal;
  const members = firstMembers(group);
  const userIds = members.map(({ userId }) => userId);
  const people = await personJoin(fromAggregates(context), userIds);
  const role = group.members.get(viewerId)?.role ?? 'member';
  return groupView(groupDocument(group), { userId: viewerId, role }, members, { people, origin });
};

/** Owner and admins first, then by joining. */
const firstMembers = ({ members }: Group) =>
  ROLES.flatMap((role) => [...members].filter(([, member]) => member.role === role))
    .slice(0, limits.memberPage)
    .map(([userId, member]) => ({ userId, ...member }));
