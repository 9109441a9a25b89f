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
const UNFINISHED_CLAIM_LIFETIME = 60_000;

/**
 * Whether the number belongs to an account now.
 * @param holder current state of the account that holds the reservation.
 */
export const isTaken = (state: PhoneReservation, holder: User | undefined, phoneKey: string): boolean =>
  state.holder !== undefined && holder?.status === 'active' && holder.phoneKey === phoneKey;

/** Whether the reservation is stale: claimed by a process that died, or held by an account that has moved to another number. */
export const isAbandoned = (state: PhoneReservation, { holder, now }: PhoneFacts, phoneKey: string): boolean =>
  state.holder !== undefined && !isTaken(state, holder, phoneKey) && now - state.claimedAt > UNFINISHED_CLAIM_LIFETIME;

const hasNewName = (state: PhoneReservation, facts: PhoneFacts, phoneKey: string): boolean =>
  state.released || facts.holder?.status === 'deleted' || isAbandoned(state, facts, phoneKey);

type Claim = { readonly phoneKey: string; readonly userId: string };

/** Claims a number. If someone else released or merely claimed it, it continues under another name. */
const claim = (state: PhoneReservation, { phoneKey, userId }: Claim, facts: PhoneFacts): Decision => {
  const { holder } = facts;
  if (state.banned) return refuse('phone/banned');
  if (isTaken(state, holder, phoneKey)) return refuse('phone/taken');
  if (state.holder === userId) return [];
  // The number has another name by now. The retry finds it.
  if (hasNewName(state, facts, phoneKey)) return refuse('service/unavailable', undefined, 1);
  return state.holder === undefined ? [{ type: 'PhoneClaimed', data: { phoneKey, userId } }] : refuse('phone/taken');
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
