import { rules } from '@quorum/contracts/kernel/permissions.ts';
import {
  collections,
  type GroupDocument,
  type MembershipDocument,
  type RemovalDocument,
  type UserDocument,
} from '@quorum/service-kit/documents/collections.ts';
import { membershipId } from '@quorum/service-kit/documents/keys.ts';
import type { FileScope } from '@quorum/service-kit/ports/file-links.ts';
import type { Context, Reading } from '../../application/context.ts';

/** Whether the right behind an address still exists. A person who lost it can no longer use the address. */
export const maySee = async ({ reads }: Reading, scope: FileScope): Promise<boolean> => {
  const { active } = reads;
  switch (scope.kind) {
    case 'own':
      return (await active.get<UserDocument>(collections.users.name, scope.viewerId)) !== undefined;
    case 'member': {
      const id = membershipId(scope.groupId, scope.viewerId);
      const membership = await active.get<MembershipDocument>(collections.memberships.name, id);
      return rules.readGroup({ role: membership?.role }) === undefined;
    }
    case 'guest': {
      const id = membershipId(scope.groupId, scope.viewerId);
      const removal = await active.get<RemovalDocument>(collections.removals.name, id);
      return removal === undefined && (await isThere(active, scope.groupId));
    }
    case 'group': {
      const group = await active.get<GroupDocument>(collections.groups.name, scope.groupId);
      return group?.departures === scope.departures;
    }
    case 'admin':
      return true;
  }
};

const isThere = async (active: Context['reads']['active'], groupId: string): Promise<boolean> =>
  (await active.get<GroupDocument>(collections.groups.name, groupId)) !== undefined;
