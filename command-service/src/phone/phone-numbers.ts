import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { phoneSubject } from '@quorum/domain/event-definition.ts';
import { isAbandoned, isTaken, type PhoneReservation, phoneReservationDecider } from '@quorum/domain/phone/decider.ts';
import { phoneStream } from '@quorum/domain/phone/events.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { User } from '@quorum/domain/user/user.ts';
import { verificationDecider } from '@quorum/domain/verification/decider.ts';
import { verificationStream } from '@quorum/domain/verification/events.ts';
import type { Accepted } from '../handling/aggregates.ts';
import type { Cause, Context } from '../handling/context.ts';
import type { NumberName } from './number-names.ts';

type NumberState = {
  readonly banned: boolean;
  /** The account that has the number now. A claim without an account belongs to nobody. */
  readonly owner: User | undefined;
};

const holderOf = async ({ aggregates }: Context, { holder }: PhoneReservation): Promise<User | undefined> =>
  holder === undefined ? undefined : await aggregates.load(userDecider, userStream(holder));

/** The name to send codes under. A name that a deleted person had is released first, even if erasure has not got there yet. */
export const nameForCodes = async (context: Context, phone: string, cause: Cause): Promise<NumberName> => {
  const name = await context.numbers.obtain(phone);
  return (await releaseFormer(context, { phone, phoneKey: name.phoneKey }, cause))
    ? context.numbers.obtain(phone)
    : name;
};

/** Whether a number may be used, and who has it. */
export const lookUpPhone = async (context: Context, phone: string): Promise<NumberState> => {
  const name = await context.numbers.find(phone);
  if (name === undefined) return { banned: false, owner: undefined };
  const reservation = await context.aggregates.load(phoneReservationDecider, phoneStream(name.phoneKey));
  const holder = await holderOf(context, reservation);
  return { banned: reservation.banned, owner: isTaken(reservation, holder, name.phoneKey) ? holder : undefined };
};

/** Counts requests whose response reveals whether a number has an account, so that numbers cannot be probed in bulk. */
export const refuseProbe = ({ numberProbes, clock }: Context, address: string): Refusal | undefined => {
  const wait = numberProbes.take(address, clock.now());
  return wait > 0 ? refuse('request/too-many', undefined, wait) : undefined;
};

/** A number that a person holds under a name. `phone` is null once nobody can read it. */
type Held = { readonly phone: string | null; readonly phoneKey: string; readonly userId: string };

/** Maximum consecutive names that were released while being claimed. */
const MAX_NAMES = 5;

/**
 * Reserves a number for a person.
 * @returns the name it is reserved under; `phone/taken` or `phone/banned` if it is not available.
 */
export const claimPhone = async (
  context: Context,
  phone: string,
  userId: string,
  cause: Cause,
): Promise<NumberName | Refusal> => {
  for (let tried = 0; tried < MAX_NAMES; tried++) {
    const { phoneKey } = await context.numbers.obtain(phone);
    const claimed = await claimName(context, { phone, phoneKey, userId }, cause);
    if (claimed === undefined) continue;
    return isRefusal(claimed) ? claimed : { phoneKey };
  }
  return refuse('service/unavailable', undefined, 1);
};

const isGone = (holder: User | undefined): boolean => holder?.status === 'deleted';

/** `userId`: who claims the number, if known yet. */
type Wanted = { readonly phone: string; readonly phoneKey: string; readonly userId?: string };

/** Whether another account requested the number. Its name would link the two accounts in the log forever. */
const wasAskedFor = async ({ aggregates }: Context, { phoneKey, userId }: Wanted): Promise<boolean> => {
  if (userId === undefined) return false;
  const { askedBy } = await aggregates.load(verificationDecider, verificationStream(phoneKey));
  return askedBy.some((asker) => asker !== userId);
};

