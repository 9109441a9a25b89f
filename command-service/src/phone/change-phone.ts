import { PRODUCT_NAME } from '@quorum/contracts/kernel/product.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { type StopReason, userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { User } from '@quorum/domain/user/user.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import { equalText } from '@quorum/service-kit/secrets.ts';
import { changeUser, type UserOutcome } from '../account/change-user.ts';
import type { CommandMetadata, PhoneContext } from '../handling/context.ts';
import { refuseProbe } from '../session/count-attempt.ts';
import { countSms, sendSms } from '../session/send-sms.ts';
import { sendCode, verifyCode } from '../session/verification.ts';

type Change = {
  /** The new number and the code sent to it. */
  readonly phone: string;
  readonly code: string;
  /** The requesting session, which stays signed in. */
  readonly sessionId: string;
  readonly address: string;
};

const ownUser = ({ aggregates }: PhoneContext, { actorId }: CommandMetadata): Promise<User> =>
  aggregates.load(userDecider, userStream(actorId));

/** Sends one code to the new number and one to the current number. */
export const requestPhoneChange = async (
  context: PhoneContext,
  phone: string,
  address: string,
  metadata: CommandMetadata,
) => {
  const requestedBy = metadata.actorId;
  const refusal = await refuseNumber(context, phone, address, metadata);
  if (refusal !== undefined) return refusal;
  const sent = await sendCode(context, { phone, purpose: 'change-phone', requestedBy }, address, metadata);
  if (isRefusal(sent)) return sent;
  const { phone: current } = await ownUser(context, metadata);
  if (current === null) return sent;
  const notice = await sendCode(context, { phone: current, purpose: 'leave-number', requestedBy }, address, metadata);
  // Someone without access to the current number proceeds without its code, and an earlier code may still be valid.
  return isRefusal(notice) && !['sms/failed', 'code/wait'].includes(notice.refused) ? notice : sent;
};

/** Why an account cannot change to a number, if so. */
const refuseNumber = async (context: PhoneContext, phone: string, address: string, { actorId }: CommandMetadata) => {
  const { banned, owner } = await context.phones.lookUp(phone);
  if (!banned && owner === undefined) return undefined;
  if (owner?.id === actorId) return refuse('phone/unchanged');
  const probed = refuseProbe(context, address) ?? refuseProbe(context, actorId);
  return probed ?? refuse(banned ? 'phone/banned' : 'phone/used-by-another');
};

const proveNew = (context: PhoneContext, { phone, code, address }: Change, metadata: CommandMetadata) =>
  verifyCode(context, { phone, code, purpose: 'change-phone', requestedBy: metadata.actorId, address }, metadata);

/** Keeps the first code valid until the new number is verified too, so that one typo does not waste both codes. */
const proveCurrent = async (
  context: PhoneContext,
  { currentCode: code, address }: Change & { readonly currentCode: string },
  keep: boolean,
  metadata: CommandMetadata,
): Promise<Refusal | undefined> => {
  const { phone } = await ownUser(context, metadata);
  if (phone === null) return refuse('user/not-found');
  const request = { phone, code, purpose: 'leave-number' as const, requestedBy: metadata.actorId, address, keep };
  const proved = await verifyCode(context, request, metadata);
  if (!isRefusal(proved)) return undefined;
  return proved.refused === 'code/wrong' ? refuse('phone/current-code-wrong') : proved;
};

/**
 * Changes the number once both are verified: reserves the new one, changes the account and ends its other sessions in one append,
 * and releases the old one. A process manager notifies the old number.
 */
export const changePhone = async (
  context: PhoneContext,
  change: Change & { readonly currentCode: string },
  metadata: CommandMetadata,
): Promise<UserOutcome> => {
  const userId = metadata.actorId;
  const { phone, sessionId } = change;
  const earlier = await context.aggregates.repeated(userDecider, userStream(userId), metadata);
  if (earlier !== undefined) return earlier;
  const unproved = await proveCurrent(context, change, true, metadata);
  if (unproved !== undefined) return unproved;
  const proved = await proveNew(context, change, metadata);
  if (isRefusal(proved)) return proved;
  const spent = await proveCurrent(context, change, false, metadata);
  if (spent !== undefined) return spent;
  return moveToPhone(context, { phone, userId }, metadata, (phoneKey) =>
    changeUser(context, { type: 'ChangePhone', phone, phoneKey, sessionId }, metadata),
  ).then((outcome) =>
    isRefusal(outcome) && outcome.refused === 'phone/taken' ? refuse('phone/used-by-another') : outcome,
  );
};

