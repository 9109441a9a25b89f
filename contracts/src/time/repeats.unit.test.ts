import fc from 'fast-check';
import { RRule } from 'rrule';
import { describe, expect, it, vi } from 'vitest';
import { addDays, daysBetween } from './days.ts';
import { datesOf, dateTest, hasDate, LAST_DATE, nextDate, type Pattern, type Repeats } from './repeats.ts';
import { rruleOf } from './rrule.ts';
import { countBefore, firstFittingDate, lastDateOf, shiftedRule, shortestDistance } from './rule-dates.ts';
import { aPattern } from './testing/patterns.ts';

const first = (pattern: Pattern, many: number): string[] => {
  const dates: string[] = [];
  for (const date of datesOf(pattern, pattern.date, LAST_DATE)) {
    dates.push(date);
    if (dates.length === many) break;
  }
  return dates;
};

const all = (pattern: Pattern, from: string, to: string): string[] => [...datesOf(pattern, from, to)];

/** Of a library that knows neither our code nor zones: dates are instants at midnight UTC. */
const byLibrary = (pattern: Pattern, from: string, to: string): string[] => {
  const compact = pattern.date.replaceAll('-', '');
  const rule = RRule.fromString(`DTSTART:${compact}T000000Z\nRRULE:${rruleOf(pattern)}`);
  const between = rule.between(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`), true);
  return between.map((at) => at.toISOString().slice(0, 10));
};

const aWindow = fc.record({ offset: fc.integer({ min: -200, max: 4000 }), days: fc.integer({ min: 0, max: 900 }) });

describe('the dates of a rule', () => {
  it('the dates of a rule in any window are those that another library finds (SERIES-06, SERIES-29)', () => {
    fc.assert(
      fc.property(aPattern, aWindow, (pattern, { offset, days }) => {
        const from = addDays(pattern.date, offset);
        const to = addDays(from, days);
        expect(all(pattern, from, to)).toEqual(byLibrary(pattern, from, to));
      }),
      { numRuns: 400 },
    );
  });

  it('the dates of a rule are the same in a window as in its halves', () => {
    fc.assert(
      fc.property(aPattern, aWindow, fc.nat(900), (pattern, { offset, days }, cut) => {
        const from = addDays(pattern.date, offset);
        const [middle, to] = [addDays(from, Math.min(cut, days)), addDays(from, days)];
        const halves = [...all(pattern, from, middle), ...all(pattern, addDays(middle, 1), to)];
        expect(halves).toEqual(all(pattern, from, to));
      }),
    );
  });

  it('a rule has a date if it is among its dates, and no date before the first or after the year 8999', () => {
    fc.assert(
      fc.property(aPattern, aWindow, (pattern, { offset, days }) => {
        const from = addDays(pattern.date, offset);
        const window = Array.from({ length: days % 60 }, (_, day) => addDays(from, day));
        const dates = new Set(all(pattern, from, addDays(from, 60)));
        expect(window.filter(dateTest(pattern))).toEqual(window.filter((date) => dates.has(date)));
      }),
    );
    expect(hasDate({ rule: { unit: 'day', every: 1 }, date: '2026-05-14' }, '9000-01-01')).toBe(false);
  });

  it.each<[string, Pattern, string[]]>([
    [
      'every other week on Tuesday and Thursday, weeks from Sunday',
      { date: '1997-09-02', rule: { unit: 'week', every: 2, on: ['TU', 'TH'] } },
      ['1997-09-02', '1997-09-04', '1997-09-16', '1997-09-18', '1997-09-30', '1997-10-02', '1997-10-14', '1997-10-16'],
    ],
    [
      'every second week from a Tuesday, on Tuesday and Sunday, weeks from Sunday',
      { date: '1997-08-05', rule: { unit: 'week', every: 2, on: ['TU', 'SU'] } },
      ['1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31'],
    ],
    [
      'the first Friday of a month',
      { date: '1997-09-05', rule: { unit: 'month', every: 1, on: { nth: 1, weekday: 'FR' } } },
      ['1997-09-05', '1997-10-03', '1997-11-07', '1997-12-05', '1998-01-02', '1998-02-06', '1998-03-06', '1998-04-03'],
    ],
    [
      'the last day of a month',
      { date: '1997-09-30', rule: { unit: 'month', every: 1, on: { day: 'last' } } },
      ['1997-09-30', '1997-10-31', '1997-11-30', '1997-12-31', '1998-01-31', '1998-02-28'],
    ],
    [
      'the 31st, which half of all months skip (SERIES-02)',
      { date: '2026-01-31', rule: { unit: 'month', every: 1, on: { day: 31 } } },
      ['2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31', '2026-08-31'],
    ],
    [
      'a fifth Sunday (SERIES-02)',
      { date: '2026-05-31', rule: { unit: 'month', every: 1, on: { nth: 5, weekday: 'SU' } } },
      ['2026-05-31', '2026-08-30', '2026-11-29', '2027-01-31'],
    ],
    [
      'February 29, every fourth year but 2100 (SERIES-02)',
      { date: '2092-02-29', rule: { unit: 'year', every: 1 } },
      ['2092-02-29', '2096-02-29', '2104-02-29'],
    ],
    [
      'the fourth Thursday of November',
      { date: '2026-11-26', rule: { unit: 'year', every: 1, on: { nth: 4, weekday: 'TH' } } },
      ['2026-11-26', '2027-11-25', '2028-11-23'],
    ],
  ])('the dates of a rule follow RFC 5545: %s', (_, pattern, dates) => {
    expect(first(pattern, dates.length)).toEqual(dates);
  });

  it('the dates of a rule cost no more in the tenth year or in the year 8999 than in the first (SERIES-06)', () => {
    // Each period of a rule takes at least one of these.
    const steps = [vi.spyOn(Array.prototype, 'map'), vi.spyOn(Date, 'UTC')] as const;
    const rules: Repeats[] = [
      { unit: 'day', every: 1 },
      { unit: 'week', every: 1, on: ['MO', 'WE'] },
      { unit: 'month', every: 1, on: { day: 31 } },
      { unit: 'year', every: 1 },
    ];
    for (const rule of rules) {
      const cost = (year: number): number => {
        for (const step of steps) step.mockClear();
        for (const _ of datesOf({ rule, date: '2026-01-31' }, `${year}-03-01`, `${year}-05-31`));
        return steps[0].mock.calls.length + steps[1].mock.calls.length;
      };
      expect([cost(2036), cost(8999)]).toEqual([cost(2027), cost(2027)]);
    }
    for (const step of steps) step.mockRestore();
  });
});

it('no rule has a date after the year 8999, however far it is asked for (SERIES-06, SERIES-30)', () => {
  const daily = { rule: { unit: 'day', every: 1 }, date: '2026-05-14' } as const;
  expect([...datesOf(daily, '8999-12-30', '9999-12-31')]).toEqual(['8999-12-30', '8999-12-31']);
});

describe('the first date of a rule', () => {
  it('the first date of a rule is moved to the first day that fits (SERIES-03)', () => {
    expect(firstFittingDate({ unit: 'week', every: 3, on: ['MO'] }, '2026-05-14')).toBe('2026-05-18');
    expect(firstFittingDate({ unit: 'month', every: 1, on: { day: 31 } }, '2026-06-02')).toBe('2026-07-31');
    expect(firstFittingDate({ unit: 'month', every: 5, on: { nth: 'last', weekday: 'SU' } }, '2026-05-31')).toBe(
      '2026-05-31',
    );
    expect(firstFittingDate({ unit: 'year', every: 9, on: { nth: 5, weekday: 'SU' } }, '2026-02-01')).toBe(
      '2032-02-29',
    );
    expect(firstFittingDate({ unit: 'day', every: 9 }, '2026-05-14')).toBe('2026-05-14');
  });

  it('the first date of a rule fits its rule (SERIES-03)', () => {
    fc.assert(
      fc.property(aPattern, ({ rule, date }) => {
        const moved = firstFittingDate(rule, date);
        expect(moved !== undefined && hasDate({ rule, date: moved }, moved)).toBe(true);
      }),
    );
  });
});

describe('the last date of a rule', () => {
  it('the last date of a rule is that of its count, not counting those that a month skips', () => {
    const rule: Repeats = { unit: 'month', every: 1, on: { day: 31 }, count: 3 };
    expect(lastDateOf({ rule, date: '2026-01-31' })).toBe('2026-05-31');
    expect(lastDateOf({ rule: { ...rule, count: 1 }, date: '2026-01-31' })).toBe('2026-01-31');
  });

  it('the last date of a rule is the last one up to `until`, or the first date', () => {
    const rule: Repeats = { unit: 'week', every: 2, on: ['TU', 'TH'], until: '2026-12-18' };
    expect(lastDateOf({ rule, date: '2026-05-19' })).toBe('2026-12-17');
    expect(lastDateOf({ rule: { ...rule, until: '2026-05-20' }, date: '2026-05-19' })).toBe('2026-05-19');
    expect(lastDateOf({ rule: { ...rule, until: '2026-05-01' }, date: '2026-05-19' })).toBe('2026-05-19');
    expect(lastDateOf({ rule: { unit: 'day', every: 1 }, date: '2026-05-19' })).toBeNull();
  });

  it('the last date of a rule agrees with all dates before it', () => {
    fc.assert(
      fc.property(aPattern, fc.integer({ min: 1, max: 60 }), ({ rule, date }, count) => {
        const last = lastDateOf({ rule: { ...rule, count }, date }) ?? '';
        const pattern = { rule, date };
        expect(countBefore(pattern, addDays(last, 1))).toBe(first(pattern, count).length);
        expect(lastDateOf({ rule: { ...rule, until: addDays(last, 0) }, date })).toBe(last);
      }),
      { numRuns: 60 },
    );
  });

  it('the last date of the rarest rule with the highest count is found within the years that exist (SERIES-04)', () => {
    const steps = vi.spyOn(Date.prototype, 'setUTCFullYear');
    const rare: Repeats = { unit: 'year', every: 1, on: { nth: 5, weekday: 'SU' }, count: 730 };
    expect((lastDateOf({ rule: rare, date: '2032-02-29' }) ?? '') <= LAST_DATE).toBe(true);
    expect(steps.mock.calls.length).toBeLessThan(1_000);
    steps.mockRestore();
  });
});

it('the distance between two dates is the shortest that a rule has (SERIES-04)', () => {
  const distance = (rule: Repeats, date = '2026-05-19') => shortestDistance({ rule, date }, lastDateOf({ rule, date }));
  expect(distance({ unit: 'day', every: 1 })).toBe(1);
  expect(distance({ unit: 'week', every: 2, on: ['TU', 'TH'] })).toBe(2);
  expect(distance({ unit: 'week', every: 1, on: ['SU', 'SA'] }, '2026-05-17')).toBe(1);
  expect(distance({ unit: 'month', every: 1, on: { day: 1 } }, '2026-05-01')).toBe(28);
  expect(distance({ unit: 'year', every: 1 })).toBe(365);
  expect(distance({ unit: 'year', every: 1, count: 1 })).toBe(Number.POSITIVE_INFINITY);
});

it('the distance between two dates of a rule without an end is found in its first dates (SERIES-30)', () => {
  const steps = vi.spyOn(Date.prototype, 'setUTCFullYear');
  shortestDistance({ rule: { unit: 'day', every: 1 }, date: '2026-05-19' }, null);
  expect(steps.mock.calls.length).toBeLessThan(1_000);
  steps.mockRestore();
});

it('a rule follows its first date to another day', () => {
  const shifted = (rule: Repeats, from: string, to: string) => shiftedRule(rule, daysBetween(from, to), to);
  const on = (rule: Repeats['on']): Repeats => ({ unit: 'month', every: 1, on: rule });
  expect(shifted({ unit: 'week', every: 1, on: ['TU', 'SA'] }, '2026-05-19', '2026-05-20').on).toEqual(['WE', 'SU']);
  expect(shifted(on({ day: 14 }), '2026-05-14', '2026-05-20').on).toEqual({ day: 20 });
  expect(shifted(on({ nth: 2, weekday: 'TH' }), '2026-05-14', '2026-05-22').on).toEqual({ nth: 4, weekday: 'FR' });
  expect(shifted(on({ nth: 'last', weekday: 'SU' }), '2026-05-31', '2026-05-30').on).toEqual({
    nth: 'last',
    weekday: 'SA',
  });
  expect(shifted({ unit: 'day', every: 3 }, '2026-05-14', '2026-05-15')).toEqual({ unit: 'day', every: 3 });
  expect(nextDate({ rule: on({ day: 14 }), date: '2026-05-14' }, '2026-05-15')).toBe('2026-06-14');
});
