import type { Repeats } from '@quorum/contracts/time/repeats.ts';
import { describe, expect, it } from 'vitest';
import { firstDate, followed, ruleOptions } from './rules.ts';

const labels = (rule: Repeats | null, date: string) => ruleOptions(rule, date).map(({ label }) => label);

describe('the rules that are offered for a date', () => {
  it('the rules that are offered for a date are those of its day, and the chosen one (SERIES-12)', () => {
    expect(labels(null, '2026-05-14')).toEqual([
      'Every day',
      'Every week on Thursday',
      'Every month on day 14',
      'Every month on the second Thursday',
      'Every year on May 14',
    ]);
    expect(labels({ unit: 'week', every: 2, on: ['TU', 'TH'] }, '2026-05-14').at(-1)).toBe(
      'Every 2 weeks on Tue and Thu',
    );
    expect(labels(null, '2026-05-31')).toContain('Every month on the last Sunday');
  });

  it('the rules that are offered on the last day of a month include the last day of every month (SERIES-02)', () => {
    for (const date of ['2026-11-30', '2026-12-31', '2027-02-28'])
      expect(labels(null, date)).toContain('Every month on the last day');
    for (const date of ['2026-12-30', '2028-02-28'])
      expect(labels(null, date)).not.toContain('Every month on the last day');
  });

  it('a rule of repetition follows its date to another day, unless it was made by hand', () => {
    expect(followed({ unit: 'week', every: 1, on: ['TH'] }, '2026-05-14', '2026-05-19')).toMatchObject({ on: ['TU'] });
    const custom: Repeats = { unit: 'week', every: 2, on: ['TU', 'TH'] };
    expect(followed(custom, '2026-05-14', '2026-05-19')).toBe(custom);
    expect(followed(null, '2026-05-14', '2026-05-19')).toBeNull();
  });

  it('a rule of repetition starts on the first day that fits (SERIES-03)', () => {
    expect(firstDate({ unit: 'week', every: 1, on: ['MO'] }, '2026-05-14')).toBe('2026-05-18');
    expect(firstDate({ unit: 'week', every: 2 }, '2026-05-14')).toBe('2026-05-14');
    expect(firstDate(null, '2026-05-14')).toBe('2026-05-14');
  });
});
