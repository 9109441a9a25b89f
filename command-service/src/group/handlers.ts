import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Call, Handlers } from '@quorum/service-kit/http/call.ts';
import { replyWith } from '../handling/answer.ts';
import { metadataOf } from '../handling/command-metadata.ts';
import type { FileContext } from '../handling/context.ts';
import { answerInvitation, answerPreview } from '../invite/answer.ts';
import { findGroup, findInvitation, joinGroup } from '../invite/invites.ts';
import { renewInvitation } from '../invite/renew-invitation.ts';
import { withColor } from '../preferences/give-colors.ts';
import { answerGroup } from './answer.ts';
import { createGroupHandler } from './create-group.ts';

type JoinCall = Omit<Call<'joinByCode'>, 'body'>;

/** Commands that reach a group by codes. */
export const groupHandlers = (context: FileContext) => {
  const join = async (call: JoinCall, code: string) => {
    const metadata = metadataOf(call);
    const joined = joinGroup(context, code, call.address, metadata).then((outcome) =>
      withColor(context, outcome, metadata),
    );
    return replyWith('group', joined, (accepted) => answerGroup(context, accepted, metadata.actorId, call.origin));
  };
  return {
    createGroup: createGroupHandler(context),
    renewInvitation: renewInvitation(context),
    previewGroup: async (call) => {
      const found = await findGroup(context, call.params.code ?? '', call.address, metadataOf(call));
      if (isRefusal(found)) return found;
      const { group, invite } = found;
      return { body: { group: await answerPreview(context, group, call.actor.userId, invite.value) } };
    },
    invitation: async (call) => {
      const group = await findInvitation(context, call.params.inviteCode ?? '');
      return isRefusal(group) ? group : { body: { invitation: await answerInvitation(context, group) } };
    },
    joinByCode: (call) => join(call, call.body.code),
    joinByLink: (call) => join(call, call.body.inviteCode),
  } satisfies Partial<Handlers<'command'>>;
};
