import type { OnMember } from '@quorum/contracts/kernel/permissions.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { type GroupCommand, type GroupFacts, groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { type Group, standing } from '@quorum/domain/group/group.ts';
import type { Call, Handlers } from '@quorum/service-kit/http/call.ts';
import type { Accepted } from '../handling/aggregates.ts';
import { done } from '../handling/answer.ts';
import type { DecideContext } from '../handling/context.ts';
import { commandsOn } from '../handling/row.ts';
import { answerGroup } from './answer.ts';
import { cleanDetails } from './details.ts';
import { ownsMost } from './owned-groups.ts';

/** The actor's standing in an existing group, and the person the command affects. */
export const onMember = (group: Group, actorId: string, targetId = actorId): (OnMember & GroupFacts) | Refusal => {
  if (group.status !== 'active') return refuse('group/not-a-member');
  return { ...standing(group, actorId), targetId, targetRole: group.members.get(targetId)?.role };
};

const factsIn =
  (context: DecideContext) =>
  async (group: Group, command: GroupCommand, actorId: string): Promise<(OnMember & GroupFacts) | Refusal> => {
    const facts = onMember(group, actorId, 'userId' in command ? command.userId : actorId);
    if (isRefusal(facts) || command.type !== 'TransferOwnership') return facts;
    const passes = facts.role === 'owner' && facts.targetRole !== undefined && facts.targetRole !== 'owner';
    return { ...facts, newOwnerHasTooMany: passes && (await ownsMost(context, command.userId)) };
  };

export const groupCommands = (context: DecideContext) => {
  const onGroup = commandsOn(context.aggregates, {
    decider: groupDecider,
    stream: groupStream,
    missing: 'group/not-a-member',
    facts: factsIn(context),
  });
  const shown = async (accepted: Accepted<Group>, { actor, origin }: Pick<Call<'leaveGroup'>, 'actor' | 'origin'>) => {
    const group = await answerGroup(context, accepted, actor.userId, origin);
    return isRefusal(group) ? group : { group };
  };
  const userIn = ({ params }: { readonly params: Readonly<Record<string, string>> }): string => params.userId ?? '';

  return {
    changeGroupDetails: onGroup({
      command: ({ body }) => {
        const details = cleanDetails(body);
        return isRefusal(details) ? details : { type: 'ChangeDetails', ...details };
      },
      answer: shown,
    }),
    changeGroupSettings: onGroup({
      command: ({ body }) => ({ type: 'ChangeSettings', settings: body }),
      answer: shown,
    }),
    removeImageOfGroup: onGroup({ command: () => ({ type: 'RemoveImage' }), answer: shown }),
    removeMember: onGroup({
      command: (call) => ({
        type: 'RemoveMember',
        userId: userIn(call),
        withEvents: call.body?.deleteEvents === true,
      }),
      answer: shown,
    }),
    letBackIn: onGroup({ command: (call) => ({ type: 'LetBackIn', userId: userIn(call) }), answer: done }),
    changeRole: onGroup({
      command: (call) => ({ type: 'ChangeRole', userId: userIn(call), role: call.body.role }),
      answer: shown,
    }),
    transferOwnership: onGroup({
      command: ({ body }) => ({ type: 'TransferOwnership', userId: body.userId }),
      answer: shown,
    }),
    leaveGroup: onGroup({ command: () => ({ type: 'Leave' }), answer: done }),
    deleteGroup: onGroup({
      command: ({ body }) => ({ type: 'DeleteGroup', confirmationName: body.confirmationName }),
      answer: done,
    }),
  } satisfies Partial<Handlers<'command'>>;
};
