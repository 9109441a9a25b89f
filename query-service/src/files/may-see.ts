import { rules } from '@quorum/contracts/kernel/permissions.ts';
import type { FileScope } from '@quorum/service-kit/ports/file-links.ts';
import { membershipId } from '@quorum/service-kit/reads/group.ts';
import type { Context, Reading } from '../reading/context.ts';

/** Whether the right behind an address still exists. A person who lost it can no longer use the address. */
export const maySee = async ({ reads }: Reading, scope: FileScope): Promise<boolean> => {
  const { active } = reads;
  switch (scope.kind) {
    case 'own':
      return (await active.get('users', scope.viewerId)) !== undefined;
    case 'member': {
      const id = membershipId(scope.groupId, scope.viewerId);
      const membership = await active.get('memberships', id);
      return rules.readGroup({ role: membership?.role }) === undefined;
    }
    case 'guest': {
      const id = membershipId(scope.groupId, scope.viewerId);
      const removal = await active.get('removals', id);
      return removal === undefined && (await isThere(active, scope.groupId));
    }
    case 'group': {
      const group = await active.get('groups', scope.groupId);
      return group?.departures === scope.departures;
    }
    case 'admin':
      return true;
  }
};

const isThere = async (active: Context['reads']['active'], groupId: string): Promise<boolean> =>
  (await active.get('groups', groupId)) !== undefined;
