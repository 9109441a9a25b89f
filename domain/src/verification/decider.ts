import { limits } from '@quorum/contracts/kernel/limits.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { DAY_MS, HOUR_MS } from '@quorum/contracts/time/instant.ts';
import type { Decider, Decision } from '../decider.ts';
import type { DataOf } from '../event-catalogue.ts';

/** Wrong tries that invalidate a code. */
const MAX_TRIES = 5;
const SENDS_PER_HOUR = 5;
const SENDS_PER_DAY = 10;
/** Wrong tries per number across all codes, so that asking for new codes does not give unlimited tries. */
const WRONG_TRIES_PER_HOUR = 10;
/** Codes remembered after a newer one was sent. */
const MAX_EARLIER = 4;
/** Addresses where the owner of the number recently entered a right code. */
const MAX_KNOWN = 8;

/** An occurrence that counts against a limit. `at` in milliseconds; `from` is the key of an address. */
type Counted = { readonly at: number; readonly from: string | null };

type EarlierCode = Omit<DataOf<'CodeSent'>, 'phoneKey' | 'addressKey'>;

type SentCode = EarlierCode & {
  /** Addresses of its wrong tries. */
  readonly wrongFrom: readonly (string | null)[];
};

/**
 * The codes sent to one number and the wrong attempts, oldest first. `known` are addresses where a right code was entered
 * before. They have limits of their own, so that strangers cannot use up the owner's.
 */
export type Verification = {
  readonly code: SentCode | undefined;
  /** Codes that a newer one replaced, oldest first. */
  readonly earlier: readonly EarlierCode[];
  readonly sent: readonly Counted[];
  readonly wrong: readonly Counted[];
  readonly known: readonly string[];
  /** Accounts that asked for the number. */
  readonly askedBy: readonly string[];
};

/** Whether the owner of the number was recognized at this address before. */
export const isKnownAddress = ({ known }: Verification, from: string | null): boolean =>
  from !== null && known.includes(from);

/** Known addresses share one set of limits, all others another. */
const sharesLimits = (state: Verification, from: string | null) => {
  const isKnown = isKnownAddress(state, from);
  return (other: string | null): boolean => isKnownAddress(state, other) === isKnown;
};

const seconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

type Limit = {
  readonly refusal: 'code/too-many-sends' | 'code/too-many-tries';
  readonly max: number;
  /** Milliseconds. */
  readonly window: number;
};

/** Refuses once `max` lie within the window. */
const refuseBeyond = (
  counted: readonly Counted[],
  { refusal, max, window }: Limit,
  now: number,
): Refusal | undefined => {
  const inWindow = counted.filter(({ at }) => at > now - window);
  const first = inWindow[inWindow.length - max];
  return first === undefined ? undefined : refuse(refusal, undefined, seconds(first.at + window - now));
};

/** Whether this address may request another code now. */
const refuseSend = (state: Verification, from: string | null, now: number): Refusal | undefined => {
  const last = state.sent.at(-1);
  if (last !== undefined && now - last.at < limits.resendCooldown) {
    const wait = seconds(last.at + limits.resendCooldown - now);
    return refuse('code/wait', { seconds: wait }, wait);
  }
  const shares = sharesLimits(state, from);
  const sent = state.sent.filter((one) => shares(one.from));
  const wrong = state.wrong.filter((one) => shares(one.from));
  const refusal = 'code/too-many-sends';
  return (
    refuseBeyond(sent, { refusal, window: DAY_MS, max: SENDS_PER_DAY }, now) ??
    refuseBeyond(sent, { refusal, window: HOUR_MS, max: SENDS_PER_HOUR }, now) ??
    // Do not send a code that could not be tried.
    refuseBeyond(wrong, { refusal, window: HOUR_MS, max: WRONG_TRIES_PER_HOUR }, now)
  );
};

/** `keep` keeps a right code valid, because something else must be right too. */
type Entered = DataOf<'CodeAccepted'> & { readonly requestedBy: string | null; readonly keep?: boolean };

