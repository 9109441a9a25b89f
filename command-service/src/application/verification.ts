import { createHmac } from 'node:crypto';
import { areaCodeOf, isUsPhone, MADE_UP_AREA_CODE } from '@quorum/contracts/text/us-area-codes.ts';
import { PRODUCT_NAME } from '@quorum/contracts/wire/limits.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import { phoneSubject } from '@quorum/domain/event-definition.ts';
import { isKnownAddress, refuseSend, verificationDecider } from '@quorum/domain/verification/decider.ts';
import { type VerificationPurpose, verificationStream } from '@quorum/domain/verification/events.ts';
import { changeUser } from './account.ts';
import { type Cause, type Context, metadataOf } from './context.ts';
import { count, countAttempt, counterOfAddress, refuseCounted } from './count-attempt.ts';
import { countSms } from './count-sms.ts';
import { handle } from './handle.ts';
import { KeyedQueue } from './keyed-queue.ts';
import type { NumberName } from './number-names.ts';
import { findName, nameForCodes } from './phone-numbers.ts';
import { equalText } from './secrets.ts';

type CodeRequest = {
  readonly phone: string;
  readonly purpose: VerificationPurpose;
  readonly requestedBy: string | null;
};

/**
 * Codes that let an account leave a number lie in a stream of their own: whoever has a stolen session cannot use up, or take the place
 * of, those that its owner signs in with.
 */
const verifiedKey = ({ phoneKey }: NumberName, purpose: VerificationPurpose): string =>
  purpose === 'leave-number' ? `leaving-${phoneKey}` : phoneKey;

/** The digest tells of the new number: it is not kept where only the old one is spoken of. */
const causeFor = ({ purpose }: CodeRequest, cause: Cause): Cause =>
  purpose === 'leave-number' ? { ...cause, commandDigest: undefined } : cause;

/**
 * Names the address of a caller to one number; of no use to find what else was done from there, and of none at all once the number is
 * given back: its key is destroyed then, also where the number is banned. Null when that was just done.
 */
const addressKeyOf = async (
  { keys }: Pick<Context, 'keys'>,
  { phoneKey }: NumberName,
  address: string,
): Promise<string | null> => {
  const key = await keys.obtain(phoneSubject(phoneKey));
  return key && createHmac('sha256', key).update(`address ${address}`).digest('base64url');
};

const textOf = (code: string, purpose: VerificationPurpose): string => {
  const text = `Your ${PRODUCT_NAME} code is ${code}. It is valid for 10 minutes.`;
  return purpose === 'leave-number'
    ? `${text} It lets your account move to another number. Not you? Tell nobody.`
    : text;
};

/** Made-up numbers are taken where nothing is really sent. */
const mayReceive = ({ outbox }: Context, phone: string): boolean =>
  isUsPhone(phone) || (outbox !== undefined && areaCodeOf(phone) === MADE_UP_AREA_CODE);

/** The account remembers which numbers it asked for; noted before the log names the number beside the account. */
const noteRequest = async (context: Context, { phone, purpose }: CodeRequest, cause: Cause) =>
  purpose === 'change-phone' ? changeUser(context, { type: 'RequestPhoneChange', phone }, cause) : undefined;

