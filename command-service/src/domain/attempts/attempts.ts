import type { AttemptKind } from '@quorum/contracts/events/access.ts';
import { type RefusalCode, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Aggregate, Decision } from '../aggregate.ts';

const HOUR = 3_600_000;

type Limit = { readonly most: number; readonly window: number; readonly refusal: RefusalCode };

export const attemptLimits: Readonly<Record<AttemptKind, Limit>> = {
  'code-sends-of-address': { most: 10, window: HOUR, refusal: 'code/too-many-sends' },
  'join-misses-of-account': { most: 10, window: HOUR, refusal: 'invite/too-many-misses' },
  'join-misses-of-address': { most: 10, window: HOUR, refusal: 'invite/too-many-misses' },
  'admin-misses-of-address': { most: 10, window: HOUR, refusal: 'request/too-many' },
};

/** When attempts were counted, in milliseconds, oldest first. */
export type Attempts = readonly number[];

export const attemptsAggregate: Aggregate<Attempts> = {
  category: 'attempts',
  initial: () => [],
  evolve: (counted, event) => {
    if (event.type !== 'AttemptCounted') return counted;
    const at = Date.parse(event.recordedAt);
    return [...counted.filter((earlier) => earlier > at - HOUR), at];
  },
};

/** Whether one more attempt may be made now. */
export const refuseAttempt = (counted: Attempts, kind: AttemptKind, now: number) => {
  const { most, window, refusal } = attemptLimits[kind];
  const recent = counted.filter((at) => at > now - window);
  const first = recent[0];
  return first !== undefined && recent.length >= most
    ? refuse(refusal, undefined, Math.max(1, Math.ceil((first + window - now) / 1000)))
    : undefined;
};

export const decideAttempt = (counted: Attempts, kind: AttemptKind, key: string, now: number): Decision =>
  refuseAttempt(counted, kind, now) ?? [{ type: 'AttemptCounted', data: { kind, key } }];
