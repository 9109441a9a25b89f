import { isRefusal, type Refusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Call, Handlers } from '@quorum/service-kit/http/call.ts';
import { answerUser } from '../application/answers.ts';
import type { Context } from '../application/context.ts';
import {
  type Caller,
  requestLoginCode,
  requestSignupCode,
  type SignedIn,
  verifyLogin,
  verifySignup,
} from '../application/sign-in.ts';
import { causeOf } from '../commands/cause.ts';
import { deviceOf } from './device.ts';

type AuthRoutes = 'login' | 'signup' | 'verifyLogin' | 'verifySignup' | 'checkIn';

const callerOf = ({ address, repeatKey, raw }: Call<'verifyLogin' | 'verifySignup'>): Caller => ({
  address,
  repeatKey,
  device: deviceOf(raw.request.headers['user-agent'] ?? ''),
});

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
    verifyLogin: (call) => replySignedIn(verifyLogin(context, call.body, callerOf(call), causeOf(call))),
    verifySignup: (call) => replySignedIn(verifySignup(context, call.body, callerOf(call), causeOf(call))),
    // Every command already records the use of its session.
    checkIn: async () => ({ body: { success: true } }),
  };
};
