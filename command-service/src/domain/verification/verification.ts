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

type SentCode = {
  readonly purpose: VerificationPurpose;
  readonly salt: string;
  readonly codeHash: string;
  readonly expiresAt: string;
  readonly requestedBy: string | null;
  readonly wrongTries: number;
};

/** The codes sent to one number. Times in milliseconds. */
export type Verification = { readonly code: SentCode | undefined; readonly sentAt: readonly number[] };

export const verificationAggregate: Aggregate<Verification> = {
  category: 'verification',
  initial: () => ({ code: undefined, sentAt: [] }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'CodeSent': {
        const { purpose, salt, codeHash, expiresAt, requestedBy } = event.data;
        const at = Date.parse(event.recordedAt);
        return {
          code: { purpose, salt, codeHash, expiresAt, requestedBy, wrongTries: 0 },
          sentAt: [...state.sentAt.filter((sent) => sent > at - DAY), at],
        };
      }
      case 'CodeRejected':
        return state.code === undefined
          ? state
          : { ...state, code: { ...state.code, wrongTries: state.code.wrongTries + 1 } };
      case 'CodeAccepted':
        return { ...state, code: undefined };
      default:
        return state;
    }
  },
};

const seconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

/** Whether another code may be sent now. */
export const refuseSend = ({ sentAt }: Verification, now: number): Refusal | undefined => {
  const last = sentAt.at(-1);
  if (last !== undefined && now - last < limits.resendCooldown) {
    const wait = seconds(last + limits.resendCooldown - now);
    return refuse('code/wait', { seconds: wait }, wait);
  }
  for (const [window, most] of [
    [HOUR, SENDS_PER_HOUR],
    [DAY, SENDS_PER_DAY],
  ] as const) {
    const inWindow = sentAt.filter((sent) => sent > now - window);
    const first = inWindow[0];
    if (first !== undefined && inWindow.length >= most) {
      return refuse('code/too-many-sends', undefined, seconds(first + window - now));
    }
  }
  return undefined;
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
  { code }: Verification,
  attempt: { phoneKey: string; purpose: VerificationPurpose; requestedBy: string | null },
  matches: (salt: string, codeHash: string) => boolean,
  now: number,
): Decision => {
  const { phoneKey, purpose, requestedBy } = attempt;
  if (code === undefined || code.purpose !== purpose || code.requestedBy !== requestedBy) return refuse('code/none');
  if (Date.parse(code.expiresAt) <= now) return refuse('code/none');
  if (code.wrongTries >= MOST_TRIES) return refuse('code/too-many-tries');
  return [{ type: matches(code.salt, code.codeHash) ? 'CodeAccepted' : 'CodeRejected', data: { phoneKey, purpose } }];
};
