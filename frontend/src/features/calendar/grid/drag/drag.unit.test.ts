import { MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import { instantMs, wallClockOf } from '@quorum/contracts/time/wall-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timedEvent } from '../../../../data/calendar-entry/timed-event.ts';
import { calendarEvent } from '../../../../testing/calendar.ts';
import { type Drag, spanOfDrag, timesOfSpan } from './drag.ts';

const ZONE = 'America/New_York';
const DAY = '2026-05-14';
const clockOf = (ms: number) => Object.values(wallClockOf(ms, ZONE)).join(' ');
const place = (minute: number, date = DAY) => ({ date, minute });
const spanOf = (drag: Drag, isPress = false) => {
  const { startsAt, endsAt } = spanOfDrag(drag, isPress, ZONE);
  return [clockOf(startsAt), (endsAt - startsAt) / MINUTE_MS];
};
const draw = (from: number, to: number, date = DAY): Drag => ({ kind: 'draw', from: place(from), at: place(to, date) });
const drag = (
  kind: 'move' | 'length',
  event: Parameters<typeof calendarEvent>[1],
  steps: number,
  date = DAY,
): Drag => ({
  kind,
  event: timedEvent(calendarEvent('a', event)),
  from: place(600),
  at: place(600 + steps, date),
});

describe('a drawn event', () => {
  it('a drawn event has steps of 15 minutes and lasts at least 15, in both directions (GRID-06)', () => {
    expect(spanOf(draw(604, 671))).toEqual(['2026-05-14 10:00', 75]);
    expect(spanOf(draw(604, 606))).toEqual(['2026-05-14 10:00', 15]);
    expect(spanOf(draw(604, 541))).toEqual(['2026-05-14 09:00', 75]);
  });

  it('a drawn event lasts an hour after a press alone, also past midnight (GRID-06)', () => {
    expect(spanOf(draw(619, 619), true)).toEqual(['2026-05-14 10:15', 60]);
    expect(spanOf(draw(1412, 1412), true)).toEqual(['2026-05-14 23:30', 60]);
  });

  it('a drawn event goes on in the next day when it is drawn there (GRID-06)', () => {
    expect(spanOf(draw(1380, 60, '2026-05-15'))).toEqual(['2026-05-14 23:00', 120]);
  });

  it('a drawn event has whole days from midnight to midnight in the band, also when one of them is shorter or longer (GRID-06)', () => {
    const days = (first: string, last: string) => spanOf({ kind: 'days', from: place(0, first), at: place(0, last) });
    expect(days('2026-05-16', '2026-05-14')).toEqual(['2026-05-14 00:00', 3 * 24 * 60]);
    expect(days('2026-11-01', '2026-11-01')).toEqual(['2026-11-01 00:00', 25 * 60]);
    expect(days('2026-03-08', '2026-03-09')).toEqual(['2026-03-08 00:00', 47 * 60]);
    // It would not lie in the band otherwise.
    expect(days('2026-03-08', '2026-03-08')).toEqual(['2026-03-08 00:00', 24 * 60]);
  });

  it('a drawn event always starts at a quarter hour and lasts a number of quarter hours (GRID-06)', () => {
    const minute = fc.integer({ min: 0, max: 1440 });
    fc.assert(
      fc.property(minute, minute, fc.boolean(), (from, to, isPress) => {
        const { startsAt, endsAt } = spanOfDrag(draw(from, to), isPress, ZONE);
        const quarter = 15 * MINUTE_MS;
        expect([startsAt % quarter, endsAt % quarter]).toEqual([0, 0]);
        expect(endsAt - startsAt).toBeGreaterThanOrEqual(quarter);
      }),
    );
  });
});

describe('a dragged event', () => {
  it('a dragged event moves by steps of 15 minutes and by days, and keeps its length (GRID-07)', () => {
    expect(spanOf(drag('move', { at: '10:05', duration: 50 }, 22, '2026-05-16'))).toEqual(['2026-05-16 10:20', 50]);
    expect(spanOf(drag('move', { at: '10:05', duration: 50 }, 7))).toEqual(['2026-05-14 10:05', 50]);
  });

  it('a dragged event moves by the clock over a change of clocks, not by hours (GRID-09)', () => {
    const [from, to] = ['2026-10-29', '2026-11-05'];
    const event = timedEvent(calendarEvent('a', { date: from, at: '19:00' }));
    expect(spanOf({ kind: 'move', event, from: place(1140, from), at: place(1140, to) })).toEqual([
      '2026-11-05 19:00',
      60,
    ]);
  });

  it('a dragged event gets longer and shorter by its edge, from 15 minutes to the longest that an event may last (GRID-08)', () => {
    expect(spanOf(drag('length', {}, 31))).toEqual(['2026-05-14 10:00', 90]);
    expect(spanOf(drag('length', {}, -300))).toEqual(['2026-05-14 10:00', 15]);
    expect(spanOf(drag('length', {}, 0, '2030-05-14'))).toEqual(['2026-05-14 10:00', 527_040]);
  });

  it('an event that is dropped or drawn in the hour that comes twice is in the first of the two (GRID-09, SERIES-05)', () => {
    const [day, before] = ['2026-11-01', '2026-10-31'];
    const first = Date.parse('2026-11-01T05:30:00.000Z');
    const event = timedEvent(calendarEvent('a', { date: before, at: '13:30' }));
    const moved = spanOfDrag({ kind: 'move', event, from: place(810, before), at: place(90, day) }, false, ZONE);
    expect(moved).toEqual({ startsAt: first, endsAt: first + 60 * MINUTE_MS });
    expect(spanOfDrag({ kind: 'draw', from: place(90, day), at: place(120, day) }, false, ZONE).startsAt).toBe(first);
  });

  it('the edge of an event that ends in the second of two equal hours stays there by steps of 15 minutes (GRID-08)', () => {
    const [day, duration] = ['2026-11-01', 120];
    const event = timedEvent(calendarEvent('a', { date: day, at: '0:30', duration }));
    const length = (steps: number) => {
      const at = place(90 + steps, day);
      const { startsAt, endsAt } = spanOfDrag({ kind: 'length', event, from: place(90, day), at }, false, ZONE);
      return (endsAt - startsAt) / MINUTE_MS;
    };
    expect([length(15), length(-15), length(60)]).toEqual([135, 105, 180]);
  });

  it('a dragged event keeps the zone that it was meant in (GRID-09)', () => {
    const startsAt = instantMs({ date: DAY, time: '19:00', timeZone: ZONE });
    const span = { startsAt, endsAt: startsAt + 45 * MINUTE_MS };
    expect(timesOfSpan(span, 'Asia/Tokyo', ZONE)).toEqual({
      date: '2026-05-15',
      time: '08:00',
      timeZone: 'Asia/Tokyo',
      duration: 45,
    });
    expect(timesOfSpan(span, 'Mars/Olympus', ZONE)).toMatchObject({ date: DAY, time: '19:00', timeZone: ZONE });
  });
});
