import { daysFrom } from '@quorum/contracts/time/days.ts';
import { MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timedEvent } from '../../../../data/calendar-entry/timed-event.ts';
import { calendarEvent } from '../../../../testing/calendar.ts';
import { dayClock } from './day-clock.ts';
import { weekCells } from './month-cells.ts';

const clocks = daysFrom('2026-05-10', 7).map((date) => dayClock(date, 'America/New_York'));
const start = clocks[0]?.startsAt ?? 0;
const given = fc.array(
  fc.record({ from: fc.integer({ min: -2000, max: 10_000 }), minutes: fc.integer({ min: 15, max: 6000 }) }),
  { maxLength: 30 },
);

describe('a week of the month', () => {
  it('a week of the month fills the rows of each day and counts what has no room (GRID-15)', () => {
    fc.assert(
      fc.property(given, fc.integer({ min: 2, max: 7 }), (spans, rows) => {
        const events = spans.map(({ from, minutes }, index) => {
          const startsAt = new Date(start + from * MINUTE_MS).toISOString();
          const endsAt = new Date(start + (from + minutes) * MINUTE_MS).toISOString();
          return timedEvent(calendarEvent(`e${index}`, { startsAt, endsAt }));
        });
        const cells = weekCells(clocks, events, rows);
        for (const [index, cell] of cells.entries()) {
          const over = cells.flatMap(({ bars }) => bars).filter(({ first, last }) => first <= index && index <= last);
          const more = cell.hiddenCount > 0 ? 1 : 0;
          expect(cell.barRows + cell.lines.length + more).toBeLessThanOrEqual(Math.max(rows, cell.barRows + 1));
          expect(over.length + cell.lines.length + cell.hiddenCount).toBe(cell.events.length);
          expect(cell.hiddenCount).toBeGreaterThanOrEqual(0);
          expect(new Set(over.map(({ row }) => row)).size).toBe(over.length);
        }
      }),
    );
  });
});
