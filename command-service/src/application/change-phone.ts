import { isRefusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import { decideChangePhone } from '../domain/user/decide.ts';
import { changeUser, type UserOutcome } from './account.ts';
import type { Cause, Context } from './context.ts';
import { claimPhone, lookUpPhone, refuseProbe, releasePhone } from './phone-numbers.ts';
import { sendCode, verifyCode } from './verification.ts';

/** Sends a code to the number that the person wants to change to. */
export const requestPhoneChange = async (context: Context, phone: string, address: string, cause: Cause) => {
  const { banned, owner } = await lookUpPhone(context, context.secrets.phoneKey(phone));
  if (banned) return refuse('phone/banned');
  if (owner?.id === cause.actorId) return refuse('phone/unchanged');
  if (owner !== undefined) return refuseProbe(context, address) ?? refuse('phone/used-by-another');
  return sendCode(context, { phone, purpose: 'change-phone', requestedBy: cause.actorId }, address, cause);
};

/**
 * Changes the number once the new one is proved: reserves the new one, changes the account and ends its other sessions in one
 * append, and gives the old one back. A policy tells it there.
 */
export const changePhone = async (
  context: Context,
  phone: string,
  code: string,
  sessionId: string,
  cause: Cause,
): Promise<UserOutcome> => {
  const userId = cause.actorId;
  const phoneKey = context.secrets.phoneKey(phone);
  const verified = await verifyCode(context, { phone, code, purpose: 'change-phone', requestedBy: userId }, cause);
  if (isRefusal(verified)) return verified;
  const claimed = await claimPhone(context, phoneKey, userId, cause);
  if (isRefusal(claimed)) return claimed.refused === 'phone/taken' ? refuse('phone/used-by-another') : claimed;
  const changed = await changeUser(context, cause, (user) => decideChangePhone(user, { phone, phoneKey, sessionId }));
  if (isRefusal(changed)) return changed;
  const change = changed.events.find((event) => event.type === 'PhoneChanged');
  if (change === undefined) return changed;
  const { previousPhoneKey } = change.data;
  // Unless a repeated command comes when the person is back at that number.
  if (changed.state.phoneKey !== previousPhoneKey) await releasePhone(context, previousPhoneKey, userId, cause);
  return changed;
};
