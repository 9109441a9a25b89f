import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { US_TIME_ZONES } from '../testing/us-time-zones.ts';
import { dateOfEpochDay, isCalendarDate } from './calendar-date.ts';
import {
  addDays,
  addMonths,
  compareDates,
  dayBounds,
  daysBetween,
  daysFrom,
  isSameLocalDay,
  localDate,
  monthCells,
  monthOf,
  shiftMonth,
  startOfWeek,
  weekdayOf,
  weekOf,
} from './days.ts';
import { eventsWindow } from './events-window.ts';
import { epochMs, HOUR_MS } from './instant.ts';

const NEW_YORK = 'America/New_York';
const date = fc.integer({ min: 0, max: 30_000 }).map(dateOfEpochDay);
const zone = fc.constantFrom(...US_TIME_ZONES, 'America/Havana', 'Asia/Beirut', 'America/Santiago');
const hoursOf = (day: string, timeZone: string): number => {
  const { startsAt, endsAt } = dayBounds(day, timeZone);
  return (epochMs(endsAt) - epochMs(startsAt)) / HOUR_MS;
};

describe('days', () => {
  it('only days of the calendar are valid dates', () => {
    expect(['2026-05-14', '2024-02-29', '0001-01-01'].every(isCalendarDate)).toBe(true);
    expect(['2026-02-29', '2026-13-01', '2026-5-14', '26-05-14', '2026-05-14T00:00', ''].some(isCalendarDate)).toBe(
      false,
    );
  });

  it('the day of an instant depends on the zone in which it is seen', () => {
    expect(localDate('2026-05-15T03:59:59Z', NEW_YORK)).toBe('2026-05-14');
    expect(localDate('2026-05-15T03:59:59Z', 'Pacific/Guam')).toBe('2026-05-15');
    expect(isSameLocalDay('2026-05-15T03:59:00Z', '2026-05-15T04:00:00Z', NEW_YORK)).toBe(false);
    expect(isSameLocalDay('2026-05-15T03:59:00Z', '2026-05-15T04:00:00Z', 'America/Los_Angeles')).toBe(true);
  });

  it('a day can have 23 or 25 hours', () => {
    expect(hoursOf('2026-03-08', NEW_YORK)).toBe(23);
    expect(hoursOf('2026-11-01', NEW_YORK)).toBe(25);
    expect(hoursOf('2026-11-01', 'America/Phoenix')).toBe(24);
    // Havana skips midnight itself: the day starts at 1 AM.
    expect(dayBounds('2026-03-08', 'America/Havana').startsAt).toBe('2026-03-08T05:00:00.000Z');
  });

  it('a month fills a grid of 42 cells, starting on a Sunday (CAL-30, LIMIT-12)', () => {
    const may = monthCells('2026-05');
    expect(may).toHaveLength(42);
    expect([may[0], may[5], may[41]]).toEqual(['2026-04-26', '2026-05-01', '2026-06-06']);
    expect(may.filter((day) => monthOf(day) === '2026-05')).toHaveLength(31);
    expect(monthCells('2026-02')[0]).toBe('2026-02-01');
  });

  it('a day belongs to a week that starts on the Sunday on or before it (LIMIT-12)', () => {
    const week = ['2026-05-10', '2026-05-14', '2026-05-16', '2026-05-17'];
    expect(week.map((day) => startOfWeek(day))).toEqual(['2026-05-10', '2026-05-10', '2026-05-10', '2026-05-17']);
  });

  it('a day belongs to a week that starts on Monday where that is chosen (GRID-01)', () => {
    const week = ['2026-05-10', '2026-05-11', '2026-05-17', '2026-05-18'];
    expect(week.map((day) => startOfWeek(day, 1))).toEqual(['2026-05-04', '2026-05-11', '2026-05-11', '2026-05-18']);
    expect(weekOf('2026-05-14', 1)[6]).toBe('2026-05-17');
    expect(monthCells('2026-05', 1)[0]).toBe('2026-04-27');
  });

  it('a week has seven days, starting on Sunday (CAL-29, LIMIT-12)', () => {
    const week = weekOf('2026-05-14');
    expect([week.length, week[0], week[6]]).toEqual([7, '2026-05-10', '2026-05-16']);
  });

  it('months move across the end of the year', () => {
    expect([shiftMonth('2026-12', 1), shiftMonth('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  });

  it('a day moves by months without leaving the target month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28');
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  });

  it('events are loaded from yesterday, or a week before the selected date, to one year ahead (CAL-01, CAL-02, LIMIT-17)', () => {
    const now = '2026-05-15T02:00:00Z';
    expect(eventsWindow(now, NEW_YORK)).toEqual({ startDate: '2026-05-13', endDate: '2027-05-14' });
    expect(eventsWindow(now, NEW_YORK, '2026-05-20')).toEqual({ startDate: '2026-05-13', endDate: '2027-05-20' });
    expect(eventsWindow(now, NEW_YORK, '2025-02-03')).toEqual({ startDate: '2025-01-27', endDate: '2027-05-14' });
  });

  it('days are added, counted, sorted and compared consistently', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -5_000, max: 5_000 }), (from, days) => {
        const to = addDays(from, days);
        expect(daysBetween(from, to)).toBe(days);
        expect(Math.sign(compareDates(from, to))).toBe(-Math.sign(days) + 0);
        expect((((weekdayOf(to) - weekdayOf(from) - days) % 7) + 7) % 7).toBe(0);
        expect(daysFrom(startOfWeek(from), 7)).toContain(from);
      }),
    );
  });

  it('days cover time without gaps or overlaps', () => {
    fc.assert(
      fc.property(date, zone, (day, timeZone) => {
        const { startsAt, endsAt } = dayBounds(day, timeZone);
        expect(localDate(startsAt, timeZone)).toBe(day);
        expect(localDate(epochMs(startsAt) - 1, timeZone)).toBe(addDays(day, -1));
        expect(localDate(epochMs(endsAt) - 1, timeZone)).toBe(day);
        expect(dayBounds(addDays(day, 1), timeZone).startsAt).toBe(endsAt);
      }),
      { numRuns: 2_000, examples: [['1970-01-01', 'America/Adak']] },
    );
  });

  it.each(US_TIME_ZONES)(
    'a day in %s has 23, 24 or 25 hours, and as many days of a year are short as long',
    (timeZone) => {
      const lengths = Array.from({ length: 365 }, (_, index) => hoursOf(addDays('2026-01-01', index), timeZone));
      expect(new Set(lengths.filter((hours) => ![23, 24, 25].includes(hours)))).toEqual(new Set());
      expect(lengths.reduce((sum, hours) => sum + hours, 0)).toBe(365 * 24);
    },
  );
});
