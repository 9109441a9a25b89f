import { isRefusal } from '@quorum/contracts/wire/refusals.ts';
import type { Handlers } from '@quorum/service-kit/call.ts';
import { answerUser } from '../application/answers.ts';
import type { Context } from '../application/context.ts';
import {
  endSession,
  requestLoginCode,
  requestSignupCode,
  type SignedIn,
  verifyLogin,
  verifySignup,
} from '../application/sign-in.ts';
import { causeOf } from './cause.ts';

type AuthRoutes = 'login' | 'signup' | 'verifyLogin' | 'verifySignup' | 'logout';

export const authHandlers = (context: Context): Pick<Handlers<'command'>, AuthRoutes> => {
  const signedIn = ({ token, user, position }: SignedIn) => ({
    body: { token, user: answerUser(context, { state: user }) },
    position,
  });
  return {
    login: async (call) => {
      const sent = await requestLoginCode(context, call.body.phoneNumber, call.address, causeOf(call));
      return isRefusal(sent)
        ? sent
        : { body: { userExists: true, message: 'Verification code sent' }, position: sent.position };
    },
    signup: async (call) => {
      const sent = await requestSignupCode(context, call.body.phoneNumber, call.address, causeOf(call));
      return isRefusal(sent)
        ? sent
        : { body: { userExists: false, message: 'Verification code sent' }, position: sent.position };
    },
    verifyLogin: async (call) => {
      const done = await verifyLogin(
        context,
        call.body.phoneNumber,
        call.body.verificationCode,
        call.address,
        causeOf(call),
      );
      return isRefusal(done) ? done : signedIn(done);
    },
    verifySignup: async (call) => {
      const done = await verifySignup(
        context,
        call.body.phoneNumber,
        call.body.verificationCode,
        call.address,
        causeOf(call),
      );
      return isRefusal(done) ? done : signedIn(done);
    },
    logout: async (call) => {
      const ended = await endSession(context, call.actor.userId, call.actor.sessionId, causeOf(call));
      return isRefusal(ended) ? ended : { body: { success: true }, position: ended.position };
    },
  };
};
