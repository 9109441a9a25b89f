import { describe, expect, it } from 'vitest';
import { repeats } from './repeats.ts';

describe('a rule on the wire', () => {
  it('a rule on the wire has a unit, and counts every one of it unless it says otherwise (SERIES-01)', () => {
    expect(repeats.parse({ unit: 'week', on: ['TH', 'TU', 'TH'] })).toEqual({
      unit: 'week',
      every: 1,
      on: ['TU', 'TH'],
    });
    expect(repeats.parse({ unit: 'month', every: 2, on: { nth: 'last', weekday: 'SU' } })).toMatchObject({ every: 2 });
  });

  it.each([
    ['an unknown unit', { unit: 'hour' }],
    ['a stranger', { unit: 'day', hours: [1] }],
    ['no days', { unit: 'week', on: [] }],
    ['a sixth weekday', { unit: 'month', on: { nth: 6, weekday: 'SU' } }],
    ['a 32nd', { unit: 'month', on: { day: 32 } }],
    ['days of a year', { unit: 'year', on: { day: 3 } }],
    ['every 100th day', { unit: 'day', every: 100 }],
    ['731 dates', { unit: 'day', count: 731 }],
    ['a day that does not exist', { unit: 'day', until: '2026-02-30' }],
    ['two ends', { unit: 'day', until: '2026-12-18', count: 3 }],
  ])('a rule on the wire is refused with %s (SERIES-01, SERIES-04)', (_, rule) => {
    expect(repeats.safeParse(rule).success).toBe(false);
  });
});
