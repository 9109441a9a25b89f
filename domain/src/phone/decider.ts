import { refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Decider, Decision } from '../decider.ts';
import type { User } from '../user/user.ts';

/** Who holds a phone number. `claimedAt` in milliseconds. */
export type PhoneReservation = {
  readonly holder: string | undefined;
  readonly claimedAt: number;
  readonly banned: boolean;
  /** A name that was given back is never used again. */
  readonly released: boolean;
};

export type PhoneCommand =
  | { readonly type: 'ClaimPhone' | 'ReleasePhone'; readonly phoneKey: string; readonly userId: string }
  | { readonly type: 'BanPhone'; readonly phoneKey: string };

export type PhoneFacts = {
  /** Milliseconds. */
  readonly now: number;
  /** The account that holds the number, as it stands. */
  readonly holder: User | undefined;
};

/** A claim that was never followed by its account (the process died in between) is worth nothing after this. Milliseconds. */
const UNFINISHED_CLAIM_LIFETIME = 60_000;

/**
 * Whether the number belongs to an account now.
 * @param holder the account that holds the reservation, as it stands.
 */
export const isTaken = (state: PhoneReservation, holder: User | undefined, phoneKey: string): boolean =>
  state.holder !== undefined && holder?.status === 'active' && holder.phoneKey === phoneKey;

/** Whether a claim was left behind by a process that died, or the number was by an account that has moved on since. */
export const isAbandoned = (state: PhoneReservation, { holder, now }: PhoneFacts, phoneKey: string): boolean =>
  state.holder !== undefined && !isTaken(state, holder, phoneKey) && now - state.claimedAt > UNFINISHED_CLAIM_LIFETIME;

const hasNewName = (state: PhoneReservation, facts: PhoneFacts, phoneKey: string): boolean =>
  state.released || facts.holder?.status === 'deleted' || isAbandoned(state, facts, phoneKey);

type Claim = { readonly phoneKey: string; readonly userId: string };

/** Claims a number. One that was given up, or only claimed, by somebody else goes on under another name. */
const claim = (state: PhoneReservation, { phoneKey, userId }: Claim, facts: PhoneFacts): Decision => {
  const { holder } = facts;
  if (state.banned) return refuse('phone/banned');
  if (isTaken(state, holder, phoneKey)) return refuse('phone/taken');
  if (state.holder === userId) return [];
  // The number has another name by now: the next try finds that one.
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
