import type { InGroup, Role } from '@quorum/contracts/kernel/permissions.ts';
import { defaultGroupSettings, type GroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import { Set as ImmutableSet, OrderedMap } from 'immutable';
import type { DataOf } from '../event-catalogue.ts';
import type { StoredEvent } from '../stored-event.ts';

export type Member = { readonly role: Role; readonly joinedAt: string };

export type Group = {
  readonly status: 'none' | 'active' | 'deleted';
  readonly id: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly imageId: string | null;
  readonly ownerId: string;
  readonly settings: GroupSettings;
  readonly inviteCode: string;
  readonly sixDigitCode: string;
  readonly createdAt: string;
  /** In joining order. Immutable maps share structure, so a change costs the same in small and large groups. */
  readonly members: OrderedMap<string, Member>;
  /** Removed members who were not let back in. */
  readonly removed: ImmutableSet<string>;
  /** Revision of the last event. */
  readonly revision: number;
};

export const noGroup: Group = {
  status: 'none',
  id: '',
  name: null,
  description: null,
  imageId: null,
  ownerId: '',
  settings: defaultGroupSettings,
  inviteCode: '',
  sixDigitCode: '',
  createdAt: '',
  members: OrderedMap(),
  removed: ImmutableSet(),
  revision: 0,
};

const created = ({ groupId, ownerId, ...facts }: DataOf<'GroupCreated'>, createdAt: string): Group => ({
  ...noGroup,
  ...facts,
  status: 'active',
  id: groupId,
  ownerId,
  createdAt,
  members: OrderedMap<string, Member>([[ownerId, { role: 'owner', joinedAt: createdAt }]]),
});

/** A deleted group keeps only what its clean-up needs. */
const deleted = ({ id, inviteCode, sixDigitCode, imageId }: Group): Group => ({
  ...noGroup,
  status: 'deleted',
  id,
  inviteCode,
  sixDigitCode,
  imageId,
});

const inRole = (members: Group['members'], userId: string, role: Role): Group['members'] => {
  const member = members.get(userId);
  return member === undefined ? members : members.set(userId, { ...member, role });
};

const membersAfter = (members: Group['members'], event: StoredEvent): Group['members'] => {
  switch (event.type) {
    case 'MemberJoined':
      return members.set(event.data.userId, { role: 'member', joinedAt: event.recordedAt });
    case 'MemberLeft':
    case 'MemberRemoved':
      return members.delete(event.data.userId);
    case 'MemberRoleChanged':
      return inRole(members, event.data.userId, event.data.role);
    case 'OwnershipTransferred':
      return inRole(inRole(members, event.data.from, 'member'), event.data.to, 'owner');
    default:
      return members;
  }
};

const removedAfter = (removed: Group['removed'], event: StoredEvent): Group['removed'] => {
  switch (event.type) {
    case 'MemberRemoved':
      return removed.add(event.data.userId);
    // Removals of the first version were not permanent: the person could simply join again.
    case 'MemberJoined':
    case 'RemovalLifted':
      return removed.delete(event.data.userId);
    default:
      return removed;
  }
};

/** The fields of a group that an event sets. */
const changedBy = (event: StoredEvent): Partial<Group> => {
  switch (event.type) {
    case 'GroupDetailsChanged':
      return { name: event.data.name, description: event.data.description };
    case 'GroupImageChanged':
      return { imageId: event.data.fileId };
    case 'GroupImageRemoved':
      return { imageId: null };
    case 'GroupSettingsChanged':
      return { settings: event.data.settings };
    case 'InvitationRenewed':
      return { inviteCode: event.data.inviteCode, sixDigitCode: event.data.sixDigitCode };
    case 'OwnershipTransferred':
      return { ownerId: event.data.to };
    default:
      return {};
  }
};

export const evolveGroup = (group: Group, event: StoredEvent): Group => {
  const { revision } = event;
  if (event.type === 'GroupCreated') return { ...created(event.data, event.recordedAt), revision };
  if (event.type === 'GroupDeleted') return { ...deleted(group), revision };
  const members = membersAfter(group.members, event);
  const removed = removedAfter(group.removed, event);
  return { ...group, ...changedBy(event), members, removed, revision };
};

/** The facts that permission rules need. */
export const standing = (group: Group, actorId: string): InGroup => ({
  actorId,
  role: group.members.get(actorId)?.role,
  settings: group.settings,
});
