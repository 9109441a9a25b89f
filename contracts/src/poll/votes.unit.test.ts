import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leading, optionIdOf, type Scored } from './votes.ts';

const scored = fc.record({
  startsAt: fc
    .integer({ min: 0, max: 40 })
    .map((hour) => new Date(Date.UTC(2030, 4, 16) + hour * 3_600_000).toISOString()),
  yes: fc.integer({ min: 0, max: 4 }),
  ifneedbe: fc.integer({ min: 0, max: 4 }),
});
const proposed = fc.uniqueArray(scored, { selector: ({ startsAt }) => startsAt, maxLength: 20 });

/** A number that sorts as the ranking does, worked out another way. */
const weight = ({ startsAt, yes, ifneedbe }: Scored): number =>
  (yes + ifneedbe) * 1e12 + yes * 1e9 - Date.parse(startsAt) / 1e6;

/** The best times, then the best of the others, and so on, as far as anybody can. */
const ranked = (options: readonly Scored[]): readonly Scored[] => {
  const best = leading(options);
  return best.length === 0 ? [] : [...best, ...ranked(options.filter((option) => !best.includes(option)))];
};

it('proposed times are ranked by how many can, then by yes, then by start, as a plain sort ranks them (FIND-10, FIND-21)', () => {
  fc.assert(
    fc.property(proposed, (options) => {
      const possible = options.filter(({ yes, ifneedbe }) => yes + ifneedbe > 0);
      expect(ranked(options)).toEqual(possible.sort((a, b) => weight(b) - weight(a)));
    }),
  );
});

it('the best times are tied if as many can, and as many say yes, and there is none while nobody can (FIND-10, FIND-21)', () => {
  fc.assert(
    fc.property(proposed, (options) => {
      const max = Math.max(0, ...options.map(({ yes, ifneedbe }) => yes + ifneedbe));
      const can = options.filter(({ yes, ifneedbe }) => yes + ifneedbe === max);
      const best = can.filter(({ yes }) => yes === Math.max(...can.map((other) => other.yes)));
      const byStart = best.map(({ startsAt }) => startsAt).sort();
      expect(leading(options).map(({ startsAt }) => startsAt)).toEqual(max === 0 ? [] : byStart);
    }),
  );
});

it('proposed times of a poll have ids that differ when their minutes do', () => {
  fc.assert(
    fc.property(proposed, (options) => {
      expect(new Set(options.map(({ startsAt }) => optionIdOf(startsAt))).size).toBe(options.length);
    }),
  );
});
