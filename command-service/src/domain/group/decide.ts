import type { GroupSettings } from '@quorum/contracts/events/group.ts';
import { rules } from '@quorum/contracts/wire/policy.ts';
import { type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Decision } from '../aggregate.ts';
import { type Group, standing } from './group.ts';

const existing = (group: Group): Refusal | undefined =>
  group.status === 'active' ? undefined : refuse('group/not-found');

export const decideCreate = (
  group: Group,
  created: {
    groupId: string;
    ownerId: string;
    name: string;
    description: string;
    settings: GroupSettings;
    inviteCode: string;
    sixDigitCode: string;
    imageId: string | null;
  },
): Decision => (group.status === 'none' ? [{ type: 'GroupCreated', data: created }] : []);

export const decideChangeDetails = (
  group: Group,
  actorId: string,
  details: { name: string; description: string },
): Decision => {
  const refusal = existing(group) ?? rules.editDetails(standing(group, actorId));
  if (refusal !== undefined) return refusal;
  if (group.name === details.name && group.description === details.description) return [];
  return [{ type: 'GroupDetailsChanged', data: { groupId: group.id, ...details } }];
};

export const decideChangeImage = (group: Group, actorId: string, fileId: string): Decision =>
  existing(group) ??
  rules.editDetails(standing(group, actorId)) ?? [{ type: 'GroupImageChanged', data: { groupId: group.id, fileId } }];

export const decideRemoveImage = (group: Group, actorId: string): Decision =>
  existing(group) ??
  rules.editDetails(standing(group, actorId)) ??
  (group.imageId === null ? [] : [{ type: 'GroupImageRemoved', data: { groupId: group.id } }]);

export const decideChangeSettings = (group: Group, actorId: string, changed: Partial<GroupSettings>): Decision => {
  const refusal = existing(group) ?? rules.changeSettings(standing(group, actorId));
  if (refusal !== undefined) return refusal;
  const settings = { ...group.settings, ...changed };
  const same = (Object.keys(settings) as (keyof GroupSettings)[]).every((key) => settings[key] === group.settings[key]);
  return same ? [] : [{ type: 'GroupSettingsChanged', data: { groupId: group.id, settings } }];
};

export const decideJoin = (group: Group, userId: string, via: 'code' | 'link'): Decision => {
  if (group.status !== 'active') return refuse(via === 'code' ? 'invite/code-unknown' : 'invite/link-unknown');
  if (group.members.has(userId)) return refuse('group/already-a-member');
  return [{ type: 'MemberJoined', data: { groupId: group.id, userId, via } }];
};

export const decideLeave = (group: Group, userId: string): Decision =>
  existing(group) ??
  rules.leaveGroup(standing(group, userId)) ?? [
    { type: 'MemberLeft', data: { groupId: group.id, userId, reason: 'own-wish' } },
  ];

const onMember = (group: Group, actorId: string, targetId: string) => ({
  ...standing(group, actorId),
  targetId,
  targetRole: group.members.get(targetId)?.role,
});

export const decideRemoveMember = (group: Group, actorId: string, userId: string): Decision =>
  existing(group) ??
  rules.removeMember(onMember(group, actorId, userId)) ?? [
    { type: 'MemberRemoved', data: { groupId: group.id, userId, by: actorId } },
  ];

export const decideChangeRole = (group: Group, actorId: string, userId: string, role: 'admin' | 'member'): Decision => {
  const refusal = existing(group) ?? rules.changeRoles(onMember(group, actorId, userId));
  if (refusal !== undefined) return refusal;
  if (group.members.get(userId)?.role === role) return [];
  return [{ type: 'MemberRoleChanged', data: { groupId: group.id, userId, role } }];
};

export const decideTransfer = (group: Group, actorId: string, to: string): Decision => {
  const refusal = existing(group) ?? rules.transferOwnership(onMember(group, actorId, to));
  if (refusal !== undefined) return refusal;
  if (to === group.ownerId) return [];
  return [{ type: 'OwnershipTransferred', data: { groupId: group.id, from: group.ownerId, to, reason: 'own-wish' } }];
};

export const decideDelete = (group: Group, actorId: string, confirmationName: string): Decision => {
  const refusal = existing(group) ?? rules.deleteGroup(standing(group, actorId));
  if (refusal !== undefined) return refusal;
  if (confirmationName !== group.name) return refuse('group/name-mismatch');
  return [{ type: 'GroupDeleted', data: { groupId: group.id, reason: 'own-wish' } }];
};

/**
 * A person whose account is gone leaves a group: an owner's group passes to the member who joined first, or ends when
 * nobody else is in it.
 */
export const decideDepart = (group: Group, userId: string): Decision => {
  if (group.status !== 'active' || !group.members.has(userId)) return [];
  const left = { type: 'MemberLeft', data: { groupId: group.id, userId, reason: 'account-deleted' } } as const;
  if (group.ownerId !== userId) return [left];
  const heir = [...group.members.keys()].find((memberId) => memberId !== userId);
  if (heir === undefined) return [{ type: 'GroupDeleted', data: { groupId: group.id, reason: 'account-deleted' } }];
  return [
    { type: 'OwnershipTransferred', data: { groupId: group.id, from: userId, to: heir, reason: 'account-deleted' } },
    left,
  ];
};
