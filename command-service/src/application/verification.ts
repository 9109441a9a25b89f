import { attemptsStream, type VerificationPurpose, verificationStream } from '@quorum/contracts/events/access.ts';
import { PRODUCT_NAME } from '@quorum/contracts/wire/limits.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import { attemptsAggregate, decideAttempt } from '../domain/attempts/attempts.ts';
import { decideSend, decideVerify, refuseSend, verificationAggregate } from '../domain/verification/verification.ts';
import { type Cause, type Context, metadataOf } from './context.ts';
import { equalText } from './secrets.ts';

type CodeRequest = {
  readonly phone: string;
  readonly purpose: VerificationPurpose;
  readonly requestedBy: string | null;
};

/** Sends a fresh code, within the limits of the number and of the caller's address. */
export const sendCode = async (
  context: Context,
  request: CodeRequest,
  address: string,
  cause: Cause,
): Promise<Refusal | { readonly position: string }> => {
  const { aggregates, clock, ids, secrets, sms, log } = context;
  const phoneKey = secrets.phoneKey(request.phone);
  const addressKey = secrets.privateKey('address', address);
  const countForAddress = () =>
    aggregates.handle(
      attemptsAggregate,
      attemptsStream('code-sends-of-address', addressKey),
      metadataOf(cause),
      (attempts) => decideAttempt(attempts, 'code-sends-of-address', addressKey, clock.now()),
    );

  const code = String(ids.integer(1_000_000)).padStart(6, '0');
  const salt = Buffer.from(ids.bytes(16)).toString('base64url');
  const { purpose, requestedBy } = request;
  const codeHash = secrets.codeHash(salt, code);
  const sent = await aggregates.handle(
    verificationAggregate,
    verificationStream(phoneKey),
    metadataOf(cause),
    async (state) => {
      // Only a send that the number's own limits allow counts for the address.
      const refusal = refuseSend(state, clock.now());
      if (refusal !== undefined) return refusal;
      const counted = await countForAddress();
      if (isRefusal(counted)) return counted;
      return decideSend(state, { phoneKey, purpose, salt, codeHash, requestedBy }, clock.now());
    },
  );
  if (isRefusal(sent)) return sent;
  // A repeated command has sent its code already; only its hash is known here.
  if (sent.repeated) return { position: sent.position };
  try {
    await sms.send(request.phone, `Your ${PRODUCT_NAME} code is ${code}. It is valid for 10 minutes.`);
  } catch {
    log.warn({ correlationId: cause.correlationId }, 'a code could not be sent');
    return refuse('sms/failed');
  }
  return { position: sent.position };
};

/** Judges a code; an accepted one is used up. */
export const verifyCode = async (
  { aggregates, clock, secrets }: Context,
  request: CodeRequest & { readonly code: string },
  cause: Cause,
): Promise<Refusal | { readonly accepted: true }> => {
  const { purpose, requestedBy, code } = request;
  const phoneKey = secrets.phoneKey(request.phone);
  const judged = await aggregates.handle(
    verificationAggregate,
    verificationStream(phoneKey),
    metadataOf(cause),
    (state) =>
      decideVerify(
        state,
        { phoneKey, purpose, requestedBy },
        (salt, hash) => equalText(secrets.codeHash(salt, code), hash),
        clock.now(),
      ),
  );
  if (isRefusal(judged)) return judged;
  return judged.events.some((event) => event.type === 'CodeAccepted') ? { accepted: true } : refuse('code/wrong');
};
