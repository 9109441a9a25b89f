import { phoneStream } from '@quorum/contracts/events/access.ts';
import { userStream } from '@quorum/contracts/events/user.ts';
import { PRODUCT_NAME, SUPPORT_EMAIL } from '@quorum/contracts/wire/limits.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Decision } from '../domain/aggregate.ts';
import {
  decideClaim,
  decideRelease,
  isTaken,
  phoneReservationAggregate,
} from '../domain/reservation/phone-reservation.ts';
import { decideChangePhone } from '../domain/user/decide.ts';
import { type User, userAggregate } from '../domain/user/user.ts';
import type { Accepted } from './aggregates.ts';
import { type Cause, type Context, metadataOf } from './context.ts';
import { phoneHolder, sendCode, verifyCode } from './verification.ts';

export const changeUser = (context: Context, cause: Cause, decide: (user: User) => Decision) =>
  context.aggregates.handle(userAggregate, userStream(cause.actorId), metadataOf(cause), decide);

/** Sends a code to the number that the person wants to change to. */
export const requestPhoneChange = async (context: Context, phone: string, address: string, cause: Cause) => {
  const phoneKey = context.secrets.phoneKey(phone);
  const { reservation, holder } = await phoneHolder(context, phoneKey);
  if (reservation.banned) return refuse('phone/banned');
  if (holder?.id === cause.actorId && isTaken(reservation, holder, phoneKey)) return refuse('phone/unchanged');
  if (isTaken(reservation, holder, phoneKey)) return refuse('phone/used-by-another');
  return sendCode(context, { phone, purpose: 'change-phone', requestedBy: cause.actorId }, address, cause);
};

/**
 * Changes the number once the new one is proved: reserves the new one, changes the account and ends its other sessions in one
 * append, gives the old one back and tells it.
 */
export const changePhone = async (
  context: Context,
  phone: string,
  code: string,
  sessionId: string,
  cause: Cause,
): Promise<Accepted<User> | Refusal> => {
  const { aggregates, clock, secrets, sms, log } = context;
  const phoneKey = secrets.phoneKey(phone);
  const verified = await verifyCode(
    context,
    { phone, code, purpose: 'change-phone', requestedBy: cause.actorId },
    cause,
  );
  if (isRefusal(verified)) return verified;
  const claimed = await aggregates.handle(
    phoneReservationAggregate,
    phoneStream(phoneKey),
    metadataOf(cause),
    async (state) => {
      const holder =
        state.holder === undefined ? undefined : await aggregates.load(userAggregate, userStream(state.holder));
      return decideClaim(state, holder, { phoneKey, userId: cause.actorId }, clock.now());
    },
  );
  if (isRefusal(claimed)) return claimed.refused === 'phone/taken' ? refuse('phone/used-by-another') : claimed;
  const former: { phone: string | null } = { phone: null };
  const changed = await changeUser(context, cause, (user) => {
    former.phone = user.phone;
    return decideChangePhone(user, { phone, phoneKey, sessionId });
  });
  if (isRefusal(changed)) return changed;
  const change = changed.events.find((event) => event.type === 'PhoneChanged');
  if (change === undefined) return changed;
  const { previousPhoneKey } = change.data;
  // Unless a repeated command comes when the person is back at that number.
  if (changed.state.phoneKey !== previousPhoneKey) {
    await aggregates.handle(phoneReservationAggregate, phoneStream(previousPhoneKey), metadataOf(cause), (state) =>
      decideRelease(state, { phoneKey: previousPhoneKey, userId: cause.actorId }),
    );
  }
  if (former.phone !== null && !changed.repeated) {
    try {
      await sms.send(
        former.phone,
        `The phone number of your ${PRODUCT_NAME} account was changed. Not you? Write to ${SUPPORT_EMAIL}.`,
      );
    } catch {
      log.warn({ correlationId: cause.correlationId }, 'the former number could not be told of its change');
    }
  }
  return changed;
};
