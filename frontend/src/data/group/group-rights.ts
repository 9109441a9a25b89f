import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { InGroup, Role } from '@quorum/contracts/kernel/permissions.ts';
import { rules } from '@quorum/contracts/things.ts';

// Only `removeMember` uses the viewer's own id, and gets it.
const factsOf = ({ role, settings }: Pick<GroupView, 'role' | 'settings'>, actorId = ''): InGroup => ({
  actorId,
  role,
  settings,
});

const allowed = (refusal: unknown): boolean => refusal === undefined;

/** What the viewer may do in a group, by the same rules as on the server. */
export const rightsIn = (group: Pick<GroupView, 'role' | 'settings'>) => {
  const facts = factsOf(group);
  return {
    createEvents: allowed(rules.createEvents(facts)),
    invite: allowed(rules.invite(facts)),
    editDetails: allowed(rules.editDetails(facts)),
    pinMessages: allowed(rules.pinMessages(facts)),
    changeSettings: allowed(rules.changeSettings(facts)),
    manageRemoved: allowed(rules.manageRemoved(facts)),
    renewInvitation: allowed(rules.renewInvitation(facts)),
    delete: allowed(rules.deleteGroup(facts)),
    leave: allowed(rules.leaveGroup(facts)),
  };
};

export type GroupRights = ReturnType<typeof rightsIn>;

export type TargetMember = { readonly id: string; readonly role: Role };

/** What the viewer may do with one member. Nobody changes their own role or hands the group to themselves. */
export const rightsOver = (
  group: Pick<GroupView, 'role' | 'settings'>,
  actorId: string,
  target: TargetMember,
): { readonly remove: boolean; readonly changeRole: boolean; readonly transfer: boolean } => {
  const facts = { ...factsOf(group, actorId), targetId: target.id, targetRole: target.role };
  const other = target.id !== actorId;
  return {
    remove: allowed(rules.removeMember(facts)),
    changeRole: other && allowed(rules.changeRoles(facts)),
    transfer: other && target.role !== 'owner' && allowed(rules.transferOwnership(facts)),
  };
};