/** Sends a fresh code, within the limits of the number and of the caller's address. */
export const sendCode = async (
  context: Context,
  request: CodeRequest,
  address: string,
  cause: Cause,
): Promise<Refusal | { readonly position: string }> => {
  const { aggregates, clock, ids, secrets, sms, log } = context;
  if (!mayReceive(context, request.phone)) return refuse('phone/not-in-us');
  const name = await nameForCodes(context, request.phone, cause);
  const phoneKey = verifiedKey(name, request.purpose);
  const addressKey = await addressKeyOf(context, name, address);
  const sends = await counterOfAddress(context, 'code-sends-of-address', address);
  const code = String(ids.integer(1_000_000)).padStart(6, '0');
  const salt = Buffer.from(ids.bytes(16)).toString('base64url');
  const { purpose, requestedBy } = request;
  const codeHash = secrets.codeHash(salt, code);
  const sent = await handle(aggregates, {
    decider: verificationDecider,
    stream: verificationStream(phoneKey),
    command: { type: 'SendCode', code: { phoneKey, purpose, salt, codeHash, requestedBy, addressKey } },
    cause: causeFor(request, cause),
    facts: async (state) => {
      // Only a send that the number's own limits allow counts for the address.
      const refusal = refuseSend(state, addressKey, clock.now());
      if (refusal !== undefined) return refusal;
      const counted = await count(context, sends, metadataOf(cause));
      if (isRefusal(counted)) return counted;
      const wait = context.numberSends.take(request.phone, clock.now());
      if (wait > 0) return refuse('code/too-many-sends', undefined, wait);
      const spent = await countSms(context, phoneKey, cause);
      if (spent !== undefined) return spent;
      const noted = await noteRequest(context, request, cause);
      return isRefusal(noted) ? noted : { now: clock.now() };
    },
  });
  if (isRefusal(sent)) return sent;
  // A repeated command has sent its code already; only its hash is known here.
  if (sent.repeated) return { position: sent.position };
  try {
    await sms.send(request.phone, textOf(code, purpose));
  } catch {
    log.warn({ correlationId: cause.correlationId }, 'a code could not be sent');
    return refuse('sms/failed');
  }
  return { position: sent.position };
};

export type Proof = CodeRequest & {
  readonly code: string;
  readonly address: string;
  /** Kept with an accepted code, for a repeat of the command. */
  readonly sealedToken?: string | null;
  /** A right code is not used up yet. */
  readonly keep?: boolean;
};

/** Guesses from one address wait for each other: those that come at once are counted before the next is tried. */
const guesses = new KeyedQueue();

export type Proved = {
  /** As kept when the code was accepted first. */
  readonly sealedToken: string | null;
  /** This very command had proved it before. */
  readonly repeated: boolean;
};

/**
 * Judges a code; an accepted one is used up. Wrong ones count for the number, and for the address unless the number's owner was
 * recognised there before.
 */
export const verifyCode = (context: Context, proof: Proof, cause: Cause): Promise<Refusal | Proved> =>
  guesses.run(proof.address, () => judge(context, proof, cause));

const judge = async (context: Context, proof: Proof, cause: Cause): Promise<Refusal | Proved> => {
  const { aggregates, clock, secrets } = context;
  const { phone, purpose, requestedBy, code, address, sealedToken = null, keep = false } = proof;
  const name = await findName(context, phone);
  if (name === undefined) return refuse('code/none');
  const phoneKey = verifiedKey(name, purpose);
  const addressKey = await addressKeyOf(context, name, address);
  const misses = await counterOfAddress(context, 'code-misses-of-address', address);
  const judged = await handle(aggregates, {
    decider: verificationDecider,
    stream: verificationStream(phoneKey),
    command: { type: 'EnterCode', entered: { phoneKey, purpose, requestedBy, addressKey, sealedToken, keep } },
    cause: causeFor(proof, cause),
    facts: async (state) => {
      const exhausted = isKnownAddress(state, addressKey) ? undefined : await refuseCounted(context, misses);
      const sent = state.code;
      const isRight = sent !== undefined && equalText(secrets.codeHash(sent.salt, code), sent.codeHash);
      return exhausted ?? { now: clock.now(), isRight };
    },
  });
  if (isRefusal(judged)) return judged;
  const accepted = judged.events.find((event) => event.type === 'CodeAccepted');
  if (accepted !== undefined) return { sealedToken: accepted.data.sealedToken, repeated: judged.repeated };
  if (judged.events.length === 0) return { sealedToken: null, repeated: false };
  // A wrong code does not change which addresses are known.
  if (!isKnownAddress(judged.state, addressKey))
    await countAttempt(context, { ...misses, tried: `${phoneKey} ${code}` }, cause);
  return refuse('code/wrong');
};
