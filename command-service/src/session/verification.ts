import { createHmac } from 'node:crypto';
import { PRODUCT_NAME } from '@quorum/contracts/kernel/product.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { areaCodeOf, FICTIONAL_AREA_CODE, isUsPhone } from '@quorum/contracts/text/us-area-codes.ts';
import { phoneSubject } from '@quorum/domain/event-definition.ts';
import { isKnownAddress, verificationDecider } from '@quorum/domain/verification/decider.ts';
import { type VerificationPurpose, verificationStream } from '@quorum/domain/verification/events.ts';
import { equalText } from '@quorum/service-kit/secrets.ts';
import { changeUser } from '../account/change-user.ts';
import type { CommandMetadata, PhoneContext } from '../handling/context.ts';
import { KeyedQueue } from '../handling/queues.ts';
import { count, countAttempt, counterOfAddress, refuseCounted } from './count-attempt.ts';
import { countSms, refuseSms, sendSms } from './send-sms.ts';

type CodeRequest = {
  readonly phone: string;
  readonly purpose: VerificationPurpose;
  readonly requestedBy: string | null;
};

/**
 * Codes for leaving a number have a stream of their own, so that someone with a stolen session can neither use up nor replace the
 * codes that the owner signs in with.
 */
const verifiedKey = (phoneKey: string, purpose: VerificationPurpose): string =>
  purpose === 'leave-number' ? `leaving-${phoneKey}` : phoneKey;

/** The digest reveals the new number, so it is not kept where only the old one is concerned. */
const metadataFor = ({ purpose }: CodeRequest, metadata: CommandMetadata): CommandMetadata =>
  purpose === 'leave-number' ? { ...metadata, commandDigest: undefined } : metadata;

/**
 * Names a caller's address in the context of one number. The name cannot be linked to anything else done from that address, and
 * means nothing once the number is released or banned, because its key is destroyed then. Null if that just happened.
 */
const addressKeyOf = async ({ keys }: PhoneContext, phoneKey: string, address: string): Promise<string | null> => {
  const key = await keys.obtain(phoneSubject(phoneKey));
  return key && createHmac('sha256', key).update(`address ${address}`).digest('base64url');
};

const textOf = (code: string, purpose: VerificationPurpose): string => {
  const text = `Your ${PRODUCT_NAME} code is ${code}. It is valid for 10 minutes.`;
  return purpose === 'leave-number'
    ? `${text} It lets your account move to another number. Not you? Tell nobody.`
    : text;
};

/** Fictional numbers are accepted where no real messages are sent. */
const mayReceive = ({ outbox }: PhoneContext, phone: string): boolean =>
  isUsPhone(phone) || (outbox !== undefined && areaCodeOf(phone) === FICTIONAL_AREA_CODE);

/** Records in the account which numbers it requested codes for, before the log names the number together with the account. */
const noteRequest = async (context: PhoneContext, { phone, purpose }: CodeRequest, metadata: CommandMetadata) =>
  purpose === 'change-phone' ? changeUser(context, { type: 'RequestPhoneChange', phone }, metadata) : undefined;

const refusalIn = (outcome: unknown): Refusal | undefined => (isRefusal(outcome) ? outcome : undefined);

const countChange = async (
  context: PhoneContext,
  { purpose }: CodeRequest,
  metadata: CommandMetadata,
): Promise<Refusal | undefined> => {
  if (purpose !== 'change-phone') return undefined;
  return refusalIn(await count(context, { kind: 'phone-changes-of-account', key: metadata.actorId }, metadata));
};

const takeSendTo = ({ numberSends, clock }: PhoneContext, phone: string): Refusal | undefined => {
  const wait = numberSends.take(phone, clock.now());
  return wait > 0 ? refuse('code/too-many-sends', undefined, wait) : undefined;
};

