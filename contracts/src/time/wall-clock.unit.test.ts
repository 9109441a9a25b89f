import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { US_TIME_ZONES } from '../testing/us-time-zones.ts';
import { DAY_MS, epochMs, HOUR_MS, MINUTE_MS } from './instant.ts';
import { existsOnClock, instantMs, instantOf, normalizeTime, parseTime, spanOf, wallClockOf } from './wall-clock.ts';
import { isTimeZone, offsetAt } from './zone-offsets.ts';

const NEW_YORK = 'America/New_York';
const zone = fc.constantFrom(
  ...US_TIME_ZONES,
  'Europe/London',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
);
/** Whole minutes of 2000-2039. */
const minute = fc.integer({ min: Date.UTC(2000, 0, 1) / MINUTE_MS, max: Date.UTC(2039, 11, 31) / MINUTE_MS });

/** All instants between 2024 and 2028 at which a US zone changes its offset, by the platform's own formatter. */
const usChanges = (timeZone: string): number[] => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const offset = (ms: number): string => format.formatToParts(ms).find((p) => p.type === 'timeZoneName')?.value ?? '';
  const changes: number[] = [];
  for (let day = Date.UTC(2024, 0, 1); day < Date.UTC(2028, 0, 1); day += DAY_MS) {
    if (offset(day) === offset(day + DAY_MS)) continue;
    let hour = day;
    while (offset(hour + HOUR_MS) === offset(day)) hour += HOUR_MS;
    changes.push(hour + HOUR_MS);
  }
  return changes;
};

