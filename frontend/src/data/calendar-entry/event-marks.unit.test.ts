import { describe, expect, it } from 'vitest';
import { calendarEvent } from '../../testing/calendar.ts';
import { marksByDay, partsOf } from './event-marks.ts';
import { timedEvent } from './timed-event.ts';

const timeZone = 'America/New_York';

describe('the dots of a calendar', () => {
  const window = { startDate: '2026-05-13', endDate: '2027-05-14' };

  it('the dots of a calendar are requested only for days that the schedule has not loaded', () => {
    const [may, inside, past] = [
      { startDate: '2026-04-26', endDate: '2026-06-06' },
      { startDate: '2026-06-01', endDate: '2026-06-30' },
      { startDate: '2026-03-01', endDate: '2026-04-11' },
    ];
    expect(partsOf(may, window)).toEqual({
      before: { startDate: '2026-04-26', endDate: '2026-05-12' },
      within: { startDate: '2026-05-13', endDate: '2026-06-06' },
      after: undefined,
    });
    expect(partsOf(inside, window)).toEqual({ before: undefined, within: inside, after: undefined });
    expect(partsOf(past, window)).toEqual({ before: past, within: undefined, after: undefined });
    expect(partsOf({ startDate: '2027-05-01', endDate: '2027-06-11' }, window)).toEqual({
      before: undefined,
      within: { startDate: '2027-05-01', endDate: '2027-05-14' },
      after: { startDate: '2027-05-15', endDate: '2027-06-11' },
    });
  });

  it('the dots of a calendar count an event in two lists once, on every day that it covers (DASH-02, OPEN-040)', () => {
    const night = () => timedEvent(calendarEvent('n', { date: '2026-05-12', at: '23:00', duration: 120 }));
    const running = timedEvent(calendarEvent('r', { date: '2026-05-13', at: '22:00', duration: 24 * 60 }));
    const marks = marksByDay([night(), night(), running], window, timeZone, undefined);
    expect([...marks]).toEqual([
      ['2026-05-13', { count: 2 }],
      ['2026-05-14', { count: 1 }],
    ]);
  });

  it('the dots of a calendar give every color of My Schedule a dot before one has two', () => {
    const events = ['blue', 'blue', 'blue', 'red'].map((groupId, index) =>
      timedEvent(calendarEvent(`e${index}`, { groupId, at: `1${index}:00` })),
    );
    const marks = marksByDay(events, window, timeZone, (groupId) => groupId as 'blue' | 'red');
    expect(marks.get('2026-05-14')).toEqual({ count: 4, accents: ['blue', 'red', 'blue'] });
  });
});
