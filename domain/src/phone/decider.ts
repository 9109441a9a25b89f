import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Decider, Decision } from '../decider.ts';
import type { User } from '../user/user.ts';

/** The holder of a phone number. `claimedAt` in milliseconds. */
export type PhoneReservation = {
  readonly holder: string | undefined;
  readonly claimedAt: number;
  readonly banned: boolean;
  /** A released name is never used again. */
  readonly released: boolean;
};

export type PhoneCommand =
  | { readonly type: 'ClaimPhone' | 'ReleasePhone'; readonly phoneKey: string; readonly userId: string }
  | { readonly type: 'BanPhone'; readonly phoneKey: string };

export type PhoneFacts = {
  /** Milliseconds. */
  readonly now: number;
  /** Current state of the account that holds the number. */
  readonly holder: User | undefined;
};

/** Milliseconds after which a claim without an account is void, because the process died in between. */
const UNFINISHED_CLAIM_LIFETIME_MS = 60_000;

/**
 * - `free`: nobody has it.
 * - `claimed`: somebody is about to have it, or has just moved to another number.
 * - `taken`: an account has it.
 * - `left`: nobody has it now. The number needs another name, so that nothing links its next holder to the former one.
 * - `banned`: nobody may have it.
 */
export type PhoneState = 'free' | 'claimed' | 'taken' | 'left' | 'banned';

const has = (user: User | undefined, phoneKey: string): boolean =>
  user?.status === 'active' && user.phoneKey === phoneKey;

/** The present meaning of a number's name. PhoneDirectory has the table of all cases. */
export const phoneState = (
  reservation: PhoneReservation,
  phoneKey: string,
  { holder, now }: PhoneFacts,
): PhoneState => {
  if (reservation.banned) return 'banned';
  if (reservation.holder === undefined) return reservation.released ? 'left' : 'free';
  if (has(holder, phoneKey)) return 'taken';
  const isOld = now - reservation.claimedAt > UNFINISHED_CLAIM_LIFETIME_MS;
  return isOld || holder?.status === 'deleted' ? 'left' : 'claimed';
};

type Claim = { readonly phoneKey: string; readonly userId: string };

const claim = (reservation: PhoneReservation, { phoneKey, userId }: Claim, facts: PhoneFacts): Decision => {
  const state = phoneState(reservation, phoneKey, facts);
  if (state === 'banned') return refuse('phone/banned');
  if (state === 'taken') return refuse('phone/taken');
  if (reservation.holder === userId) return [];
  if (state === 'claimed') return refuse('phone/taken');
  // The retry finds the other name.
  if (state === 'left') return refuse('service/unavailable', undefined, 1);
  return [{ type: 'PhoneClaimed', data: { phoneKey, userId } }];
};

const decide = (command: PhoneCommand, state: PhoneReservation, facts: PhoneFacts): Decision => {
  const { phoneKey } = command;
  switch (command.type) {
    case 'ClaimPhone':
      return claim(state, { phoneKey, userId: command.userId }, facts);
    case 'ReleasePhone': {
      const { userId } = command;
      return state.holder === userId ? [{ type: 'PhoneReleased', data: { phoneKey, userId } }] : [];
    }
    case 'BanPhone':
      return state.banned ? [] : [{ type: 'PhoneBanned', data: { phoneKey } }];
  }
};

export const phoneReservationDecider: Decider<PhoneCommand, PhoneReservation, PhoneFacts> = {
  initial: { holder: undefined, claimedAt: 0, banned: false, released: false },
  decide,
  evolve: (state, event) => {
    switch (event.type) {
      case 'PhoneClaimed':
        return { ...state, holder: event.data.userId, claimedAt: Date.parse(event.recordedAt), released: false };
      case 'PhoneReleased':
        return { ...state, holder: undefined, released: true };
      case 'PhoneBanned':
        return { ...state, banned: true };
      default:
        return state;
    }
  },
};