describe('the wall clock', () => {
  it('the wall clock converts to an instant and back (OPEN-052)', () => {
    expect(instantOf({ date: '2026-05-14', time: '10:42', timeZone: NEW_YORK })).toBe('2026-05-14T14:42:00.000Z');
    expect(instantOf({ date: '2026-01-14', time: '9:05', timeZone: 'America/Los_Angeles' })).toBe(
      '2026-01-14T17:05:00.000Z',
    );
    expect(wallClockOf('2026-05-14T14:42:59.999Z', 'America/Los_Angeles')).toEqual({
      date: '2026-05-14',
      time: '07:42',
    });
    expect(wallClockOf('2026-05-15T02:00:00Z', NEW_YORK)).toEqual({ date: '2026-05-14', time: '22:00' });
  });

  it('the wall clock moves a time that the spring change skips forward (OPEN-052)', () => {
    const skipped = { date: '2026-03-08', time: '02:30', timeZone: NEW_YORK };
    expect(instantOf(skipped)).toBe('2026-03-08T07:30:00.000Z');
    expect(wallClockOf(instantOf(skipped), NEW_YORK)).toEqual({ date: '2026-03-08', time: '03:30' });
    expect(existsOnClock(skipped)).toBe(false);
    expect(existsOnClock({ ...skipped, time: '3:00' })).toBe(true);
  });

  it('the wall clock uses the first occurrence of a time that the autumn change repeats (OPEN-052)', () => {
    expect(instantOf({ date: '2026-11-01', time: '01:30', timeZone: NEW_YORK })).toBe('2026-11-01T05:30:00.000Z');
    expect(wallClockOf('2026-11-01T06:30:00Z', NEW_YORK)).toEqual({ date: '2026-11-01', time: '01:30' });
  });

  it('the wall clock moves forward by a day if the zone skipped that day', () => {
    expect(instantOf({ date: '2011-12-30', time: '12:00', timeZone: 'Pacific/Apia' })).toBe('2011-12-30T22:00:00.000Z');
  });

  it('the wall clock computes the end by elapsed minutes (OPEN-052, CAL-12)', () => {
    const evening = { date: '2026-11-01', time: '0:30', timeZone: NEW_YORK };
    expect(spanOf({ ...evening, duration: 120 })).toEqual({
      startsAt: '2026-11-01T04:30:00.000Z',
      endsAt: '2026-11-01T06:30:00.000Z',
    });
    expect(wallClockOf(spanOf({ ...evening, duration: 120 }).endsAt, NEW_YORK).time).toBe('01:30');
  });

  it('the wall clock accepts only H:MM and HH:MM', () => {
    expect(normalizeTime('9:05')).toBe('09:05');
    expect(['0:00', '23:59', '09:05'].map(parseTime)).toEqual([0, 1439, 545]);
    expect(['24:00', '12:60', '1:5', '-1:00', '12:00 PM', '', '1:055'].map(parseTime)).toEqual(
      Array(7).fill(undefined),
    );
    expect(() => instantOf({ date: '2026-02-30', time: '10:00', timeZone: NEW_YORK })).toThrow(RangeError);
    expect(() => instantOf({ date: '2026-02-20', time: '25:00', timeZone: NEW_YORK })).toThrow(RangeError);
    expect(() => instantOf({ date: '2026-02-20', time: '5:00', timeZone: 'America/Nowhere' })).toThrow(RangeError);
  });

  it('the wall clock distinguishes zone names from other text', () => {
    expect([...US_TIME_ZONES, 'UTC', 'Asia/Calcutta', 'US/Pacific'].every(isTimeZone)).toBe(true);
    expect(
      ['', '+05:00', 'America/Nowhere', 'x'.repeat(10_000), '../etc', '05:00', 'America/New_York '].some(isTimeZone),
    ).toBe(false);
  });

  it('the wall clock agrees with the platform on the offset of any instant', () => {
    fc.assert(
      fc.property(zone, minute, (timeZone, at) => {
        const ms = at * MINUTE_MS;
        const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(ms);
        const [, sign, hours, minutes] =
          /GMT(?:([+-])(\d\d):(\d\d))?/.exec(parts.find((p) => p.type === 'timeZoneName')?.value ?? '') ?? [];
        const expected = sign ? (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS) : 0;
        expect(offsetAt(ms, timeZone)).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it('the wall clock converts back to the same instant, or to the first of a repeated hour', () => {
    fc.assert(
      fc.property(zone, minute, (timeZone, at) => {
        const ms = at * MINUTE_MS;
        const back = instantMs({ ...wallClockOf(ms, timeZone), timeZone });
        const behind = ms - back;
        expect(behind === 0 || (behind > 0 && offsetAt(back, timeZone) - offsetAt(ms, timeZone) === behind)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each(US_TIME_ZONES)('the wall clock keeps every minute around both changes of %s in order', (timeZone) => {
    for (const change of usChanges(timeZone)) {
      const gap = offsetAt(change, timeZone) - offsetAt(change - 1, timeZone);
      for (let ms = change - 3 * HOUR_MS; ms < change + 3 * HOUR_MS; ms += MINUTE_MS) {
        const back = instantMs({ ...wallClockOf(ms, timeZone), timeZone });
        const repeated = gap < 0 && ms >= change && ms < change - gap;
        expect(back).toBe(repeated ? ms + gap : ms);
      }
      if (gap > 0) {
        // The wall clock reads `change + offset before` at the moment it jumps: the skipped times lie after that.
        const lost = new Date(change + offsetAt(change - 1, timeZone) + 30 * MINUTE_MS).toISOString();
        const wall = { date: lost.slice(0, 10), time: lost.slice(11, 16), timeZone };
        expect(existsOnClock(wall)).toBe(false);
        expect(instantMs(wall)).toBe(change + 30 * MINUTE_MS);
      }
    }
  });

  it('the wall clock gives an event its duration in elapsed minutes, even across a clock change', () => {
    fc.assert(
      fc.property(zone, minute, fc.integer({ min: 1, max: 6_000 }), (timeZone, at, duration) => {
        const { startsAt, endsAt } = spanOf({ ...wallClockOf(at * MINUTE_MS, timeZone), timeZone, duration });
        expect(epochMs(endsAt) - epochMs(startsAt)).toBe(duration * MINUTE_MS);
      }),
    );
  });
});
