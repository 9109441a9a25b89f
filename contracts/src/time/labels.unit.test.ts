import { describe, expect, it } from 'vitest';
import { messageTimeLabel, separatorLabel } from '../message/chat-times.ts';
import { countdownLabel } from './countdown.ts';
import {
  dateRangeTitle,
  dayHeader,
  dayHeaderDetail,
  fullMonthDay,
  longDate,
  memberSinceLabel,
  monthDay,
  monthDayYear,
  monthLeaf,
  monthTitle,
  weekdayShort,
} from './day-labels.ts';
import { HOUR_MS, MINUTE_MS } from './instant.ts';
import {
  creatorTime,
  dateTimeLabel,
  durationLabel,
  endLabel,
  endTime,
  hourLabel,
  timeLabel,
  timeRange,
  wallTimeLabel,
  zoneCity,
  zoneName,
} from './labels.ts';
import { instantOf } from './wall-clock.ts';

const NEW_YORK = 'America/New_York';
const at = (date: string, time: string): string => instantOf({ date, time, timeZone: NEW_YORK });
const now = at('2026-05-14', '10:42');

describe('day labels', () => {
  it('day labels name months and days in full', () => {
    expect([monthTitle('2026-09'), fullMonthDay('2026-09-08')]).toEqual(['September 2026', 'September 8']);
  });

  it('day labels name the days around today and use a long date for others (CAL-04)', () => {
    const headers = ['2026-05-13', '2026-05-14', '2026-05-15', '2026-05-18', '2025-05-14'].map((date) =>
      dayHeader(date, '2026-05-14'),
    );
    expect(headers).toEqual(['Yesterday', 'Today', 'Tomorrow', 'Monday, May 18, 2026', 'Wednesday, May 14, 2025']);
    expect(dayHeaderDetail('2026-05-14', '2026-05-14')).toBe('Thursday, May 14');
    expect(dayHeaderDetail('2026-05-18', '2026-05-14')).toBeUndefined();
    expect(dayHeader('2027-01-01', '2026-12-31')).toBe('Tomorrow');
  });

  it('day labels write dates in their formats', () => {
    expect(longDate('2026-05-18')).toBe('Monday, May 18, 2026');
    expect(monthDayYear('2026-01-08')).toBe('January 8, 2026');
    expect([monthDay('2026-09-08'), monthLeaf('2026-06-01'), weekdayShort('2026-05-16')]).toEqual([
      'Sep 8',
      'JUN',
      'Sat',
    ]);
  });

  it('the label of a week names its first and last day', () => {
    expect(dateRangeTitle('2026-05-10', '2026-05-16')).toBe('May 10 – 16');
    expect(dateRangeTitle('2026-05-31', '2026-06-06')).toBe('May 31 – Jun 6');
    expect(dateRangeTitle('2026-12-27', '2027-01-02')).toBe('Dec 27, 2026 – Jan 2, 2027');
  });

  it('day labels show since when someone is a member (ACCT-07)', () => {
    expect(memberSinceLabel('2026-01-08T20:00:00Z', NEW_YORK)).toBe('January 8, 2026');
    expect(memberSinceLabel(undefined, NEW_YORK)).toBe('Unknown');
  });
});

