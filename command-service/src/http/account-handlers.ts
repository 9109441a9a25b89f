import { userView } from '@quorum/contracts/documents/present.ts';
import { cleanLine } from '@quorum/contracts/text/hostile-text.ts';
import { isRefusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Handlers } from '@quorum/service-kit/call.ts';
import { changePhone, changeUser, requestPhoneChange } from '../application/account.ts';
import { linkOf } from '../application/answers.ts';
import type { Cause, Context } from '../application/context.ts';
import type { Decision } from '../domain/aggregate.ts';
import {
  decideChangeEmail,
  decideChangeName,
  decideCompleteProfile,
  decideDeleteAccount,
} from '../domain/user/decide.ts';
import type { User } from '../domain/user/user.ts';
import { causeOf } from './cause.ts';

type AccountRoutes = 'updateEmail' | 'updateName' | 'updatePhone' | 'completeProfile' | 'deleteAccount';

export const accountHandlers = (context: Context): Pick<Handlers<'command'>, AccountRoutes> => {
  const change = async (cause: Cause, decide: (user: User) => Decision) => {
    const changed = await changeUser(context, cause, decide);
    if (isRefusal(changed)) return changed;
    return { body: { user: userView(changed.state, linkOf(context)) }, position: changed.position };
  };
  return {
    updateEmail: (call) => change(causeOf(call), (user) => decideChangeEmail(user, call.body.email)),
    updateName: async (call) => {
      const name = { firstName: cleanLine(call.body.firstName), lastName: cleanLine(call.body.lastName) };
      if (name.firstName === '' || name.lastName === '') {
        return refuse('request/invalid', { text: 'First name and last name are required' });
      }
      return change(causeOf(call), (user) => decideChangeName(user, name));
    },
    updatePhone: async (call) => {
      const { phoneNumber, verificationCode } = call.body;
      const cause = causeOf(call);
      if (verificationCode === undefined) {
        const sent = await requestPhoneChange(context, phoneNumber, call.address, cause);
        return isRefusal(sent) ? sent : { status: 202, body: { verificationRequired: true }, position: sent.position };
      }
      const changed = await changePhone(context, phoneNumber, verificationCode, call.actor.sessionId, cause);
      if (isRefusal(changed)) return changed;
      return { body: { user: userView(changed.state, linkOf(context)) }, position: changed.position };
    },
    completeProfile: (call) => change(causeOf(call), decideCompleteProfile),
    deleteAccount: async (call) => {
      const deleted = await changeUser(context, causeOf(call), (user) => decideDeleteAccount(user, 'own-wish'));
      return isRefusal(deleted) ? deleted : { body: { success: true }, position: deleted.position };
    },
  };
};
