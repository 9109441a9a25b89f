import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from './instant.ts';
import { ZONES } from './testing/zones.ts';
import { wallClockOf } from './wall-clock.ts';
import { offsetAt } from './zone-offsets.ts';

afterEach(() => vi.restoreAllMocks());

const clockOf = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(ms);

it('clocks of far years show what the platform says, in some 60 zones', () => {
  const far = fc.integer({ min: Date.UTC(2101, 0, 1) / HOUR_MS, max: Date.UTC(8999, 11, 31) / HOUR_MS });
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), far, (timeZone, hour) => {
      const { date, time } = wallClockOf(hour * HOUR_MS, timeZone);
      expect(`${date} ${time}`).toBe(clockOf(hour * HOUR_MS, timeZone));
    }),
    { numRuns: 500 },
  );
});

it('the offsets of thousands of far years of a zone, in any spelling, are found in few of them', () => {
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  for (let year = 2200; year < 4200; year += 1)
    offsetAt(Date.UTC(year, 0, 1) + 150 * DAY_MS, year % 2 === 0 ? 'Europe/Vilnius' : 'europe/VILNIUS');
  expect(asked.mock.calls.length).toBeLessThan(28 * 150);
});
