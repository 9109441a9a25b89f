import { groupPreview } from '@quorum/contracts/documents/present.ts';
import { parseJoinInput } from '@quorum/contracts/text/join-input.ts';
import { isRefusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Handlers } from '@quorum/service-kit/call.ts';
import type { Accepted } from '../application/aggregates.ts';
import { answerGroup, linkOf, refuseRepeat } from '../application/answers.ts';
import type { Cause, Context } from '../application/context.ts';
import { changeGroup, findInvitedGroup, joinGroup } from '../application/groups.ts';
import { loadPeople } from '../application/people.ts';
import type { Decision } from '../domain/aggregate.ts';
import {
  decideChangeDetails,
  decideChangeRole,
  decideChangeSettings,
  decideDelete,
  decideLeave,
  decideRemoveImage,
  decideRemoveMember,
  decideTransfer,
} from '../domain/group/decide.ts';
import type { Group } from '../domain/group/group.ts';
import { causeOf } from './cause.ts';
import { createGroupHandler } from './create-group.ts';
import { cleanDetails } from './group-details.ts';
import { isId } from './ids.ts';

type GroupRoutes =
  | 'createGroup'
  | 'removeImageOfGroup'
  | 'changeGroupDetails'
  | 'changeGroupSettings'
  | 'deleteGroup'
  | 'leaveGroup'
  | 'removeMember'
  | 'changeRole'
  | 'transferOwnership'
  | 'previewGroup'
  | 'joinByCode'
  | 'joinByLink';

export const groupHandlers = (context: Context): Pick<Handlers<'command'>, GroupRoutes> => {
  const answer = async (accepted: Accepted<Group>, call: { readonly origin: string }, cause: Cause) =>
    (await refuseRepeat(context, accepted, accepted.state.id, cause.actorId)) ?? {
      body: { group: await answerGroup(context, accepted.state, cause.actorId, call.origin) },
      position: accepted.position,
    };

  const change = async (
    groupId: string | undefined,
    call: { readonly origin: string },
    cause: Cause,
    decide: (group: Group) => Decision,
  ) => {
    if (!isId(groupId)) return refuse('group/not-found');
    const changed = await changeGroup(context, groupId, cause, decide);
    return isRefusal(changed) ? changed : answer(changed, call, cause);
  };

  const end = async (groupId: string | undefined, cause: Cause, decide: (group: Group) => Decision) => {
    if (!isId(groupId)) return refuse('group/not-found');
    const changed = await changeGroup(context, groupId, cause, decide);
    return isRefusal(changed) ? changed : { body: { success: true } as const, position: changed.position };
  };

  const join = async (input: string, call: { readonly origin: string; readonly address: string }, cause: Cause) => {
    const invite = parseJoinInput(input);
    if (invite.kind === 'error') return refuse('request/invalid', { text: invite.error });
    const joined = await joinGroup(context, invite, call.address, cause);
    return isRefusal(joined) ? joined : answer(joined, call, cause);
  };

  return {
    createGroup: createGroupHandler(context),
    changeGroupDetails: async (call) => {
      const cleaned = cleanDetails(call.body);
      if (isRefusal(cleaned)) return cleaned;
      return change(call.params.id, call, causeOf(call), (group) =>
        decideChangeDetails(group, call.actor.userId, cleaned),
      );
    },
    removeImageOfGroup: (call) =>
      change(call.params.id, call, causeOf(call), (group) => decideRemoveImage(group, call.actor.userId)),
    changeGroupSettings: (call) =>
      change(call.params.id, call, causeOf(call), (group) => decideChangeSettings(group, call.actor.userId, call.body)),
    removeMember: (call) =>
      change(call.params.id, call, causeOf(call), (group) =>
        decideRemoveMember(group, call.actor.userId, call.params.userId ?? ''),
      ),
    changeRole: (call) =>
      change(call.params.id, call, causeOf(call), (group) =>
        decideChangeRole(group, call.actor.userId, call.params.userId ?? '', call.body.role),
      ),
    transferOwnership: (call) =>
      change(call.params.id, call, causeOf(call), (group) =>
        decideTransfer(group, call.actor.userId, call.body.userId),
      ),
    deleteGroup: (call) =>
      end(call.params.id, causeOf(call), (group) => decideDelete(group, call.actor.userId, call.body.confirmationName)),
    leaveGroup: (call) => end(call.params.id, causeOf(call), (group) => decideLeave(group, call.actor.userId)),
    previewGroup: async (call) => {
      const invite = parseJoinInput(call.params.code ?? '');
      if (invite.kind === 'error') return refuse('request/invalid', { text: invite.error });
      const group = await findInvitedGroup(context, invite, call.address, causeOf(call));
      if (isRefusal(group)) return group;
      const owner = (await loadPeople(context, [group.ownerId])).get(group.ownerId);
      const facts = { ...group, memberCount: group.members.size };
      return { body: { group: groupPreview(facts, owner, group.members.has(call.actor.userId), linkOf(context)) } };
    },
    joinByCode: (call) => join(call.body.code, call, causeOf(call)),
    joinByLink: (call) => join(call.body.inviteCode, call, causeOf(call)),
  };
};
