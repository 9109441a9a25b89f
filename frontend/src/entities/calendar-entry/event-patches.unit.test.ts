import { describe, expect, it } from 'vitest';
import { calendarEvent } from '../testing/calendar.ts';
import { belongsTo, withEvent, withoutEvent } from './event-patches.ts';

const window = { startDate: '2026-05-13', endDate: '2026-05-20', timeZone: 'America/New_York' };
const event = calendarEvent('a');

describe('lists after a change', () => {
  it('holds the events of its group, or of all, that touch its days', () => {
    expect(belongsTo({ ...window, groupId: 'group-1' }, event)).toBe(true);
    expect(belongsTo({ ...window, groupId: 'group-2' }, event)).toBe(false);
    expect(belongsTo(window, event)).toBe(true);
    const after = calendarEvent('b', { date: '2026-05-21', at: '0:00' });
    const last = calendarEvent('c', { date: '2026-05-20', at: '23:45' });
    const over = calendarEvent('d', { date: '2026-05-12', at: '23:00', duration: 60 });
    const into = calendarEvent('e', { date: '2026-05-12', at: '23:00', duration: 61 });
    expect([after, last, over, into].map((one) => belongsTo(window, one))).toEqual([false, true, false, true]);
  });

  it('EVENT-08 takes in a new event, and the newer version of a known one', () => {
    expect(withEvent([], event, true)).toEqual([event]);
    expect(withEvent([], event, false)).toEqual([]);
    const newer = { ...event, name: 'Newer', revision: 2 };
    expect(withEvent([event], newer, true)).toEqual([newer]);
    expect(withEvent([event], newer, false)).toEqual([]);
  });

  it('never goes back to an older version', () => {
    const list = [{ ...event, revision: 3 }];
    expect(withEvent(list, { ...event, revision: 2 }, true)).toBe(list);
  });

  it('lets go of a deleted event', () => {
    expect(withoutEvent([event], 'a')).toEqual([]);
    const list = [event];
    expect(withoutEvent(list, 'b')).toBe(list);
  });
});
