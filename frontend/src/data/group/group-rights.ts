import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { InGroup, Role } from '@quorum/contracts/kernel/permissions.ts';
import { type FactsOf, type RuleName, rules } from '@quorum/contracts/things.ts';

// Only `removeMember` uses the viewer's own id, and gets it.
const factsOf = ({ role, settings }: Pick<GroupView, 'role' | 'settings'>, actorId = ''): InGroup => ({
  actorId,
  role,
  settings,
});

const allowed = (refusal: unknown): boolean => refusal === undefined;

/** The rules that only ask who somebody is in a group. */
type GroupRule = { [R in RuleName]: InGroup extends FactsOf<R> ? R : never }[RuleName];

/** Whether the viewer may do something in a group, by the same rule as on the server. */
export const mayIn = (group: Pick<GroupView, 'role' | 'settings'>, rule: GroupRule): boolean =>
  allowed(rules[rule](factsOf(group)));

export type TargetMember = { readonly id: string; readonly role: Role };

/** The viewer's rights over one member, never over themselves. */
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
