import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { describe, expect, it, vi } from 'vitest';
import { addDays } from './days.ts';
import { DAY_MS, HOUR_MS } from './instant.ts';
import { lastOccurrence, nextOccurrence, occurrenceOn } from './occurrences.ts';
import { rruleOf } from './rrule.ts';
import { expand, type Part, type Series, type Window } from './series.ts';
import { aPattern } from './testing/patterns.ts';
import { ZONES } from './testing/zones.ts';
import { timeOfMinute, wallClockOf } from './wall-clock.ts';
import * as offsets from './zone-offsets.ts';

const NEW_YORK = 'America/New_York';

const part = (given: Partial<Part> = {}): Part => ({
  rule: { unit: 'week', every: 1, on: ['TU'] },
  date: '2026-05-19',
  time: '19:00',
  timeZone: NEW_YORK,
  duration: 60,
  lastDate: null,
  ...given,
});

const series = (parts: readonly Part[], more: Partial<Series> = {}): Series => ({
  parts,
  leftOut: [],
  changed: [],
  ...more,
});

const days = (from: string, to: string): Window => ({
  from: Date.parse(`${from}T00:00:00Z`),
  to: Date.parse(`${to}T00:00:00Z`),
});

const dates = (of: Series, window: Window): string[] => expand(of, window).map(({ occurrence }) => occurrence);

const aPart: fc.Arbitrary<Part> = fc
  .record({
    pattern: aPattern,
    time: fc.nat(24 * 60 - 1).map(timeOfMinute),
    timeZone: fc.constantFrom(...ZONES),
  })
  .map(({ pattern, ...times }) => ({ ...pattern, ...times, duration: 1, lastDate: null }));

const aWindow = fc.record({ offset: fc.integer({ min: -100, max: 3000 }), length: fc.integer({ min: 1, max: 500 }) });

const windowOf = ({ date }: Part, { offset, length }: { offset: number; length: number }): Window =>
  days(addDays(date, offset), addDays(date, offset + length));

/** Of a library with a complete calendar and clock of its own. */
const byLibrary = (of: Part, { from, to }: Window): string[] => {
  const local = `${of.date.replaceAll('-', '')}T${of.time.replace(':', '')}00`;
  const rule = new RRuleTemporal({ rruleString: `DTSTART;TZID=${of.timeZone}:${local}\nRRULE:${rruleOf(of)}` });
  const found = rule.between(new Date(from), new Date(to), true);
  return found.map(({ epochMilliseconds }) => new Date(epochMilliseconds).toISOString());
};