/** @returns the holder that loses the name, empty if there is none; undefined if the name stays. */
const formerHolder = async (context: Context, wanted: Wanted): Promise<string | undefined> => {
  const { phoneKey, userId } = wanted;
  const reservation = await context.aggregates.load(phoneReservationDecider, phoneStream(phoneKey));
  if (reservation.banned) return undefined;
  if (reservation.holder === undefined)
    return reservation.released || (await wasAskedFor(context, wanted)) ? '' : undefined;
  const holder = await holderOf(context, reservation);
  const facts = { holder, now: context.clock.now() };
  const isLeft = isGone(holder) || (reservation.holder !== userId && isAbandoned(reservation, facts, phoneKey));
  return isLeft ? reservation.holder : undefined;
};

/**
 * Releases a name whose holder was deleted, has moved to another number, or never completed sign-up, so that the next holder of
 * the number gets a new name. Claiming a number that another account requested has the same effect.
 * @returns whether the name was released.
 */
const releaseFormer = async (context: Context, wanted: Wanted, cause: Cause): Promise<boolean> => {
  const former = await formerHolder(context, wanted);
  if (former === undefined) return false;
  const { phone, phoneKey } = wanted;
  await releasePhone(context, { phone, phoneKey, userId: former }, cause);
  return true;
};

/** @returns undefined if the name no longer belongs to the number. */
const claimName = async (
  context: Context,
  wanted: Required<Wanted>,
  cause: Cause,
): Promise<Accepted<PhoneReservation> | Refusal | undefined> => {
  const { aggregates, clock } = context;
  const { phoneKey, userId } = wanted;
  const stream = phoneStream(phoneKey);
  if (await releaseFormer(context, wanted, cause)) return undefined;
  return aggregates.handle({
    decider: phoneReservationDecider,
    stream,
    command: { type: 'ClaimPhone', phoneKey, userId },
    cause,
    facts: async (state) => ({ now: clock.now(), holder: await holderOf(context, state) }),
  });
};

/** Forgets the name of a number that a deleted account requested codes for, unless someone else has the number. */
export const forgetUnused = async (context: Context, phone: string, userId: string, cause: Cause): Promise<void> => {
  const name = await context.numbers.find(phone);
  if (name !== undefined) await releasePhone(context, { phone, phoneKey: name.phoneKey, userId }, cause);
};

/**
 * Releases a number, unless it now belongs to someone else, and forgets its name, so that nothing in the log can be found by the
 * number. A banned number keeps its name, because it must be recognized.
 */
export const releasePhone = async (
  { aggregates, keys, numbers }: Context,
  { phone, phoneKey, userId }: Held,
  cause: Cause,
): Promise<void> => {
  const stream = phoneStream(phoneKey);
  const given = await aggregates.handle({
    decider: phoneReservationDecider,
    stream,
    command: { type: 'ReleasePhone', phoneKey, userId },
    cause,
    facts: () => ({ now: 0, holder: undefined }),
  });
  if (isRefusal(given)) throw new Error(`A number could not be given back: ${given.refused}`);
  if (given.state.holder !== undefined) return;
  await keys.destroy(phoneSubject(phoneKey));
  if (phone !== null && !given.state.banned) await numbers.forget(phone, phoneKey);
};

type OwnNumber = { readonly phone: string | null; readonly phoneKey: string };

/** The numbers an account has had, with their names. Null where erased. */
export const numbersOf = async ({ events }: Context, userId: string): Promise<readonly OwnNumber[]> =>
  (await events.read(userStream(userId))).flatMap((event) =>
    event.type === 'UserRegistered' || event.type === 'PhoneChanged' ? [event.data] : [],
  );

/** The numbers for which an account requested a code. Null where erased. */
export const askedNumbersOf = async ({ events }: Context, userId: string): Promise<readonly (string | null)[]> => [
  ...new Set(
    (await events.read(userStream(userId))).flatMap((event) =>
      event.type === 'PhoneChangeRequested' || event.type === 'PhoneChangeScheduled' ? [event.data.phone] : [],
    ),
  ),
];

/** The number an account had under a name. */
export const numberOf = async (context: Context, userId: string, phoneKey: string): Promise<string | null> =>
  (await numbersOf(context, userId)).find((own) => own.phoneKey === phoneKey)?.phone ?? null;