export type VerificationCommand =
  | { readonly type: 'SendCode'; readonly code: Omit<DataOf<'CodeSent'>, 'expiresAt'> }
  | { readonly type: 'EnterCode'; readonly entered: Entered };

/** `now` in milliseconds. `isRight` and `isEarlier` compare the entered code with the salts and hashes in the state. */
export type VerificationFacts = { readonly now: number; readonly isRight?: boolean; readonly isEarlier?: boolean };

/** Whether a code may be tried at all. */
const refuseTry = (state: Verification, { purpose, requestedBy, addressKey }: Entered, now: number) => {
  const { code } = state;
  if (code === undefined || code.purpose !== purpose || code.requestedBy !== requestedBy) return refuse('code/none');
  if (Date.parse(code.expiresAt) <= now) return refuse('code/none');
  const shares = sharesLimits(state, addressKey);
  if (code.wrongFrom.filter(shares).length >= MAX_TRIES) return refuse('code/too-many-tries');
  const wrong = state.wrong.filter((one) => shares(one.from));
  return refuseBeyond(wrong, { refusal: 'code/too-many-tries', window: HOUR_MS, max: WRONG_TRIES_PER_HOUR }, now);
};

/** One that a newer code replaced costs no try. Others are recorded, so that tries count across restarts and processes. */
const reject = ({ phoneKey, purpose, addressKey }: Entered, { isEarlier }: VerificationFacts): Decision =>
  isEarlier === true ? refuse('code/superseded') : [{ type: 'CodeRejected', data: { phoneKey, purpose, addressKey } }];

const judge = (entered: Entered, state: Verification, facts: VerificationFacts): Decision => {
  const refusal = refuseTry(state, entered, facts.now);
  if (refusal !== undefined) return refusal;
  if (facts.isRight !== true) return reject(entered, facts);
  const { phoneKey, purpose, addressKey, sealedToken, keep = false } = entered;
  return keep ? [] : [{ type: 'CodeAccepted', data: { phoneKey, purpose, addressKey, sealedToken } }];
};

export const verificationDecider: Decider<VerificationCommand, Verification, VerificationFacts> = {
  initial: { code: undefined, earlier: [], sent: [], wrong: [], known: [], askedBy: [] },
  decide: (command, state, facts) => {
    if (command.type === 'EnterCode') return judge(command.entered, state, facts);
    const { code } = command;
    const expiresAt = new Date(facts.now + limits.codeLifetime).toISOString();
    return refuseSend(state, code.addressKey, facts.now) ?? [{ type: 'CodeSent', data: { ...code, expiresAt } }];
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'CodeSent': {
        const { purpose, salt, codeHash, expiresAt, requestedBy, addressKey: from } = event.data;
        const at = Date.parse(event.recordedAt);
        return {
          ...state,
          code: { purpose, salt, codeHash, expiresAt, requestedBy, wrongFrom: [] },
          earlier: state.code === undefined ? state.earlier : [...state.earlier, state.code].slice(-MAX_EARLIER),
          sent: [...state.sent.filter((earlier) => earlier.at > at - DAY_MS), { at, from }],
          askedBy:
            requestedBy === null || state.askedBy.includes(requestedBy)
              ? state.askedBy
              : [...state.askedBy, requestedBy],
        };
      }
      case 'CodeRejected': {
        const { addressKey: from } = event.data;
        const at = Date.parse(event.recordedAt);
        return {
          ...state,
          code: state.code && { ...state.code, wrongFrom: [...state.code.wrongFrom, from] },
          wrong: [...state.wrong.filter((earlier) => earlier.at > at - HOUR_MS), { at, from }],
        };
      }
      case 'CodeAccepted': {
        const { addressKey: from } = event.data;
        const others = state.known.filter((key) => key !== from);
        return {
          ...state,
          code: undefined,
          earlier: [],
          wrong: state.wrong.filter((earlier) => earlier.from !== from),
          known: from === null ? others : [...others, from].slice(-MAX_KNOWN),
        };
      }
      default:
        return state;
    }
  },
};
