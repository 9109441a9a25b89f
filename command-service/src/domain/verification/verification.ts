import type { VerificationPurpose } from '@quorum/contracts/events/access.ts';
import { limits } from '@quorum/contracts/wire/limits.ts';
import { type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Aggregate, Decision } from '../aggregate.ts';

/** Wrong tries after which a code is worth nothing. */
export const MOST_TRIES = 5;
const HOUR = 3_600_000;
const DAY = 86_400_000;
const SENDS_PER_HOUR = 5;
const SENDS_PER_DAY = 10;
/** Wrong tries at one number, whatever the codes: sending again gives no endless tries. */
const WRONG_TRIES_PER_HOUR = 10;

type SentCode = {
  readonly purpose: VerificationPurpose;
  readonly salt: string;
  readonly codeHash: string;
  readonly expiresAt: string;
  readonly requestedBy: string | null;
  readonly wrongTries: number;
};

/** The codes sent to one number, and the wrong tries since the last right one. Times in milliseconds, oldest first. */
export type Verification = {
  readonly code: SentCode | undefined;
  readonly sentAt: readonly number[];
  readonly wrongAt: readonly number[];
};

export const verificationAggregate: Aggregate<Verification> = {
  category: 'verification',
  initial: () => ({ code: undefined, sentAt: [], wrongAt: [] }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'CodeSent': {
        const { purpose, salt, codeHash, expiresAt, requestedBy } = event.data;
        const at = Date.parse(event.recordedAt);
        return {
          ...state,
          code: { purpose, salt, codeHash, expiresAt, requestedBy, wrongTries: 0 },
          sentAt: [...state.sentAt.filter((sent) => sent > at - DAY), at],
        };
      }
      case 'CodeRejected': {
        const at = Date.parse(event.recordedAt);
        return {
          ...state,
          code: state.code && { ...state.code, wrongTries: state.code.wrongTries + 1 },
          wrongAt: [...state.wrongAt.filter((wrong) => wrong > at - HOUR), at],
        };
      }
      case 'CodeAccepted':
        return { ...state, code: undefined, wrongAt: [] };
      default:
        return state;
    }
  },
};

const seconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

/** Refuses until less than `most` of the instants lie within the window. */
const refuseBeyond = (
  code: 'code/too-many-sends' | 'code/too-many-tries',
  instants: readonly number[],
  window: number,
  most: number,
  now: number,
): Refusal | undefined => {
  const inWindow = instants.filter((at) => at > now - window);
  const first = inWindow[inWindow.length - most];
  return first === undefined ? undefined : refuse(code, undefined, seconds(first + window - now));
};

/** Whether another code may be sent now. */
export const refuseSend = ({ sentAt, wrongAt }: Verification, now: number): Refusal | undefined => {
  const last = sentAt.at(-1);
  if (last !== undefined && now - last < limits.resendCooldown) {
    const wait = seconds(last + limits.resendCooldown - now);
    return refuse('code/wait', { seconds: wait }, wait);
  }
  return (
    refuseBeyond('code/too-many-sends', sentAt, DAY, SENDS_PER_DAY, now) ??
    refuseBeyond('code/too-many-sends', sentAt, HOUR, SENDS_PER_HOUR, now) ??
    // A code that may not be tried is not worth sending.
    refuseBeyond('code/too-many-sends', wrongAt, HOUR, WRONG_TRIES_PER_HOUR, now)
  );
};

export const decideSend = (
  state: Verification,
  code: { phoneKey: string; purpose: VerificationPurpose; salt: string; codeHash: string; requestedBy: string | null },
  now: number,
): Decision =>
  refuseSend(state, now) ?? [
    { type: 'CodeSent', data: { ...code, expiresAt: new Date(now + limits.codeLifetime).toISOString() } },
  ];

/**
 * Judges a code. A wrong one is recorded as `CodeRejected`, so that tries count across restarts and processes.
 * @param matches tells whether the given code belongs to a salt and hash.
 */
export const decideVerify = (
  { code, wrongAt }: Verification,
  attempt: { phoneKey: string; purpose: VerificationPurpose; requestedBy: string | null },
  matches: (salt: string, codeHash: string) => boolean,
  now: number,
): Decision => {
  const { phoneKey, purpose, requestedBy } = attempt;
  if (code === undefined || code.purpose !== purpose || code.requestedBy !== requestedBy) return refuse('code/none');
  if (Date.parse(code.expiresAt) <= now) return refuse('code/none');
  if (code.wrongTries >= MOST_TRIES) return refuse('code/too-many-tries');
  const exhausted = refuseBeyond('code/too-many-tries', wrongAt, HOUR, WRONG_TRIES_PER_HOUR, now);
  if (exhausted !== undefined) return exhausted;
  return [{ type: matches(code.salt, code.codeHash) ? 'CodeAccepted' : 'CodeRejected', data: { phoneKey, purpose } }];
};