/** Sends a new code, within the limits of the number and of the caller's address. */
export const sendCode = async (
  context: PhoneContext,
  request: CodeRequest,
  address: string,
  metadata: CommandMetadata,
): Promise<Refusal | { readonly position: string }> => {
  const { aggregates, clock, ids, secrets } = context;
  if (!mayReceive(context, request.phone)) return refuse('phone/not-in-us');
  const sends = await counterOfAddress(context, 'code-sends-of-address', address);
  // A name is kept, so a number without one gets it only if a code may be sent.
  const { phoneKey: known } = await context.phones.lookUp(request.phone);
  const exhausted = known === undefined ? await refuseCounted(context, sends) : undefined;
  if (exhausted !== undefined) return exhausted;
  const name = await context.phones.alias(request.phone, metadata);
  const phoneKey = verifiedKey(name, request.purpose);
  const addressKey = await addressKeyOf(context, name, address);
  const code = String(ids.integer(1_000_000)).padStart(6, '0');
  const salt = Buffer.from(ids.bytes(16)).toString('base64url');
  const { purpose, requestedBy } = request;
  const codeHash = secrets.codeHash(salt, code);
  const sent = await aggregates.handle({
    decider: verificationDecider,
    stream: verificationStream(phoneKey),
    command: { type: 'SendCode', code: { phoneKey, purpose, salt, codeHash, requestedBy, addressKey } },
    metadata: metadataFor(request, metadata),
    facts: () => ({ now: clock.now() }),
    // Only codes that the number's own limits allow count against the others. First, limits that everybody shares are only read, so
    // that nobody is charged for a code that is not sent.
    steps: [
      () => refuseSms(context, metadata),
      async () => refusalIn(await count(context, sends, metadata)),
      () => countChange(context, request, metadata),
      () => takeSendTo(context, request.phone),
      () => countSms(context, phoneKey, metadata),
      async () => refusalIn(await noteRequest(context, request, metadata)),
    ],
  });
  if (isRefusal(sent)) return sent;
  // A repeated command has already sent its code. Only the hash is known here.
  if (sent.repeated) return { position: sent.position };
  const message = { to: request.phone, body: textOf(code, purpose) };
  const failed = await sendSms(context, message, metadata, 'a code could not be sent');
  return failed === undefined ? { position: sent.position } : refuse('sms/failed');
};

export type Proof = CodeRequest & {
  readonly code: string;
  readonly address: string;
  /** Stored with an accepted code, for a repeat of the command. */
  readonly sealedToken?: string | null;
  /** Keeps a right code valid. */
  readonly keep?: boolean;
};

/** Guesses from one address queue up, so that concurrent ones are counted before the next is tried. */
const guesses = new KeyedQueue();

export type Proved = {
  /** As stored when the code was first accepted. */
  readonly sealedToken: string | null;
  /** The same command verified it before. */
  readonly repeated: boolean;
};

/**
 * Checks a code and uses up a right one. Wrong ones count against the number, and against the address unless the owner was
 * recognized there before.
 */
export const verifyCode = (context: PhoneContext, proof: Proof, metadata: CommandMetadata): Promise<Refusal | Proved> =>
  guesses.run(proof.address, () => judge(context, proof, metadata));

const judge = async (context: PhoneContext, proof: Proof, metadata: CommandMetadata): Promise<Refusal | Proved> => {
  const { aggregates, clock, secrets } = context;
  const { phone, purpose, requestedBy, code, address, sealedToken = null, keep = false } = proof;
  const { phoneKey: name } = await context.phones.lookUp(phone);
  if (name === undefined) return refuse('code/none');
  const phoneKey = verifiedKey(name, purpose);
  const addressKey = await addressKeyOf(context, name, address);
  const misses = await counterOfAddress(context, 'code-misses-of-address', address);
  const judged = await aggregates.handle({
    decider: verificationDecider,
    stream: verificationStream(phoneKey),
    command: { type: 'EnterCode', entered: { phoneKey, purpose, requestedBy, addressKey, sealedToken, keep } },
    metadata: metadataFor(proof, metadata),
    facts: async (state) => {
      const exhausted = isKnownAddress(state, addressKey) ? undefined : await refuseCounted(context, misses);
      const isCode = ({ salt, codeHash }: { readonly salt: string; readonly codeHash: string }): boolean =>
        equalText(secrets.codeHash(salt, code), codeHash);
      const isRight = state.code !== undefined && isCode(state.code);
      return exhausted ?? { now: clock.now(), isRight, isEarlier: state.earlier.some(isCode) };
    },
  });
  if (isRefusal(judged)) return judged;
  const accepted = judged.events.find((event) => event.type === 'CodeAccepted');
  if (accepted !== undefined) return { sealedToken: accepted.data.sealedToken, repeated: judged.repeated };
  if (judged.events.length === 0) return { sealedToken: null, repeated: false };
  // A wrong code does not change the known addresses.
  if (!isKnownAddress(judged.state, addressKey))
    await countAttempt(context, { ...misses, tried: `${phoneKey} ${code}` }, metadata);
  return refuse('code/wrong');
};
