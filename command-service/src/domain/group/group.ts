import { defaultGroupSettings, type GroupSettings } from '@quorum/contracts/events/group.ts';
import type { InGroup } from '@quorum/contracts/wire/policy.ts';
import type { Role } from '@quorum/contracts/wire/views.ts';
import type { Aggregate } from '../aggregate.ts';

export type Member = { role: Role; joinedAt: string };

export type Group = {
  status: 'none' | 'active' | 'deleted';
  id: string;
  name: string | null;
  description: string | null;
  imageId: string | null;
  ownerId: string;
  settings: GroupSettings;
  inviteCode: string;
  sixDigitCode: string;
  createdAt: string;
  /** In the order of joining. */
  members: Map<string, Member>;
};

const noGroup = (): Group => ({
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
  members: new Map(),
});

/** Changes the group it is given: thousands of members are not copied for every one that joins. */
export const groupAggregate: Aggregate<Group> = {
  category: 'group',
  initial: noGroup,
  evolve: (group, event) => {
    switch (event.type) {
      case 'GroupCreated': {
        const { groupId, ownerId, name, description, settings, inviteCode, sixDigitCode, imageId } = event.data;
        const members = new Map<string, Member>([[ownerId, { role: 'owner', joinedAt: event.recordedAt }]]);
        const createdAt = event.recordedAt;
        return {
          status: 'active',
          id: groupId,
          ownerId,
          name,
          description,
          settings,
          inviteCode,
          sixDigitCode,
          imageId,
          createdAt,
          members,
        };
      }
      case 'GroupDetailsChanged':
        group.name = event.data.name;
        group.description = event.data.description;
        return group;
      case 'GroupImageChanged':
        group.imageId = event.data.fileId;
        return group;
      case 'GroupImageRemoved':
        group.imageId = null;
        return group;
      case 'GroupSettingsChanged':
        group.settings = event.data.settings;
        return group;
      case 'MemberJoined':
        group.members.set(event.data.userId, { role: 'member', joinedAt: event.recordedAt });
        return group;
      case 'MemberLeft':
      case 'MemberRemoved':
        group.members.delete(event.data.userId);
        return group;
      case 'MemberRoleChanged': {
        const member = group.members.get(event.data.userId);
        if (member !== undefined) member.role = event.data.role;
        return group;
      }
      case 'OwnershipTransferred': {
        const former = group.members.get(event.data.from);
        if (former !== undefined) former.role = 'member';
        const next = group.members.get(event.data.to);
        if (next !== undefined) next.role = 'owner';
        group.ownerId = event.data.to;
        return group;
      }
      case 'GroupDeleted':
        return {
          ...noGroup(),
          status: 'deleted',
          id: group.id,
          inviteCode: group.inviteCode,
          sixDigitCode: group.sixDigitCode,
          imageId: group.imageId,
        };
      default:
        return group;
    }
  },
};

/** The facts that the policy module decides by. */
export const standing = (group: Group, actorId: string): InGroup => ({
  actorId,
  role: group.members.get(actorId)?.role,
  settings: group.settings,
});
