import type { AttemptKind } from '@quorum/contracts/events/access.ts';
import type { DomainEvent } from '@quorum/contracts/events/catalogue.ts';
import { testDecider } from '@quorum/contracts/testing/decider-testing.ts';
import { placeOf, recorded } from '@quorum/contracts/testing/projection-testing.ts';
import { describe, expect, it } from 'vitest';
import { attemptLimits, attemptsAggregate, decideAttempt, refuseAttempt } from './attempts.ts';

const { given } = testDecider(attemptsAggregate);
const HOUR = 3_600_000;
const at = (index: number): number => Date.parse(placeOf(index).recordedAt);

describe('counted attempts', () => {
  it('are allowed so many times an hour, and again when the first is an hour old (SAFE-03)', () => {
    expect(attemptLimits['code-sends-of-address'].most).toBe(10);
    for (const [kind, { most, refusal }] of Object.entries(attemptLimits) as [
      AttemptKind,
      { most: number; refusal: 'request/too-many' },
    ][]) {
      const counted: DomainEvent = { type: 'AttemptCounted', data: { kind, key: 'key' } };
      const all = Array.from({ length: most }, () => counted);
      given(...all.slice(1))
        .when((attempts) => decideAttempt(attempts, kind, 'key', at(most)))
        .then(counted);
      given(...all)
        .when((attempts) => decideAttempt(attempts, kind, 'key', at(0) + HOUR - 1))
        .thenRefused(refusal);
      given(...all)
        .when((attempts) => decideAttempt(attempts, kind, 'key', at(0) + HOUR))
        .then(counted);
    }
  });

  it('say how many seconds to wait', () => {
    const kind = 'code-sends-of-address';
    const ten = Array.from({ length: 10 }, (): DomainEvent => ({ type: 'AttemptCounted', data: { kind, key: 'key' } }));
    const attempts = recorded(ten).reduce(attemptsAggregate.evolve, attemptsAggregate.initial());
    expect(refuseAttempt(attempts, kind, at(9))?.retryAfter).toBe(3591);
    expect(refuseAttempt(attempts, kind, at(0) + HOUR - 1)?.retryAfter).toBe(1);
  });
});
