import { describe, expect, it } from 'vitest';
import type { AttemptKind } from '../attempts/events.ts';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { placeOf } from '../testing/recorded-events.ts';
import { type AttemptsCommand, attemptLimits, attemptsDecider, hasAttempted, refuseAttempt } from './decider.ts';

const { given } = givenWhenThen(attemptsDecider);
const HOUR = 3_600_000;
const at = (index: number): number => Date.parse(placeOf(index).recordedAt);

const counted = (kind: AttemptKind): DomainEvent => ({ type: 'AttemptCounted', data: { kind, key: 'key' } });
const count = (kind: AttemptKind): AttemptsCommand => ({ type: 'CountAttempt', kind, key: 'key' });
const many = (kind: AttemptKind, times: number): readonly DomainEvent[] =>
  Array.from({ length: times }, () => counted(kind));
const by = (now: number, actorId = 'somebody') => ({ actorId, now });

describe('attempt limits', () => {
  it('attempt limits allow 10 codes per hour per address and 20 new groups per day per account (SAFE-03, SAFE-12)', () => {
    expect(attemptLimits['code-sends-of-address'].max).toBe(10);
    expect(attemptLimits['new-groups-of-account']).toMatchObject({ max: 20, window: 24 * HOUR });
  });

  it.each(Object.entries(attemptLimits) as [AttemptKind, (typeof attemptLimits)[AttemptKind]][])(
    'one attempt too many of %s is refused until the first is as old as the window (SAFE-03, SAFE-12)',
    (kind, limit) => {
      const { max, window, refusal } = limit;
      given(...many(kind, max - 1))
        .when(count(kind), by(at(max)))
        .then(counted(kind));
      given(...many(kind, max))
        .when(count(kind), by(at(0) + window - 1))
        .thenRefused(refusal);
      given(...many(kind, max))
        .when(count(kind), by(at(0) + window))
        .then(counted(kind));
    },
  );

  it('a refused attempt says how many seconds to wait', () => {
    const kind = 'code-sends-of-address';
    const attempts = given(...many(kind, 10)).state();
    expect(refuseAttempt(attempts, kind, at(9))?.retryAfter).toBe(3591);
    expect(refuseAttempt(attempts, kind, at(0) + HOUR - 1)?.retryAfter).toBe(1);
  });

  it('a limit on accounts counts each account once an hour', () => {
    const kind = 'join-misses-of-address';
    const miss = { ...count(kind), oncePerAccount: true };
    // Events recorded in tests are caused by `test`.
    given(counted(kind))
      .when(miss, by(at(0) + HOUR - 1, 'test'))
      .then();
    given(counted(kind))
      .when(miss, by(at(0) + HOUR, 'test'))
      .then(counted(kind));
    given(counted(kind))
      .when(miss, by(at(0) + 1, 'another'))
      .then(counted(kind));
  });

  it('attempts counted under a previous name of the subject still count (SAFE-03)', () => {
    const kind = 'join-misses-of-account';
    const earlier = given(...many(kind, 9)).state();
    given()
      .when(count(kind), { ...by(at(10)), earlier })
      .then(counted(kind));
    given(counted(kind))
      .when(count(kind), { ...by(at(10)), earlier })
      .thenRefused('invite/too-many-misses');
  });

  it('an attempt is forgotten after an hour', () => {
    const kind = 'join-misses-of-account';
    const attempts = given(counted(kind)).state();
    expect([at(0) + HOUR - 1, at(0) + HOUR].map((now) => hasAttempted(attempts, kind, now))).toEqual([true, false]);
  });
});
