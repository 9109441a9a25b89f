import type { InGroup } from '@quorum/contracts/kernel/permissions.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { type GroupDocument, type MembershipDocument, membershipId } from '@quorum/service-kit/reads/group.ts';
import type { Reading } from '../reading/context.ts';

/** Maximum number of groups per person in lists and calendars. */
export const MAX_GROUPS = 1000;

export type Standing = { readonly group: GroupDocument; readonly facts: InGroup };

/** A rule over the caller's standing in a group. */
export type GroupRule = (facts: InGroup) => Refusal | undefined;

/** A group and the caller's standing in it, or the permission's refusal. */
export const standingIn = async (
  { reads }: Reading,
  groupId: string | undefined,
  actorId: string,
  permission: GroupRule,
): Promise<Standing | Refusal> => {
  if (groupId === undefined) return refuse('group/not-a-member');
  const { active } = reads;
  const id = membershipId(groupId, actorId);
  const [group, membership] = await Promise.all([active.get('groups', groupId), active.get('memberships', id)]);
  if (group === undefined) return refuse('group/not-a-member');
  const facts = { actorId, role: membership?.role, settings: group.settings };
  return permission(facts) ?? { group, facts };
};

/** Memberships of a person, in joining order. */
export const membershipsOf = ({ reads }: Reading, userId: string): Promise<readonly MembershipDocument[]> =>
  reads.active.query('memberships', {
    where: { userId },
    order: { field: 'joinedPosition', direction: 'asc' },
    limit: MAX_GROUPS,
  });

type Wanted = { readonly groupId: string | undefined; readonly actorId: string };

/** Checks a route's permission against the caller's standing in a group, and answers with the group. */
export const inGroup = async <R>(
  context: Reading,
  { groupId, actorId }: Wanted,
  permission: GroupRule,
  answer: (standing: Standing) => Promise<R>,
): Promise<R | Refusal> => {
  const standing = await standingIn(context, groupId, actorId, permission);
  return isRefusal(standing) ? standing : answer(standing);
};