/**
 * Reserves a number for a person, runs the move to it, and releases the number that is no longer needed.
 * @param metadata its actor may be a system; the person is `userId`.
 */
export const moveToPhone = async (
  context: PhoneContext,
  { phone, userId }: { readonly phone: string; readonly userId: string },
  metadata: CommandMetadata,
  run: (phoneKey: string) => Promise<UserOutcome>,
): Promise<UserOutcome> => {
  const phoneKey = await context.phones.claim(phone, userId, metadata);
  if (isRefusal(phoneKey)) return phoneKey;
  const changed = await run(phoneKey);
  if (isRefusal(changed)) return changed;
  const change = changed.events.find((event) => event.type === 'PhoneChanged');
  if (change !== undefined) await context.phones.release(userId, change.data.previousPhoneKey, metadata);
  return changed;
};

const stopMac = ({ secrets }: PhoneContext, userId: string, changeId: string): string =>
  secrets.privateKey('stop-phone-change', `${userId} ${changeId}`);

const warning = (link: string): string =>
  `Your ${PRODUCT_NAME} account will move to another phone number in 72 hours. Not you? Stop it: ${link}`;

/**
 * Schedules a change of number in three days, for someone who verified only the new one. The current number is warned first, so
 * that no change happens without a warning, unless that number takes none: it would stop the change for ever.
 */
export const schedulePhoneChange = async (
  context: PhoneContext,
  change: Change & { readonly origin: string },
  metadata: CommandMetadata,
): Promise<{ readonly effectiveAt: string; readonly position: string } | Refusal> => {
  const { aggregates } = context;
  const { actorId: userId } = metadata;
  const earlier = await aggregates.repeated(userDecider, userStream(userId), metadata);
  if (earlier !== undefined) return scheduledBy(earlier);
  const proved = await proveNew(context, change, metadata);
  if (isRefusal(proved)) return proved;
  const changeId = deterministicUuid(`phone change ${metadata.commandId}`);
  const { phone: current, phoneKey } = await ownUser(context, metadata);
  const token = `${userId}.${changeId}.${stopMac(context, userId, changeId)}`;
  if (current !== null) {
    const spent = await countSms(context, phoneKey, metadata);
    if (spent !== undefined) return spent;
    const message = { to: current, body: warning(`${change.origin}/stop-phone-change?token=${token}`) };
    const failed = await sendSms(context, message, metadata, 'the current number could not be warned of its change');
    if (failed !== undefined && !failed.refusesNumber) return refuse('sms/failed');
  }
  const { phone, sessionId } = change;
  const command = { type: 'SchedulePhoneChange', change: { changeId, phone, sessionId } } as const;
  return scheduledBy(await changeUser(context, command, metadata));
};

const scheduledBy = (outcome: UserOutcome) => {
  if (isRefusal(outcome)) return outcome;
  const event = outcome.events.find(({ type }) => type === 'PhoneChangeScheduled');
  if (event?.type !== 'PhoneChangeScheduled') return refuse('request/idempotency-key-reused');
  return { effectiveAt: event.data.effectiveAt, position: outcome.position };
};

export const stopPhoneChange = (
  context: PhoneContext,
  { userId, ...reason }: StopReason & { readonly userId: string },
  metadata: CommandMetadata,
): Promise<UserOutcome> => changeUser(context, { type: 'StopPhoneChange', ...reason }, metadata, userId);

/** Stops the pending change, and signs everyone out. Stopping it again has no effect. */
export const stopByLink = async (context: PhoneContext, token: string, metadata: CommandMetadata) => {
  const [userId = '', changeId = '', mac = ''] = token.split('.');
  if (!equalText(mac, stopMac(context, userId, changeId))) return refuse('phone/stop-link-invalid');
  return stopPhoneChange(context, { userId, reason: 'link', changeId }, metadata);
};
