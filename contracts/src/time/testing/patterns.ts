import fc from 'fast-check';
import { addDays } from '../days.ts';
import { type NthWeekday, type Pattern, type Repeats, WEEKDAY_CODES } from '../repeats.ts';
import { firstFittingDate } from '../rule-dates.ts';

const weekday = fc.constantFrom(...WEEKDAY_CODES);
const nth: fc.Arbitrary<NthWeekday> = fc.record({
  nth: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant('last' as const)),
  weekday,
});
const day = fc.record({ day: fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constant('last' as const)) });
const every = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.integer({ min: 1, max: 99 }));

const rules: fc.Arbitrary<Repeats> = fc.oneof(
  fc.record({ unit: fc.constant('day' as const), every }),
  fc.record({
    unit: fc.constant('week' as const),
    every,
    on: fc.uniqueArray(weekday, { minLength: 1, maxLength: 7 }),
  }),
  fc.record({ unit: fc.constant('month' as const), every, on: fc.oneof(day, nth) }),
  fc.record({ unit: fc.constant('year' as const), every, on: fc.option(nth, { nil: undefined }) }),
);

/** Rules without an end, from a first date that fits, between 2000 and 2030. */
export const aPattern: fc.Arbitrary<Pattern> = fc
  .tuple(rules, fc.integer({ min: 0, max: 11_000 }))
  .map(([rule, offset]) => {
    const date = firstFittingDate(rule, addDays('2000-01-01', offset));
    if (date === undefined) throw new Error('Every rule fits some date.');
    return { rule, date };
  });
