import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Call, Handlers } from '@quorum/service-kit/http/call.ts';
import { answerGroup, answerInvitation, answerPreview } from '../handling/answers.ts';
import type { Context } from '../handling/context.ts';
import { causeOf } from '../handling/handle.ts';
import { replyWith } from '../handling/respond.ts';
import { findInvitation, joinGroup, previewGroup } from '../invite/invites.ts';
import { renewInvitation } from '../invite/renew-invitation.ts';
import { createGroupHandler } from './create-group.ts';
import type { GroupOutcome } from './details.ts';

type GroupRoutes = 'createGroup' | 'renewInvitation' | 'previewGroup' | 'invitation' | 'joinByCode' | 'joinByLink';

type JoinCall = Pick<Call<'joinByCode'>, 'actor' | 'origin'>;

/** Commands that reach a group by codes. */
export const groupHandlers = (context: Context): Pick<Handlers<'command'>, GroupRoutes> => {
  const replyGroup = ({ actor, origin }: JoinCall, command: Promise<GroupOutcome>) =>
    replyWith('group', command, (accepted) => answerGroup(context, accepted, actor.userId, origin));
  return {
    createGroup: createGroupHandler(context),
    renewInvitation: renewInvitation(context),
    previewGroup: async (call) => {
      const group = await previewGroup(context, call.params.code ?? '', call.address, causeOf(call));
      return isRefusal(group) ? group : { body: { group: await answerPreview(context, group, call.actor.userId) } };
    },
    invitation: async (call) => {
      const group = await findInvitation(context, call.params.inviteCode ?? '');
      return isRefusal(group) ? group : { body: { invitation: await answerInvitation(context, group) } };
    },
    joinByCode: (call) => replyGroup(call, joinGroup(context, call.body.code, call.address, causeOf(call))),
    joinByLink: (call) => replyGroup(call, joinGroup(context, call.body.inviteCode, call.address, causeOf(call))),
  };
};
