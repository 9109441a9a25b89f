import { isRefusal } from '@quorum/contracts/wire/refusals.ts';
import type { Call, Handlers } from '@quorum/service-kit/call.ts';
import { answerGroup, answerPreview } from '../application/answers.ts';
import type { Cause, Context } from '../application/context.ts';
import {
  changeDetails,
  changeRole,
  changeSettings,
  deleteGroup,
  type GroupOutcome,
  leaveGroup,
  removeImage,
  removeMember,
  transferOwnership,
} from '../application/groups.ts';
import { findInvitedGroup, joinGroup } from '../application/invites.ts';
import { causeOf } from './cause.ts';
import { createGroupHandler } from './create-group.ts';
import { withId } from './ids.ts';
import { replyDone, replyWith } from './reply.ts';

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

/** What all calls have in common that change a group. */
type GroupCall = Pick<
  Call<'leaveGroup'>,
  'params' | 'actor' | 'origin' | 'commandId' | 'commandDigest' | 'correlationId'
>;
type Command = (groupId: string, cause: Cause) => Promise<GroupOutcome>;

export const groupHandlers = (context: Context): Pick<Handlers<'command'>, GroupRoutes> => {
  const replyGroup = ({ actor, origin }: GroupCall, command: Promise<GroupOutcome>) =>
    replyWith('group', command, (accepted) => answerGroup(context, accepted, actor.userId, origin));
  const change = (call: GroupCall, command: Command) =>
    withId(call.params.id, 'group/not-found', (groupId) => replyGroup(call, command(groupId, causeOf(call))));
  /** After these the person has no group to be shown. */
  const depart = (call: GroupCall, command: Command) =>
    withId(call.params.id, 'group/not-found', (groupId) => replyDone(command(groupId, causeOf(call))));

  return {
    createGroup: createGroupHandler(context),
    changeGroupDetails: (call) => change(call, (id, cause) => changeDetails(context, id, call.body, cause)),
    changeGroupSettings: (call) => change(call, (id, cause) => changeSettings(context, id, call.body, cause)),
    removeImageOfGroup: (call) => change(call, (id, cause) => removeImage(context, id, cause)),
    removeMember: (call) => change(call, (id, cause) => removeMember(context, id, call.params.userId ?? '', cause)),
    changeRole: (call) =>
      change(call, (id, cause) => changeRole(context, id, call.params.userId ?? '', call.body.role, cause)),
    transferOwnership: (call) => change(call, (id, cause) => transferOwnership(context, id, call.body.userId, cause)),
    leaveGroup: (call) => depart(call, (id, cause) => leaveGroup(context, id, cause)),
    deleteGroup: (call) => depart(call, (id, cause) => deleteGroup(context, id, call.body.confirmationName, cause)),

    previewGroup: async (call) => {
      const group = await findInvitedGroup(context, call.params.code ?? '', call.address, causeOf(call));
      return isRefusal(group) ? group : { body: { group: await answerPreview(context, group, call.actor.userId) } };
    },
    joinByCode: (call) => replyGroup(call, joinGroup(context, call.body.code, call.address, causeOf(call))),
    joinByLink: (call) => replyGroup(call, joinGroup(context, call.body.inviteCode, call.address, causeOf(call))),
  };
};
