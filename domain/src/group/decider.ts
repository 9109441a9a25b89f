import type { GroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Decider, Decision } from '../decider.ts';
import type { DataOf, DomainEvent } from '../event-catalogue.ts';
import { evolveGroup, type Group, noGroup } from './group.ts';

export type Invitation = { readonly kind: 'code' | 'link'; readonly value: string };
/** Codes that were reserved for the group. */
type Codes = Pick<DataOf<'GroupCreated'>, 'inviteCode' | 'sixDigitCode'>;

export type GroupCommand =
  | { readonly type: 'CreateGroup'; readonly group: DataOf<'GroupCreated'> }
  | { readonly type: 'ChangeDetails'; readonly name: string; readonly description: string }
  | { readonly type: 'ChangeImage'; readonly fileId: string }
  | { readonly type: 'RemoveImage' }
  | { readonly type: 'ChangeSettings'; readonly settings: Partial<GroupSettings> }
  | { readonly type: 'RenewInvitation'; readonly codes: Codes }
  | { readonly type: 'Join'; readonly invitation: Invitation }
  | { readonly type: 'Leave' }
  | { readonly type: 'RemoveMember'; readonly userId: string; readonly withEvents: boolean }
  | { readonly type: 'LetBackIn'; readonly userId: string }
  | { readonly type: 'ChangeRole'; readonly userId: string; readonly role: 'admin' | 'member' }
  | { readonly type: 'TransferOwnership'; readonly userId: string }
  /** @param confirmationName the group's name, typed as confirmation. */
  | { readonly type: 'DeleteGroup'; readonly confirmationName: string }
  /** The actor's account was deleted. */
  | { readonly type: 'Depart' };

export type GroupFacts = {
  readonly actorId: string;
  /** The new owner would exceed the limit of owned groups. */
  readonly newOwnerHasTooMany?: boolean;
};

const changeDetails = (
  group: Group,
  details: Pick<DataOf<'GroupDetailsChanged'>, 'name' | 'description'>,
): Decision => {
  if (group.name === details.name && group.description === details.description) return [];
  return [{ type: 'GroupDetailsChanged', data: { groupId: group.id, ...details } }];
};

const changeSettings = (group: Group, changed: Partial<GroupSettings>): Decision => {
  const settings = { ...group.settings, ...changed };
  const same = (Object.keys(settings) as (keyof GroupSettings)[]).every((key) => settings[key] === group.settings[key]);
  return same ? [] : [{ type: 'GroupSettingsChanged', data: { groupId: group.id, settings } }];
};

const renewInvitation = ({ id: groupId, inviteCode, sixDigitCode }: Group, codes: Codes): Decision => {
  const previous = { previousInviteCode: inviteCode, previousSixDigitCode: sixDigitCode };
  return [{ type: 'InvitationRenewed', data: { groupId, ...codes, ...previous } }];
};

/** A removed member cannot rejoin with any code or link. */
export const refuseRemoved = (group: Group, userId: string): Refusal | undefined =>
  group.removed.has(userId) ? refuse('group/removed') : undefined;

/** Whether this code or link leads to the group now. Old codes stop working at once when they are renewed. */
export const refuseInvitation = (group: Group, { kind, value }: Invitation): Refusal | undefined => {
  const current = kind === 'code' ? group.sixDigitCode : group.inviteCode;
  if (group.status === 'active' && current === value) return undefined;
  return refuse(kind === 'code' ? 'invite/code-unknown' : 'invite/link-unknown');
};

const join = (group: Group, userId: string, invitation: Invitation): Decision => {
  const refusal = refuseInvitation(group, invitation) ?? refuseRemoved(group, userId);
  if (refusal !== undefined) return refusal;
  if (group.members.has(userId)) return refuse('group/already-a-member');
  return [{ type: 'MemberJoined', data: { groupId: group.id, userId, via: invitation.kind } }];
};

