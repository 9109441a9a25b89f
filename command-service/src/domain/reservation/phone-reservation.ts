import { refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Aggregate, Decision } from '../aggregate.ts';
import type { User } from '../user/user.ts';

/** Who holds a phone number. `claimedAt` in milliseconds. */
export type PhoneReservation = {
  readonly holder: string | undefined;
  readonly claimedAt: number;
  readonly banned: boolean;
};

export const phoneReservationAggregate: Aggregate<PhoneReservation> = {
  category: 'phone',
  initial: () => ({ holder: undefined, claimedAt: 0, banned: false }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'PhoneClaimed':
        return { ...state, holder: event.data.userId, claimedAt: Date.parse(event.recordedAt) };
      case 'PhoneReleased':
        return { ...state, holder: undefined };
      case 'PhoneBanned':
        return { ...state, banned: true };
      default:
        return state;
    }
  },
};

/** A claim that was never followed by its account (the process died in between) is worth nothing after this. Milliseconds. */
const UNFINISHED_CLAIM_LIFETIME = 60_000;

/**
 * Whether the number belongs to an account now.
 * @param holder the account that holds the reservation, as it stands.
 */
export const isTaken = (state: PhoneReservation, holder: User | undefined, phoneKey: string): boolean =>
  state.holder !== undefined && holder?.status === 'active' && holder.phoneKey === phoneKey;

/** Claims a number. A claim left behind by a deleted account, or never finished, is taken over. */
export const decideClaim = (
  state: PhoneReservation,
  holder: User | undefined,
  claim: { phoneKey: string; userId: string },
  now: number,
): Decision => {
  if (state.banned) return refuse('phone/banned');
  if (isTaken(state, holder, claim.phoneKey)) return refuse('phone/taken');
  if (state.holder === claim.userId) return [];
  if (state.holder === undefined) return [{ type: 'PhoneClaimed', data: claim }];
  const abandoned = holder?.status === 'deleted' || now - state.claimedAt > UNFINISHED_CLAIM_LIFETIME;
  if (!abandoned) return refuse('phone/taken');
  return [
    { type: 'PhoneReleased', data: { phoneKey: claim.phoneKey, userId: state.holder } },
    { type: 'PhoneClaimed', data: claim },
  ];
};

export const decideRelease = (state: PhoneReservation, release: { phoneKey: string; userId: string }): Decision =>
  state.holder === release.userId ? [{ type: 'PhoneReleased', data: release }] : [];
