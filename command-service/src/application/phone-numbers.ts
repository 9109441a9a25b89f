import { phoneStream } from '@quorum/contracts/events/access.ts';
import { userStream } from '@quorum/contracts/events/user.ts';
import { type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import {
  decideClaim,
  decideRelease,
  isTaken,
  type PhoneReservation,
  phoneReservationAggregate,
} from '../domain/reservation/phone-reservation.ts';
import { type User, userAggregate } from '../domain/user/user.ts';
import type { Accepted } from './aggregates.ts';
import { type Cause, type Context, metadataOf } from './context.ts';

type NumberState = {
  readonly banned: boolean;
  /** Whose account the number is now; a claim that never came to an account is nobody's. */
  readonly owner: User | undefined;
};

const holderOf = async (
  { aggregates }: Pick<Context, 'aggregates'>,
  { holder }: PhoneReservation,
): Promise<User | undefined> =>
  holder === undefined ? undefined : await aggregates.load(userAggregate, userStream(holder));

/** Whether a number may be used, and by whom it is. */
export const lookUpPhone = async (context: Context, phoneKey: string): Promise<NumberState> => {
  const reservation = await context.aggregates.load(phoneReservationAggregate, phoneStream(phoneKey));
  const holder = await holderOf(context, reservation);
  return { banned: reservation.banned, owner: isTaken(reservation, holder, phoneKey) ? holder : undefined };
};

/**
 * Answers tell whether a number has an account. That helps people, and must not serve to try numbers in masses: asked for before an
 * answer that does.
 */
export const refuseProbe = (
  { numberProbes, clock }: Pick<Context, 'numberProbes' | 'clock'>,
  address: string,
): Refusal | undefined => {
  const wait = numberProbes.take(address, clock.now());
  return wait > 0 ? refuse('request/too-many', undefined, wait) : undefined;
};

/** Reserves a number for a person. @returns `phone/taken` or `phone/banned` when it cannot be theirs. */
export const claimPhone = (
  context: Context,
  phoneKey: string,
  userId: string,
  cause: Cause,
): Promise<Accepted<PhoneReservation> | Refusal> => {
  const { aggregates, clock } = context;
  return aggregates.handle(phoneReservationAggregate, phoneStream(phoneKey), metadataOf(cause), async (reservation) =>
    decideClaim(reservation, await holderOf(context, reservation), { phoneKey, userId }, clock.now()),
  );
};

/** Gives a number back, unless it has become somebody else's. */
export const releasePhone = (
  { aggregates }: Context,
  phoneKey: string,
  userId: string,
  cause: Cause,
): Promise<Accepted<PhoneReservation> | Refusal> =>
  aggregates.handle(phoneReservationAggregate, phoneStream(phoneKey), metadataOf(cause), (reservation) =>
    decideRelease(reservation, { phoneKey, userId }),
  );
