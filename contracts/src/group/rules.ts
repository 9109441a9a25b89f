import {
  allowIf,
  type InGroup,
  leader,
  leads,
  member,
  memberWith,
  type OnMember,
  owner,
} from '../kernel/permissions.ts';

export const limits = {
  groupName: 50,
  groupDescription: 200,
  /** Per account. */
  newGroupsPerDay: 20,
  ownedGroups: 100,
  memberPage: 50,
  maxMemberPage: 200,
} as const;

export const NOT_A_MEMBER = 'You are not a member of this group';
export const REMOVED_FROM_GROUP = 'You were removed from this group';

export const refusals = {
  'group/not-a-member': [403, NOT_A_MEMBER],
  'group/already-a-member': [409, 'You are already a member of this group'],
  'group/name-mismatch': [400, 'Group name does not match'],
  'group/owner-cannot-leave': [
    403,
    'Group owners cannot leave their own group. Transfer ownership or delete the group instead.',
  ],
  'group/member-not-found': [404, 'This person is not a member of the group'],
  'group/cannot-remove-owner': [403, 'The owner cannot be removed from the group'],
  'group/cannot-remove-self': [403, 'You cannot remove yourself. Leave the group instead.'],
  'group/cannot-change-owner-role': [400, 'The owner’s role cannot be changed'],
  'group/too-many-today': [429, 'You can create up to 20 groups a day. Please try again later.'],
  'group/too-many-owned': [409, 'You can own up to 100 groups. Delete one or transfer it to someone else first.'],
  'group/new-owner-has-too-many': [409, 'This person already owns 100 groups'],
  'group/removed': [403, REMOVED_FROM_GROUP],
  'group/not-removed': [404, 'This person is not among the removed members'],
} as const;

export const permissions = {
  readGroup: member,
  editDetails: memberWith('allowMembersEditGroupDetails'),
  changeSettings: owner,
  changeRoles: (facts: OnMember) =>
    owner(facts) ??
    allowIf(facts.targetRole !== undefined, 'group/member-not-found') ??
    allowIf(facts.targetRole !== 'owner', 'group/cannot-change-owner-role'),
  transferOwnership: (facts: OnMember) =>
    owner(facts) ?? allowIf(facts.targetRole !== undefined, 'group/member-not-found'),
  deleteGroup: owner,
  leaveGroup: (facts: InGroup) => member(facts) ?? allowIf(facts.role !== 'owner', 'group/owner-cannot-leave'),
  /** The owner removes anyone else; an admin removes plain members. */
  removeMember: (facts: OnMember) =>
    member(facts) ??
    allowIf(leads(facts.role)) ??
    allowIf(facts.targetRole !== undefined, 'group/member-not-found') ??
    allowIf(facts.targetRole !== 'owner', 'group/cannot-remove-owner') ??
    allowIf(facts.targetId !== facts.actorId, 'group/cannot-remove-self') ??
    allowIf(facts.role === 'owner' || facts.targetRole === 'member'),
  /** Who may see removed members and let them back in. */
  manageRemoved: leader,
} as const;
