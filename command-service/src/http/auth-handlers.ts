import { isRefusal, type Refusal } from '@quorum/contracts/wire/refusals.ts';
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
import { replyDone } from './reply.ts';

type AuthRoutes = 'login' | 'signup' | 'verifyLogin' | 'verifySignup' | 'logout';

const replySent = async (userExists: boolean, command: Promise<{ readonly position: string } | Refusal>) => {
  const sent = await command;
  if (isRefusal(sent)) return sent;
  return { body: { userExists, message: 'Verification code sent' }, position: sent.position };
};

export const authHandlers = (context: Context): Pick<Handlers<'command'>, AuthRoutes> => {
  const replySignedIn = async (command: Promise<SignedIn | Refusal>) => {
    const signedIn = await command;
    if (isRefusal(signedIn)) return signedIn;
    const { token, user, position } = signedIn;
    return { body: { token, user: answerUser(context, { state: user }) }, position };
  };
  return {
    login: (call) => replySent(true, requestLoginCode(context, call.body.phoneNumber, call.address, causeOf(call))),
    signup: (call) => replySent(false, requestSignupCode(context, call.body.phoneNumber, call.address, causeOf(call))),
    verifyLogin: (call) => replySignedIn(verifyLogin(context, call.body, call.address, causeOf(call))),
    verifySignup: (call) => replySignedIn(verifySignup(context, call.body, call.address, causeOf(call))),
    logout: (call) => replyDone(endSession(context, call.actor.userId, call.actor.sessionId, causeOf(call))),
  };
};
