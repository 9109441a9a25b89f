import { sessionStream } from '@quorum/contracts/events/access.ts';
import { userStream } from '@quorum/contracts/events/user.ts';
import { limits } from '@quorum/contracts/wire/limits.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { BodyOf } from '@quorum/contracts/wire/routes.ts';
import { tokenHash } from '@quorum/service-kit/token-hash.ts';
import { sessionAggregate } from '../domain/session/session.ts';
import { type User, userAggregate } from '../domain/user/user.ts';
import { type Cause, type Context, metadataOf } from './context.ts';
import { claimPhone, lookUpPhone, refuseProbe } from './phone-numbers.ts';
import { sendCode, verifyCode } from './verification.ts';

type Proof = BodyOf<'verifyLogin'>;

export type SignedIn = { readonly token: string; readonly user: User; readonly position: string };

/** Judges a code. That none was sent tells of the number what a try to send one would, and counts like that. */
const verify = async (
  context: Context,
  purpose: 'login' | 'signup',
  { phoneNumber: phone, verificationCode: code }: Proof,
  address: string,
  cause: Cause,
) => {
  const verified = await verifyCode(context, { phone, code, purpose, requestedBy: null }, cause);
  if (!isRefusal(verified) || verified.refused !== 'code/none') return verified;
  return refuseProbe(context, address) ?? verified;
};

/** Sends a code to a number that has an account. */
export const requestLoginCode = async (context: Context, phone: string, address: string, cause: Cause) => {
  const { banned, owner } = await lookUpPhone(context, context.secrets.phoneKey(phone));
  if (banned) return refuse('phone/banned');
  if (owner === undefined) return refuseProbe(context, address) ?? refuse('phone/unknown');
  return sendCode(context, { phone, purpose: 'login', requestedBy: null }, address, cause);
};

/** Sends a code to a number that has no account. */
export const requestSignupCode = async (context: Context, phone: string, address: string, cause: Cause) => {
  const { banned, owner } = await lookUpPhone(context, context.secrets.phoneKey(phone));
  if (banned) return refuse('phone/banned');
  if (owner !== undefined) return refuseProbe(context, address) ?? refuse('phone/taken');
  return sendCode(context, { phone, purpose: 'signup', requestedBy: null }, address, cause);
};

/** Opens a session for whoever has the number. */
export const verifyLogin = async (
  context: Context,
  proof: Proof,
  address: string,
  cause: Cause,
): Promise<SignedIn | Refusal> => {
  const { banned, owner } = await lookUpPhone(context, context.secrets.phoneKey(proof.phoneNumber));
  if (banned) return refuse('phone/banned');
  if (owner === undefined) return refuseProbe(context, address) ?? refuse('phone/unknown');
  const verified = await verify(context, 'login', proof, address, cause);
  return isRefusal(verified) ? verified : startSession(context, owner, cause);
};

/**
 * Makes an account: code, reservation of the number, account, session. Each step is its own append; a repeat of the command
 * goes on where it was cut off, and two sign-ups for one number meet in the reservation.
 */
export const verifySignup = async (
  context: Context,
  proof: Proof,
  address: string,
  cause: Cause,
): Promise<SignedIn | Refusal> => {
  const { aggregates, secrets, uuidFrom } = context;
  const phone = proof.phoneNumber;
  const phoneKey = secrets.phoneKey(phone);
  const userId = uuidFrom(`user ${cause.commandId}`);
  const { owner } = await lookUpPhone(context, phoneKey);
  if (owner !== undefined && owner.id !== userId) return refuseProbe(context, address) ?? refuse('phone/taken');
  const verified = await verify(context, 'signup', proof, address, cause);
  if (isRefusal(verified)) return verified;

  const byThisUser = { ...cause, actorId: userId };
  const claimed = await claimPhone(context, phoneKey, userId, byThisUser);
  if (isRefusal(claimed)) return claimed;
  const registered = await aggregates.handle(userAggregate, userStream(userId), metadataOf(byThisUser), (user) =>
    user.status === 'none' ? [{ type: 'UserRegistered', data: { userId, phone, phoneKey } }] : [],
  );
  return isRefusal(registered) ? registered : startSession(context, registered.state, byThisUser);
};

/** The token depends on the command alone, so that a repeat of the command gets the same one. */
const startSession = async (context: Context, user: User, cause: Cause): Promise<SignedIn | Refusal> => {
  const { aggregates, clock, secrets } = context;
  const token = secrets.sessionToken(`${user.id} ${cause.commandId}`);
  const hash = tokenHash(token);
  const expiresAt = new Date(clock.now() + limits.sessionLifetime).toISOString();
  const started = await aggregates.handle(
    sessionAggregate,
    sessionStream(hash),
    metadataOf({ ...cause, actorId: user.id }),
    (session) =>
      session.status === 'none'
        ? [{ type: 'SessionStarted', data: { sessionId: hash, userId: user.id, expiresAt } }]
        : [],
  );
  return isRefusal(started) ? started : { token, user, position: started.position };
};

/** Ends the session itself; ended twice it is ended. */
export const endSession = (context: Context, userId: string, sessionId: string, cause: Cause) =>
  context.aggregates.handle(sessionAggregate, sessionStream(sessionId), metadataOf(cause), (session) =>
    session.status === 'running' ? [{ type: 'SessionEnded', data: { sessionId, userId, reason: 'logout' } }] : [],
  );
