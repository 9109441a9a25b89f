import { expect, test } from 'vitest';
import { addDays, addMonths, longDay, monthCells, monthTitle, shiftMonth, startOfWeek } from './iso-date.ts';

test('days roll over months, years and leap days', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
});

test('a month further keeps the day or takes the last one', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  expect(shiftMonth('2026-12', 1)).toBe('2027-01');
});

test('weeks start on Sunday', () => {
  expect(startOfWeek('2026-05-14')).toBe('2026-05-10');
  expect(startOfWeek('2026-05-10')).toBe('2026-05-10');
});

test('the grid of a month has 42 days, also when it starts on a Sunday', () => {
  const cells = monthCells('2026-02');
  expect(cells).toHaveLength(42);
  expect([cells[0], cells[41]]).toEqual(['2026-02-01', '2026-03-14']);
});

test('titles do not depend on the zone of the viewer', () => {
  expect(monthTitle('2026-05')).toBe('May 2026');
  expect(longDay('2026-05-14')).toBe('Thursday, May 14');
});
