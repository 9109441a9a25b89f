import { isRefusal } from '@quorum/contracts/wire/refusals.ts';
import type { Handlers } from '@quorum/service-kit/call.ts';
import { changeEmail, changeName, completeProfile, deleteAccount, type UserOutcome } from '../application/account.ts';
import { answerUser } from '../application/answers.ts';
import { changePhone, requestPhoneChange } from '../application/change-phone.ts';
import type { Context } from '../application/context.ts';
import { causeOf } from './cause.ts';
import { replyDone, replyWith } from './reply.ts';

type AccountRoutes = 'updateEmail' | 'updateName' | 'updatePhone' | 'completeProfile' | 'deleteAccount';

export const accountHandlers = (context: Context): Pick<Handlers<'command'>, AccountRoutes> => {
  const replyUser = (command: Promise<UserOutcome>) =>
    replyWith('user', command, (accepted) => answerUser(context, accepted));
  return {
    updateEmail: (call) => replyUser(changeEmail(context, call.body.email, causeOf(call))),
    updateName: (call) => replyUser(changeName(context, call.body, causeOf(call))),
    updatePhone: async (call) => {
      const { phoneNumber, verificationCode } = call.body;
      const cause = causeOf(call);
      if (verificationCode === undefined) {
        const sent = await requestPhoneChange(context, phoneNumber, call.address, cause);
        return isRefusal(sent) ? sent : { status: 202, body: { verificationRequired: true }, position: sent.position };
      }
      return replyUser(changePhone(context, phoneNumber, verificationCode, call.actor.sessionId, cause));
    },
    completeProfile: (call) => replyUser(completeProfile(context, causeOf(call))),
    deleteAccount: (call) => replyDone(deleteAccount(context, causeOf(call))),
  };
};
