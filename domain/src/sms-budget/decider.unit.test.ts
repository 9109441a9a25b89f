import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { type SmsBudgetCommand, shareUsed, smsBudgetDecider } from './decider.ts';

const facts = { budget: { perHour: 5, perDay: 20 }, now: Date.UTC(2026, 10, 22, 10, 30) };
const { given } = givenWhenThen(smsBudgetDecider);
const count: SmsBudgetCommand = { type: 'CountSms' };
const counted = (hour: number): DomainEvent => ({ type: 'SmsCounted', data: { day: '2026-11-22', hour } });
/** This many messages in these hours of the day. */
const sent = (ofHour: Readonly<Record<number, number>>): readonly DomainEvent[] =>
  Object.entries(ofHour).flatMap(([hour, times]) => Array.from({ length: times }, () => counted(Number(hour))));

describe('the budget of text messages', () => {
  it('the budget of text messages counts a message in the current hour (SAFE-13)', () => {
    given(...sent({ 9: 5, 10: 4 }))
      .when(count, facts)
      .then(counted(10));
  });

  it('the budget of text messages refuses a message when the hour is spent (SAFE-13)', () => {
    given(...sent({ 10: 5 }))
      .when(count, facts)
      .thenRefused('sms/budget-spent');
  });

  it('the budget of text messages refuses a message when the day is spent (SAFE-13)', () => {
    given(...sent({ 1: 5, 2: 5, 3: 5, 4: 5 }))
      .when(count, facts)
      .thenRefused('sms/budget-spent');
  });

  it('the budget of text messages says how many seconds remain until the next hour or day (SAFE-13)', () => {
    const waitAfter = (...events: readonly DomainEvent[]) =>
      smsBudgetDecider.decide(count, given(...events).state(), facts);
    expect(waitAfter(...sent({ 10: 5 }))).toMatchObject({ retryAfter: 1800 });
    expect(waitAfter(...sent({ 1: 5, 2: 5, 3: 5, 4: 5 }))).toMatchObject({ retryAfter: 13.5 * 3600 });
  });

  it('the budget of text messages reports how much of it is used', () => {
    const share = (ofHour: Readonly<Record<number, number>>) =>
      shareUsed(given(...sent(ofHour)).state(), facts.budget, facts.now);
    expect(share({ 10: 4 })).toBe(0.8);
    expect(share({ 1: 5, 2: 5, 3: 5, 4: 3, 10: 1 })).toBe(0.95);
  });
});
