import { limits } from '@quorum/contracts/kernel/limits.ts';
import { type RefusalCode, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { DAY_MS, HOUR_MS } from '@quorum/contracts/time/instant.ts';
import type { AttemptKind } from '../attempts/events.ts';
import type { Decider } from '../decider.ts';

type Limit = { readonly max: number; readonly window: number; readonly refusal: RefusalCode };

export const attemptLimits: Readonly<Record<AttemptKind, Limit>> = {
  'code-sends-of-address': { max: 10, window: HOUR_MS, refusal: 'code/too-many-sends' },
  'code-misses-of-address': { max: 20, window: HOUR_MS, refusal: 'code/too-many-tries' },
  'join-misses-of-account': { max: 10, window: HOUR_MS, refusal: 'invite/too-many-misses' },
  'new-groups-of-account': { max: limits.newGroupsPerDay, window: DAY_MS, refusal: 'group/too-many-today' },
  'phone-changes-of-account': { max: 10, window: DAY_MS, refusal: 'code/too-many-sends' },
  /** Accounts that failed, each counted once. */
  'join-misses-of-address': { max: 30, window: HOUR_MS, refusal: 'invite/too-many-misses' },
  'admin-misses-of-address': { max: 10, window: HOUR_MS, refusal: 'request/too-many' },
};

/** When attempts were counted (in milliseconds, oldest first), and by whom. */
export type Attempts = readonly { readonly at: number; readonly actorId: string }[];

/** Those within the window of the limit. */
export const recentAttempts = (counted: Attempts, kind: AttemptKind, now: number): Attempts =>
  counted.filter(({ at }) => at > now - attemptLimits[kind].window);

/** Whether anything was counted within the window. */
export const hasAttempted = (counted: Attempts, kind: AttemptKind, now: number): boolean =>
  recentAttempts(counted, kind, now).length > 0;

/** Whether another attempt is allowed now. */
export const refuseAttempt = (counted: Attempts, kind: AttemptKind, now: number) => {
  const { max, window, refusal } = attemptLimits[kind];
  const recent = recentAttempts(counted, kind, now);
  const first = recent[0];
  return first !== undefined && recent.length >= max
    ? refuse(refusal, undefined, Math.max(1, Math.ceil((first.at + window - now) / 1000)))
    : undefined;
};

export type AttemptsCommand = {
  readonly type: 'CountAttempt';
  readonly kind: AttemptKind;
  readonly key: string;
  /** Counts each account once per window. */
  readonly oncePerAccount?: boolean;
};

/** `now` in milliseconds. `earlier` are attempts counted under a previous name of the same subject. */
export type AttemptsFacts = { readonly actorId: string; readonly now: number; readonly earlier?: Attempts };

export const attemptsDecider: Decider<AttemptsCommand, Attempts, AttemptsFacts> = {
  initial: [],
  decide: ({ kind, key, oncePerAccount = false }, state, { actorId, now, earlier = [] }) => {
    const counted = [...earlier, ...state];
    if (oncePerAccount && recentAttempts(counted, kind, now).some((attempt) => attempt.actorId === actorId)) return [];
    return refuseAttempt(counted, kind, now) ?? [{ type: 'AttemptCounted', data: { kind, key } }];
  },
  evolve: (counted, event) => {
    if (event.type !== 'AttemptCounted') return counted;
    const at = Date.parse(event.recordedAt);
    const { window } = attemptLimits[event.data.kind];
    return [...counted.filter((earlier) => earlier.at > at - window), { at, actorId: event.metadata.actor }];
  },
};
