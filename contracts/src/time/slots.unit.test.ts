import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { US_TIME_ZONES } from '../testing/us-time-zones.ts';
import { checkCustomDuration, checkCustomTime, parseCustomTime, twoDigits } from './custom-time.ts';
import { MINUTE_MS } from './instant.ts';
import { DAY_SLOTS, defaultSlot, isPastDate, isPastTime, slotMatching } from './slots.ts';
import { existsOnClock, instantMs, instantOf } from './wall-clock.ts';

const timeZone = 'America/New_York';
const at = (time: string, date = '2026-05-14', seconds = 0): number =>
  instantMs({ date, time, timeZone }) + seconds * 1_000;

describe('time slots', () => {
  it('the time slots of a day are 96 quarter hours (LIMIT-05)', () => {
    expect(DAY_SLOTS).toHaveLength(96);
    expect([DAY_SLOTS[0], DAY_SLOTS[55], DAY_SLOTS[95]]).toEqual([
      { time: '00:00', label: '12:00 AM' },
      { time: '13:45', label: '1:45 PM' },
      { time: '23:45', label: '11:45 PM' },
    ]);
  });

  it('time slots start with the next slot that is more than two minutes away (EVENT-15, EVENT-16)', () => {
    expect(defaultSlot(at('10:31'), timeZone).time).toBe('10:45');
    expect(defaultSlot(at('10:42', undefined, 59), timeZone).time).toBe('10:45');
    expect(defaultSlot(at('10:43'), timeZone).time).toBe('11:00');
    expect(defaultSlot(at('10:45'), timeZone).time).toBe('11:00');
    expect(defaultSlot(at('23:44'), timeZone)).toEqual({ date: '2026-05-15', time: '00:00' });
    expect(defaultSlot(at('23:50'), timeZone)).toEqual({ date: '2026-05-15', time: '00:00' });
  });

  it('time slots start with a time that exists and lies ahead, even when clocks change', () => {
    // 1:50 AM before the spring change: 2:00 does not exist. 1:20 AM after the autumn change: 1:30 was an hour ago.
    expect(defaultSlot(at('1:50', '2026-03-08'), timeZone)).toEqual({ date: '2026-03-08', time: '03:00' });
    expect(defaultSlot('2026-11-01T06:20:00Z', timeZone)).toEqual({ date: '2026-11-01', time: '02:00' });
    const minute = fc.integer({ min: Date.UTC(2026, 0, 1) / MINUTE_MS, max: Date.UTC(2027, 11, 31) / MINUTE_MS });
    fc.assert(
      fc.property(minute, fc.constantFrom(...US_TIME_ZONES), (now, zone) => {
        const slot = { ...defaultSlot(now * MINUTE_MS, zone), timeZone: zone };
        expect(existsOnClock(slot)).toBe(true);
        expect(instantMs(slot)).toBeGreaterThan((now + 2) * MINUTE_MS);
      }),
    );
  });

  it('time slots show which dates, and which times of today, are past (EVENT-14)', () => {
    const now = at('10:42');
    expect(['2026-05-13', '2026-05-14', '2026-05-15'].map((date) => isPastDate(date, now, timeZone))).toEqual([
      true,
      false,
      false,
    ]);
    expect(isPastTime('2026-05-14', '10:30', now, timeZone)).toBe(true);
    expect(isPastTime('2026-05-14', '10:42', now, timeZone)).toBe(true);
    expect(isPastTime('2026-05-14', '10:45', now, timeZone)).toBe(false);
    expect(isPastTime('2026-05-15', '0:00', now, timeZone)).toBe(false);
  });

  it('typing jumps to the time slot whose start is typed', () => {
    const jump = (typed: string, options = {}) => DAY_SLOTS[slotMatching(typed, options) ?? -1]?.label;
    expect(['1', '1:4', '10', '1:45p', '12:30 pm', '12'].map((typed) => jump(typed))).toEqual([
      '1:00 AM',
      '1:45 AM',
      '10:00 AM',
      '1:45 PM',
      '12:30 PM',
      '12:00 AM',
    ]);
    expect(jump('1:4', { from: 43 })).toBe('1:45 PM');
    expect(jump('1:4', { isEnabled: ({ time }: { time: string }) => time > '10:42' })).toBe('1:45 PM');
    expect(jump('9', { isEnabled: ({ time }: { time: string }) => time > '10:42' })).toBe('9:00 PM');
    expect(['', ' ', '13', '1:5', 'x'].map((typed) => jump(typed))).toEqual(Array(5).fill(undefined));
  });
});

describe('a custom time', () => {
  it('a custom time has an hour 1-12, a minute 00-59 and AM or PM (EVENT-17, EVENT-18)', () => {
    const parse = (hour: string, minute: string, meridiem: 'AM' | 'PM') => parseCustomTime({ hour, minute, meridiem });
    expect([parse('12', '00', 'AM'), parse('12', '00', 'PM'), parse('1', '5', 'PM'), parse('11', '59', 'AM')]).toEqual([
      '00:00',
      '12:00',
      '13:05',
      '11:59',
    ]);
    expect([
      parse('0', '00', 'AM'),
      parse('13', '00', 'AM'),
      parse('1', '60', 'AM'),
      parse('', '00', 'AM'),
      parse('1', '', 'AM'),
      parse('-1', '0', 'AM'),
    ]).toEqual(Array(6).fill(undefined));
    expect(twoDigits('1a2:3')).toBe('12');
  });

  it('a custom time at or before now is refused (EVENT-19)', () => {
    const now = instantOf({ date: '2026-05-14', time: '10:42', timeZone });
    const check = (hour: string, minute: string, date = '2026-05-14') =>
      checkCustomTime({ hour, minute, meridiem: 'AM' }, date, now, timeZone);
    expect(check('10', '42')).toEqual({ ok: false, error: 'Time cannot be in the past' });
    expect(check('10', '43')).toEqual({ ok: true, time: '10:43' });
    expect(check('9', '00', '2026-05-15')).toEqual({ ok: true, time: '09:00' });
    expect(check('', '43')).toEqual({ ok: false, error: 'Date and time are required' });
  });

  it('a custom duration of hours and minutes above zero is accepted (EVENT-23)', () => {
    const check = (hours: string, minutes: string) => {
      const checked = checkCustomDuration(hours, minutes, 366 * 24 * 60);
      return checked.ok ? checked.minutes : checked.error;
    };
    expect([check('1', '30'), check('', '5'), check('120', '0'), check('8784', '')]).toEqual([90, 5, 7_200, 527_040]);
    expect([check('', ''), check('0', '0'), check('x', '1')]).toEqual(Array(3).fill('Duration must be more than zero'));
    expect(check('1', '60')).toBe('Minutes go up to 59');
    // The hours until an end in thirteen years.
    expect([check('8784', '1'), check('113952', '0')]).toEqual(Array(2).fill('An event can last 366 days at most'));
  });
});