describe('a series', () => {
  // Always the same cases: the library loses dates of its own, as the last Sunday of July 2012 at 1 AM in Casablanca.
  it('a series takes place when another library says, in some 60 zones (SERIES-05, SERIES-29)', () => {
    fc.assert(
      fc.property(aPart, aWindow, (of, where) => {
        // Days that a zone left out are a matter of their own, below.
        fc.pre(of.timeZone !== 'Pacific/Apia' || of.date > '2012');
        const window = windowOf(of, where);
        // It also loses a midnight that clocks skip.
        const exists = (startsAt: string): boolean => wallClockOf(startsAt, of.timeZone).time === of.time;
        const ours = expand(series([of]), window).filter(({ startsAt }) => Date.parse(startsAt) >= window.from);
        const theirs = byLibrary(of, { from: window.from, to: window.to - 1 });
        expect(ours.map(({ startsAt }) => startsAt).filter(exists)).toEqual(theirs.filter(exists));
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it('a series shows the same time on the clock of its zone on every date, unless the clock skips it (SERIES-05)', () => {
    fc.assert(
      fc.property(aPart, aWindow, (of, where) => {
        for (const { startsAt, occurrence } of expand(series([of]), windowOf(of, where))) {
          const shown = wallClockOf(startsAt, of.timeZone);
          if (shown.date === occurrence && shown.time === of.time) continue;
          expect(offsets.offsetAt(Date.parse(startsAt), of.timeZone)).not.toBe(
            offsets.offsetAt(Date.parse(startsAt) - 25 * HOUR_MS, of.timeZone),
          );
        }
      }),
    );
  });

  it('a series stays at 7:00 PM over both changes of the clocks (SERIES-05)', () => {
    const starts = (of: Part, from: string, to: string) =>
      expand(series([of]), days(from, to)).map(({ startsAt }) => startsAt);
    expect(starts(part({ date: '2026-03-03' }), '2026-03-01', '2026-03-12')).toEqual([
      '2026-03-04T00:00:00.000Z',
      '2026-03-10T23:00:00.000Z',
    ]);
    expect(starts(part(), '2026-10-27', '2026-11-05')).toEqual([
      '2026-10-27T23:00:00.000Z',
      '2026-11-04T00:00:00.000Z',
    ]);
  });

  it('a series moves a time that clocks skip forward by the gap, and takes the first of a repeated one (SERIES-05)', () => {
    const daily = (time: string, timeZone: string) =>
      part({ rule: { unit: 'day', every: 1 }, date: '2026-01-01', time, timeZone, duration: 120 });
    const on = (of: Part, date: string) => occurrenceOn(series([of]), date);
    expect(on(daily('02:30', NEW_YORK), '2026-03-08')).toMatchObject({
      startsAt: '2026-03-08T07:30:00.000Z',
      endsAt: '2026-03-08T09:30:00.000Z',
    });
    expect(on(daily('01:30', NEW_YORK), '2026-11-01')?.startsAt).toBe('2026-11-01T05:30:00.000Z');
    expect(on(daily('02:15', 'Australia/Lord_Howe'), '2026-10-04')?.startsAt).toBe('2026-10-03T15:45:00.000Z');
  });

  it('a series leaves out a day that its zone left out (SERIES-05)', () => {
    const of = part({ rule: { unit: 'day', every: 1 }, date: '2011-12-28', time: '09:00', timeZone: 'Pacific/Apia' });
    expect(dates(series([of]), days('2011-12-27', '2012-01-02'))).toEqual([
      '2011-12-28',
      '2011-12-29',
      '2011-12-31',
      '2012-01-01',
      '2012-01-02',
    ]);
    expect(occurrenceOn(series([of]), '2011-12-30')).toBeUndefined();
  });

  it('a series has in a window the dates of both halves of the window, with deleted and moved dates (SERIES-06, SERIES-29)', () => {
    const exceptions = fc.array(fc.record({ at: fc.nat(60), to: fc.integer({ min: -40, max: 40 }) }), { maxLength: 8 });
    fc.assert(
      fc.property(aPart, aWindow, exceptions, fc.nat(), (of, where, moves, cut) => {
        const window = windowOf(of, where);
        const some = dates(series([{ ...of }]), { from: window.from, to: window.to });
        const touched = [...new Set(moves.flatMap(({ at }) => some[at] ?? []))];
        const changed = touched.map((occurrence, index) => ({
          occurrence,
          times: { ...of, date: addDays(occurrence, moves[index]?.to ?? 0) },
        }));
        const all = series([of], { leftOut: touched.slice(0, 2), changed });
        const middle = window.from + (cut % (window.to - window.from));
        // What runs in the middle is in both halves.
        const halves = [...dates(all, { ...window, to: middle }), ...dates(all, { ...window, from: middle })];
        expect([...new Set(halves)].sort()).toEqual(dates(all, window).sort());
      }),
    );
  });

  it('a series has the dates that overlap a window, also those that began before it', () => {
    const long = part({ duration: 3 * 24 * 60 });
    expect(dates(series([long]), days('2026-06-05', '2026-06-06'))).toEqual(['2026-06-02']);
    expect(dates(series([long]), days('2026-06-06', '2026-06-09'))).toEqual([]);
  });

  it('a series ends with the last date of each part', () => {
    const parts = [
      part({ lastDate: '2026-06-02' }),
      part({ date: '2026-06-10', rule: { unit: 'week', every: 1, on: ['WE'] }, lastDate: '2026-06-17' }),
    ];
    expect(dates(series(parts), days('2026-01-01', '2027-01-01'))).toEqual([
      '2026-05-19',
      '2026-05-26',
      '2026-06-02',
      '2026-06-10',
      '2026-06-17',
    ]);
  });

  it('a series keeps the name of a moved date, and lists it where it went (SERIES-07)', () => {
    const moved = {
      occurrence: '2026-06-02',
      times: { date: '2026-06-04', time: '8:00', timeZone: NEW_YORK, duration: 30 },
    };
    const of = series([part()], { leftOut: ['2026-05-26'], changed: [moved] });
    expect(
      expand(of, days('2026-05-20', '2026-06-12')).map(({ occurrence, startsAt }) => [occurrence, startsAt]),
    ).toEqual([
      ['2026-06-02', '2026-06-04T12:00:00.000Z'],
      ['2026-06-09', '2026-06-09T23:00:00.000Z'],
    ]);
    expect(occurrenceOn(of, '2026-05-26')).toBeUndefined();
    expect(occurrenceOn(of, '2026-06-03')).toBeUndefined();
    expect(nextOccurrence(of, Date.parse('2026-05-20T00:00:00Z'))?.occurrence).toBe('2026-06-02');
  });

  it('a series does not list a date that was moved and then deleted (SERIES-19)', () => {
    const times = { date: '2026-06-04', time: '8:00', timeZone: NEW_YORK, duration: 30 };
    const of = series([part()], { leftOut: ['2026-06-02'], changed: [{ occurrence: '2026-06-02', times }] });
    const shown = expand(of, days('2026-05-27', '2026-06-12')).map(({ occurrence }) => occurrence);
    expect(shown).toEqual(['2026-06-09']);
    expect(occurrenceOn(of, '2026-06-02')).toBeUndefined();
  });

  it('a series costs as much in the tenth year as in the first, and ends for the longest window (SERIES-06, SERIES-30)', () => {
    const asked = vi.spyOn(Date.prototype, 'toISOString');
    const daily = series([part({ rule: { unit: 'day', every: 1 } })]);
    const cost = (year: number): number => {
      asked.mockClear();
      expand(daily, days(`${year}-06-01`, `${year}-07-01`));
      return asked.mock.calls.length;
    };
    expect([cost(2036), cost(8999)]).toEqual([cost(2027), cost(2027)]);
    asked.mockRestore();
    expect(expand(daily, { from: Date.parse('1900-01-01'), to: Date.parse('8999-01-01') })).toEqual([]);
    expect(expand(daily, { from: Date.parse('2026-05-19'), to: Date.parse('8999-01-01') }).length).toBeLessThan(1832);
    expect(nextOccurrence(series([part({ lastDate: '2026-06-02' })]), Date.parse('8998-01-01'))).toBeUndefined();
  });

  it('a series that has ended has a last date, however long ago that was', () => {
    const now = Date.parse('2046-05-20T00:00:00Z');
    const last = (given: Partial<Part>, more: Partial<Series> = {}) =>
      lastOccurrence(series([part(given)], more), now)?.occurrence;
    expect(last({ lastDate: '2026-06-02' })).toBe('2026-06-02');
    expect(last({ lastDate: '2026-06-02' }, { leftOut: ['2026-06-02'] })).toBe('2026-05-26');
    expect(last({ date: '2046-05-15', rule: { unit: 'year', every: 1 } })).toBe('2046-05-15');
    expect(last({ date: '2046-06-05' })).toBeUndefined();
  });
});

it('a day is long enough to look around a window in every zone', () => {
  const farEast = part({
    rule: { unit: 'day', every: 1 },
    date: '2026-01-01',
    time: '00:00',
    timeZone: 'Pacific/Kiritimati',
  });
  const start = Date.parse('2026-05-18T10:00:00Z');
  expect(dates(series([farEast]), { from: start, to: start + 1 })).toEqual(['2026-05-19']);
  expect(
    dates(series([{ ...farEast, timeZone: 'Pacific/Pago_Pago', time: '23:59' }]), days('2026-05-20', '2026-05-21')),
  ).toEqual(['2026-05-19']);
  expect(DAY_MS).toBe(24 * HOUR_MS);
});
