import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import type { UserOutcome } from '../application/account.ts';
import { answerUser } from '../application/answers.ts';
import { changePhone, requestPhoneChange, schedulePhoneChange, stopByLink } from '../application/change-phone.ts';
import type { Context } from '../application/context.ts';
import { causeOf } from '../commands/cause.ts';
import { replyDone, replyWith } from './reply.ts';

type AccountRoutes = 'updatePhone' | 'stopPhoneChange';

export const accountHandlers = (context: Context): Pick<Handlers<'command'>, AccountRoutes> => {
  const replyUser = (command: Promise<UserOutcome>) =>
    replyWith('user', command, (accepted) => answerUser(context, accepted));
  return {
    updatePhone: async (call) => {
      const { phoneNumber: phone, verificationCode: code, currentCode } = call.body;
      const { actor, address, origin } = call;
      const cause = causeOf(call);
      if (code === undefined) {
        const sent = await requestPhoneChange(context, phone, address, cause);
        return isRefusal(sent) ? sent : { status: 202, body: { verificationRequired: true }, position: sent.position };
      }
      const change = { phone, code, sessionId: actor.sessionId, address };
      if (currentCode !== undefined) return replyUser(changePhone(context, { ...change, currentCode }, cause));
      const scheduled = await schedulePhoneChange(context, { ...change, origin }, cause);
      if (isRefusal(scheduled)) return scheduled;
      const { effectiveAt, position } = scheduled;
      return { status: 202, body: { effectiveAt }, position };
    },
    stopPhoneChange: (call) => replyDone(stopByLink(context, call.body.token, causeOf(call))),
  };
};
