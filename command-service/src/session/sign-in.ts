import { limits } from '@quorum/contracts/kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { BodyOf } from '@quorum/contracts/routes.ts';
import { sessionDecider } from '@quorum/domain/session/decider.ts';
import { sessionStream } from '@quorum/domain/session/events.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { User } from '@quorum/domain/user/user.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import { tokenHash } from '@quorum/service-kit/secrets.ts';
import { changeUser } from '../account/change-user.ts';
import type { CommandMetadata, PhoneContext } from '../handling/context.ts';
import { stopPhoneChange } from '../phone/change-phone.ts';
import { refuseProbe } from './count-attempt.ts';
import { SAFE_KEY_LENGTH } from './secrets.ts';
import { sendCode, verifyCode } from './verification.ts';

type Proof = BodyOf<'verifyLogin'>;

/** The facts about the caller. */
export type Caller = {
  readonly address: string;
  /** Such as `Chrome on Windows`; empty if unknown. */
  readonly device: string;
  /** The request's own `Idempotency-Key`, known only to the caller. */
  readonly repeatKey: string | undefined;
};

export type SignedIn = { readonly token: string; readonly user: User; readonly position: string };

/**
 * Checks a code. Learning that no code was sent reveals as much about the number as requesting one, so it counts the same.
 * @returns the token of the session to start: a random one, or for a repeat the one given before.
 */
const verify = async (
  context: PhoneContext,
  purpose: 'login' | 'signup',
  { phoneNumber: phone, verificationCode: code, address, repeatKey = '' }: Proof & Caller,
  metadata: CommandMetadata,
): Promise<string | Refusal> => {
  const { ids, secrets } = context;
  const token = Buffer.from(ids.bytes(32)).toString('base64url');
  const sealedToken = repeatKey.length < SAFE_KEY_LENGTH ? null : secrets.sealToken(repeatKey, token);
  const verified = await verifyCode(
    context,
    { phone, code, purpose, requestedBy: null, address, sealedToken },
    metadata,
  );
  if (!isRefusal(verified)) {
    if (!verified.repeated) return token;
    return verified.sealedToken === null ? refuse('code/none') : secrets.openToken(repeatKey, verified.sealedToken);
  }
  return verified.refused === 'code/none' ? (refuseProbe(context, address) ?? verified) : verified;
};

/** The account that has a number. */
const ownerOf = async (context: PhoneContext, phone: string, address: string): Promise<User | Refusal> => {
  const { banned, owner } = await context.phones.lookUp(phone);
  if (owner !== undefined && !banned) return owner;
  return refuseProbe(context, address) ?? refuse(banned ? 'phone/banned' : 'phone/unknown');
};

/** Sends a code to a number that has an account. */
export const requestLoginCode = async (
  context: PhoneContext,
  phone: string,
  address: string,
  metadata: CommandMetadata,
) => {
  const owner = await ownerOf(context, phone, address);
  if (isRefusal(owner)) return owner;
  return sendCode(context, { phone, purpose: 'login', requestedBy: null }, address, metadata);
};

/** Sends a code to a number that has no account. */
export const requestSignupCode = async (
  context: PhoneContext,
  phone: string,
  address: string,
  metadata: CommandMetadata,
) => {
  const { banned, owner } = await context.phones.lookUp(phone);
  if (banned) return refuseProbe(context, address) ?? refuse('phone/banned');
  if (owner !== undefined) return refuseProbe(context, address) ?? refuse('phone/taken');
  return sendCode(context, { phone, purpose: 'signup', requestedBy: null }, address, metadata);
};

/** Opens a session for the owner of the number. */
export const verifyLogin = async (
  context: PhoneContext,
  proof: Proof,
  caller: Caller,
  metadata: CommandMetadata,
): Promise<SignedIn | Refusal> => {
  const owner = await ownerOf(context, proof.phoneNumber, caller.address);
  if (isRefusal(owner)) return owner;
  const token = await verify(context, 'login', { ...proof, ...caller }, metadata);
  if (isRefusal(token)) return token;
  // Someone who has the current number did not lose it.
  const stopped = await stopPhoneChange(context, { userId: owner.id, reason: 'sign-in' }, metadata);
  if (isRefusal(stopped)) return stopped;
  const signedIn = await startSession(context, stopped.state, { token, device: caller.device }, metadata);
  return isRefusal(signedIn) ? signedIn : ((await refuseMoved(context, owner, signedIn, metadata)) ?? signedIn);
};

/** Ends the session if the account has just moved to another number: that change ended only sessions that had started before it. */
const refuseMoved = async (
  { aggregates, events }: PhoneContext,
  { id: actorId, phoneKey }: User,
  { token, position }: SignedIn,
  metadata: CommandMetadata,
): Promise<Refusal | undefined> => {
  await events.current(position);
  const user = await aggregates.load(userDecider, userStream(actorId));
  if (user.phoneKey === phoneKey) return undefined;
  await aggregates.handle({
    decider: sessionDecider,
    stream: sessionStream(tokenHash(token)),
    command: { type: 'EndSession', reason: 'revoked' },
    metadata: { ...metadata, actorId, commandId: `${metadata.commandId}:moved` },
    facts: () => ({ actorId, now: 0 }),
  });
  return refuse('phone/unknown');
};

/**
 * Creates an account: code, reservation of the number, account, session. Each step is an append of its own. A repeat of the
 * command resumes where it was interrupted, but needs another code if the number got a new name. Two sign-ups for one number meet at
 * the reservation.
 */
export const verifySignup = async (
  context: PhoneContext,
  proof: Proof,
  caller: Caller,
  metadata: CommandMetadata,
): Promise<SignedIn | Refusal> => {
  const phone = proof.phoneNumber;
  const userId = deterministicUuid(`user ${metadata.commandId}`);
  const { owner } = await context.phones.lookUp(phone);
  if (owner !== undefined && owner.id !== userId) return refuseProbe(context, caller.address) ?? refuse('phone/taken');
  const token = await verify(context, 'signup', { ...proof, ...caller }, metadata);
  if (isRefusal(token)) return token;

  const byThisUser = { ...metadata, actorId: userId };
  const phoneKey = await context.phones.claim(phone, userId, byThisUser);
  if (isRefusal(phoneKey)) return phoneKey;
  const registered = await changeUser(context, { type: 'Register', user: { userId, phone, phoneKey } }, byThisUser);
  return isRefusal(registered)
    ? registered
    : startSession(context, registered.state, { token, device: caller.device }, byThisUser);
};

const startSession = async (
  context: PhoneContext,
  user: User,
  { token, device }: { readonly token: string; readonly device: string },
  metadata: CommandMetadata,
): Promise<SignedIn | Refusal> => {
  const { aggregates, clock } = context;
  const sessionId = tokenHash(token);
  const expiresAt = new Date(clock.now() + limits.sessionLifetime).toISOString();
  const started = await aggregates.handle({
    decider: sessionDecider,
    stream: sessionStream(sessionId),
    command: { type: 'StartSession', session: { sessionId, userId: user.id, expiresAt, device } },
    metadata: { ...metadata, actorId: user.id },
    facts: () => ({ actorId: user.id, now: clock.now() }),
  });
  return isRefusal(started) ? started : { token, user, position: started.position };
};
