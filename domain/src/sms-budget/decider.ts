import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { HOUR_MS } from '@quorum/contracts/time/instant.ts';
import type { Decider } from '../decider.ts';

/** Limits on text messages, for the whole product. */
export type SmsBudget = { readonly perHour: number; readonly perDay: number };

/** Text messages sent in one day. */
export type SmsCount = { readonly ofDay: number; readonly ofHour: Readonly<Record<number, number>> };

/** Day and hour (UTC) of an instant in milliseconds. */
export const smsTime = (now: number): { readonly day: string; readonly hour: number } => {
  const instant = new Date(now);
  return { day: instant.toISOString().slice(0, 10), hour: instant.getUTCHours() };
};

/** Share of the budget at which the operator is warned. */
export const SMS_WARNING = 0.8;

const secondsToNext = (length: number, now: number): number => Math.ceil((length - (now % length)) / 1000);

/** The used share of the hour's or the day's budget, whichever is larger, from 0 to 1. */
export const shareUsed = (count: SmsCount, budget: SmsBudget, now: number): number =>
  Math.max((count.ofHour[smsTime(now).hour] ?? 0) / budget.perHour, count.ofDay / budget.perDay);

export type SmsBudgetCommand = { readonly type: 'CountSms' };

/** `now` in milliseconds. */
export type SmsBudgetFacts = { readonly budget: SmsBudget; readonly now: number };

export const smsBudgetDecider: Decider<SmsBudgetCommand, SmsCount, SmsBudgetFacts> = {
  initial: { ofDay: 0, ofHour: {} },
  decide: (_command, count, { budget, now }) => {
    const { day, hour } = smsTime(now);
    if (count.ofDay >= budget.perDay) return refuse('sms/budget-spent', undefined, secondsToNext(24 * HOUR_MS, now));
    if ((count.ofHour[hour] ?? 0) >= budget.perHour)
      return refuse('sms/budget-spent', undefined, secondsToNext(HOUR_MS, now));
    return [{ type: 'SmsCounted', data: { day, hour } }];
  },
  evolve: (count, event) => {
    if (event.type !== 'SmsCounted') return count;
    const { hour } = event.data;
    return { ofDay: count.ofDay + 1, ofHour: { ...count.ofHour, [hour]: (count.ofHour[hour] ?? 0) + 1 } };
  },
};