const removeMember = (
  groupId: string,
  { userId, withEvents }: Extract<GroupCommand, { type: 'RemoveMember' }>,
  by: string,
): Decision => [{ type: 'MemberRemoved', data: { groupId, userId, by, withEvents } }];

const letBackIn = (group: Group, userId: string): Decision =>
  group.removed.has(userId)
    ? [{ type: 'RemovalLifted', data: { groupId: group.id, userId, reason: 'let-back-in' } }]
    : refuse('group/not-removed');

const transfer = (group: Group, to: string, { newOwnerHasTooMany }: GroupFacts): Decision => {
  if (to === group.ownerId) return [];
  if (newOwnerHasTooMany === true) return refuse('group/new-owner-has-too-many');
  return [{ type: 'OwnershipTransferred', data: { groupId: group.id, from: group.ownerId, to, reason: 'own-wish' } }];
};

/**
 * Removes a deleted account from the members or the list of removed members. If it was the owner, the earliest member becomes the
 * owner; without other members the group is deleted.
 */
const depart = (group: Group, userId: string): readonly DomainEvent[] => {
  const groupId = group.id;
  const reason = 'account-deleted';
  if (group.status !== 'active') return [];
  if (group.removed.has(userId)) return [{ type: 'RemovalLifted', data: { groupId, userId, reason } }];
  if (!group.members.has(userId)) return [];
  const left: DomainEvent = { type: 'MemberLeft', data: { groupId, userId, reason } };
  if (group.ownerId !== userId) return [left];
  const heir = group.members.keySeq().find((memberId) => memberId !== userId);
  if (heir === undefined) return [{ type: 'GroupDeleted', data: { groupId, reason } }];
  return [{ type: 'OwnershipTransferred', data: { groupId, from: userId, to: heir, reason } }, left];
};

type Governing = Exclude<GroupCommand, { readonly type: 'CreateGroup' | 'Join' | 'Depart' }>;

/** Commands on an existing group, already permitted. */
const govern = (command: Governing, group: Group, facts: GroupFacts): Decision => {
  const { id: groupId } = group;
  const { actorId } = facts;
  switch (command.type) {
    case 'ChangeDetails':
      return changeDetails(group, { name: command.name, description: command.description });
    case 'ChangeImage':
      return [{ type: 'GroupImageChanged', data: { groupId, fileId: command.fileId } }];
    case 'RemoveImage':
      return group.imageId === null ? [] : [{ type: 'GroupImageRemoved', data: { groupId } }];
    case 'ChangeSettings':
      return changeSettings(group, command.settings);
    case 'RenewInvitation':
      return renewInvitation(group, command.codes);
    case 'Leave':
      return [{ type: 'MemberLeft', data: { groupId, userId: actorId, reason: 'own-wish' } }];
    case 'RemoveMember':
      return removeMember(groupId, command, actorId);
    case 'LetBackIn':
      return letBackIn(group, command.userId);
    case 'ChangeRole': {
      const { userId, role } = command;
      if (group.members.get(userId)?.role === role) return [];
      return [{ type: 'MemberRoleChanged', data: { groupId, userId, role } }];
    }
    case 'TransferOwnership':
      return transfer(group, command.userId, facts);
    case 'DeleteGroup':
      if (command.confirmationName !== group.name) return refuse('group/name-mismatch');
      return [{ type: 'GroupDeleted', data: { groupId, reason: 'own-wish' } }];
  }
};

const decide = (command: GroupCommand, group: Group, facts: GroupFacts): Decision => {
  if (command.type === 'CreateGroup')
    return group.status === 'none' ? [{ type: 'GroupCreated', data: command.group }] : [];
  if (command.type === 'Join') return join(group, facts.actorId, command.invitation);
  if (command.type === 'Depart') return depart(group, facts.actorId);
  return group.status === 'active' ? govern(command, group, facts) : refuse('group/not-a-member');
};

export const groupDecider: Decider<GroupCommand, Group, GroupFacts> = {
  initial: noGroup,
  decide,
  evolve: evolveGroup,
};