describe('time labels', () => {
  it('time labels use the twelve-hour clock', () => {
    expect(['0:00', '00:15', '9:05', '12:00', '12:30', '13:45', '23:59'].map(wallTimeLabel)).toEqual([
      '12:00 AM',
      '12:15 AM',
      '9:05 AM',
      '12:00 PM',
      '12:30 PM',
      '1:45 PM',
      '11:59 PM',
    ]);
    expect([0, 10, 12, 13].map(hourLabel)).toEqual(['12 AM', '10 AM', '12 PM', '1 PM']);
    expect(timeLabel(now, NEW_YORK)).toBe('10:42 AM');
    expect(dateTimeLabel(at('2026-05-14', '13:45'), NEW_YORK)).toBe('Thursday, May 14, 2026 at 1:45 PM');
  });

  it('time labels write ranges with AM or PM once if both ends share it', () => {
    const range = (from: string, to: string, until = '2026-05-14'): string =>
      timeRange(at('2026-05-14', from), at(until, to), NEW_YORK);
    expect(range('10:00', '11:00')).toBe('10:00 – 11:00 AM');
    expect(range('9:30', '12:30')).toBe('9:30 AM – 12:30 PM');
    expect(range('19:00', '21:30')).toBe('7:00 – 9:30 PM');
    expect(range('22:00', '1:00', '2026-05-15')).toBe('10:00 PM – 1:00 AM');
    expect(range('22:00', '21:00', '2026-05-15')).toBe('10:00 PM – 9:00 PM');
    expect(range('22:00', '22:00', '2026-05-15')).toBe('10:00 PM – May 15, 10:00 PM');
    expect(range('22:00', '22:00', '2027-05-15')).toBe('10:00 PM – May 15, 2027, 10:00 PM');
  });

  it('time labels name the zone of both ends if the range ends in the hour that the clock repeats', () => {
    const start = Date.parse(at('2026-11-01', '1:30'));
    expect(timeRange(start, start + 30 * MINUTE_MS, NEW_YORK)).toBe('1:30 AM EDT – 1:00 AM EST');
    expect(timeRange(start, start + 15 * MINUTE_MS, NEW_YORK)).toBe('1:30 – 1:45 AM');
    expect(timeRange(start + 30 * MINUTE_MS, start + HOUR_MS, NEW_YORK)).toBe('1:00 – 1:30 AM');
  });

  it('time labels name the zone of an end in the hour that the clock repeats', () => {
    const start = Date.parse(at('2026-11-01', '1:30'));
    expect(endTime(start, start + 30 * MINUTE_MS, NEW_YORK)).toBe('1:00 AM EST');
    expect(endTime(start, start + 15 * MINUTE_MS, NEW_YORK)).toBe('1:45 AM');
    expect(endLabel(start, start + 30 * MINUTE_MS, NEW_YORK)).toBe('1:00 AM EST');
  });

  it('time labels name the year of an end in another year', () => {
    expect(endLabel(at('2026-12-31', '22:00'), at('2027-01-01', '1:00'), NEW_YORK)).toBe('1:00 AM on Fri, Jan 1, 2027');
  });

  it('time labels write durations (EVENT-21)', () => {
    expect([15, 30, 45, 60, 90, 120, 150, 180].map(durationLabel)).toEqual([
      '15 min',
      '30 min',
      '45 min',
      '1 hr',
      '1 hr 30 min',
      '2 hrs',
      '2 hrs 30 min',
      '3 hrs',
    ]);
    expect([1, 80, 135].map(durationLabel)).toEqual(['1 min', '1 hr 20 min', '2 hrs 15 min']);
    expect([1_440, 2_880, 5_999].map(durationLabel)).toEqual(['1 day', '2 days', '4 days 3 hr 59 min']);
    expect([3_150, 1_500, 1_470].map(durationLabel)).toEqual(['2 days 4 hr 30 min', '1 day 1 hr', '1 day 30 min']);
  });

  it('time labels count down in mm:ss (AUTH-20)', () => {
    expect([30, 24, 0.2, 0, -3, 90].map(countdownLabel)).toEqual([
      '00:30',
      '00:24',
      '00:01',
      '00:00',
      '00:00',
      '01:30',
    ]);
  });

  it('time labels name the creator’s time if the two clocks differ (OPEN-052)', () => {
    const event = { startsAt: at('2026-05-14', '15:00'), endsAt: at('2026-05-14', '16:00') };
    expect(creatorTime(event, NEW_YORK, 'America/Los_Angeles')).toEqual({ range: '3:00 – 4:00 PM', city: 'New York' });
    expect(creatorTime(event, NEW_YORK, 'America/Detroit')).toBeUndefined();
    expect(creatorTime(event, 'Pacific/Guam', NEW_YORK)).toEqual({ range: 'May 15, 5:00 – 6:00 AM', city: 'Guam' });
    expect(creatorTime(event, 'Mars/Olympus_Mons', NEW_YORK)).toBeUndefined();
    expect(zoneCity('America/Indiana/Tell_City')).toBe('Tell City');
    expect(['Asia/Calcutta', 'Etc/GMT+5', 'Etc/GMT-14'].map(zoneCity)).toEqual(['Kolkata', 'GMT-5', 'GMT+14']);
  });

  it('time labels name a zone as it is called at that time', () => {
    const names = ['America/Los_Angeles', 'UTC', 'Etc/GMT+5', 'America/Juneau', 'America/Detroit', 'Europe/Berlin'].map(
      (zone) => zoneName(zone, now),
    );
    expect(names).toEqual(['Pacific Time', 'UTC', 'GMT-5', 'Alaska Time', 'Eastern Time', 'Central European Time']);
  });

  it('time labels name the day of the creator’s end if it is another one', () => {
    const event = { startsAt: at('2026-05-14', '20:00'), endsAt: at('2026-05-14', '23:00') };
    expect(creatorTime(event, 'Atlantic/Azores', NEW_YORK)?.range).toBe('May 15, 12:00 – 3:00 AM');
    expect(creatorTime(event, 'America/Halifax', NEW_YORK)?.range).toBe('9:00 PM – May 15, 12:00 AM');
  });
});

describe('chat labels', () => {
  it('separators of a chat name today and yesterday with the time, and other days by date (CHAT-04)', () => {
    expect(separatorLabel(at('2026-05-14', '9:31'), now, NEW_YORK)).toBe('TODAY AT 9:31 AM');
    expect(separatorLabel(at('2026-05-13', '23:59'), now, NEW_YORK)).toBe('YESTERDAY AT 11:59 PM');
    expect(separatorLabel(at('2026-05-12', '23:59'), now, NEW_YORK)).toBe('TUESDAY, MAY 12, 2026');
    expect(separatorLabel(at('2026-05-15', '0:01'), now, NEW_YORK)).toBe('FRIDAY, MAY 15, 2026');
  });

  it('separators of a chat show the time too where an older day continues after a pause (CHAT-03, CHAT-04)', () => {
    const below = (day: string, time: string) => separatorLabel(at('2026-05-12', '9:31'), now, NEW_YORK, at(day, time));
    expect(below('2026-05-11', '23:59')).toBe('TUESDAY, MAY 12, 2026');
    expect(below('2026-05-12', '0:01')).toBe('TUESDAY, MAY 12, 2026 AT 9:31 AM');
  });

  it('the time of a message is written by its age (CHAT-05)', () => {
    const aged = (ms: number): string => messageTimeLabel(Date.parse(now) - ms, now, NEW_YORK);
    expect(aged(24 * HOUR_MS - MINUTE_MS)).toBe('10:43 AM');
    expect(aged(24 * HOUR_MS)).toBe('Wednesday');
    expect(aged(168 * HOUR_MS - MINUTE_MS)).toBe('Thursday');
    expect(aged(168 * HOUR_MS)).toBe('May 7, 2026');
  });
});
