import { importBody } from '@quorum/contracts/import/wire.ts';
import { HOUR_MS } from '@quorum/contracts/time/instant.ts';
import { offsetAt } from '@quorum/contracts/time/zone-offsets.ts';
import ICAL from 'ical.js';
import { describe, expect, it, vi } from 'vitest';
import { parseCalendar } from './parse-calendar.ts';

const HERE = 'America/New_York';

const calendar = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');

const vevent = (...lines: readonly string[]): readonly string[] => [
  'BEGIN:VEVENT',
  'UID:tea@example.com',
  'DTSTAMP:20260501T100000Z',
  'SUMMARY:Tea',
  ...lines,
  'END:VEVENT',
];

const one = (...lines: readonly string[]) => {
  const events = parseCalendar(calendar(...vevent(...lines)), HERE);
  expect(events).toHaveLength(1);
  return events[0];
};

const start = 'DTSTART;TZID=Europe/Berlin:20260519T190000';

/** A zone by its rules alone, under a name that nobody knows. */
const berlin = (tzid: string): readonly string[] => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  ...['BEGIN:STANDARD', 'DTSTART:19701025T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
  ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:19700329T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
  ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT'],
  'END:VTIMEZONE',
];

/** A zone with the rules of New York as Outlook writes them. */
const outlook = (tzid: string): readonly string[] => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  ...['BEGIN:STANDARD', 'DTSTART:16011104T020000', 'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11'],
  ...['TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500', 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:16010311T020000', 'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3'],
  ...['TZOFFSETFROM:-0500', 'TZOFFSETTO:-0400', 'END:DAYLIGHT'],
  'END:VTIMEZONE',
];

/** A zone whose clocks changed until 2016, and not since. */
const istanbul = (tzid: string): readonly string[] => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  ...['BEGIN:STANDARD', 'DTSTART:20071028T040000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10;UNTIL=20141026T010000Z'],
  ...['TZOFFSETFROM:+0300', 'TZOFFSETTO:+0200', 'END:STANDARD'],
  ...['BEGIN:STANDARD', 'DTSTART:20151108T040000', 'TZOFFSETFROM:+0300', 'TZOFFSETTO:+0200', 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:20070325T030000', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3;UNTIL=20160327T010000Z'],
  ...['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0300', 'END:DAYLIGHT'],
  ...['BEGIN:STANDARD', 'DTSTART:20160907T000000', 'RDATE:20160907T000000'],
  ...['TZOFFSETFROM:+0300', 'TZOFFSETTO:+0300', 'END:STANDARD'],
  'END:VTIMEZONE',
];

describe('an event of a calendar file', () => {
  it('an event of a calendar file has its texts, times and zone, and 60 minutes without an end (ICS-15)', () => {
    const event = one(
      start,
      'DTEND;TZID=Europe/Berlin:20260519T203000',
      'LOCATION:Pier 7\\, gate 2',
      'DESCRIPTION:One\\nTwo',
    );
    expect(event?.event).toEqual({
      uid: 'tea@example.com',
      name: 'Tea',
      description: 'One\nTwo',
      location: 'Pier 7, gate 2',
      date: '2026-05-19',
      time: '19:00',
      timeZone: 'Europe/Berlin',
      duration: 90,
    });
    expect(one(start)?.event?.duration).toBe(60);
    expect(one(start, 'DURATION:PT45M')?.event?.duration).toBe(45);
  });

  it('a time in UTC, or without a zone, is one of the viewer’s clock', () => {
    expect(one('DTSTART:20260519T230000Z')?.event).toMatchObject({ date: '2026-05-19', time: '19:00', timeZone: HERE });
    expect(one('DTSTART:20260519T190000')?.event).toMatchObject({ date: '2026-05-19', time: '19:00', timeZone: HERE });
  });

  it('a whole day lasts from midnight to midnight of the viewer, also when the clocks change (ICS-15)', () => {
    expect(one('DTSTART;VALUE=DATE:20260519')?.event).toMatchObject({ time: '00:00', timeZone: HERE, duration: 1440 });
    expect(one('DTSTART;VALUE=DATE:20260308')?.event?.duration).toBe(1380);
    expect(one('DTSTART;VALUE=DATE:20260519', 'DTEND;VALUE=DATE:20260522')?.event?.duration).toBe(3 * 1440);
  });

  it.each([
    [start, 'RRULE:FREQ=DAILY;UNTIL=99991231T235959Z'],
    [start, 'RRULE:FREQ=DAILY;INTERVAL=0'],
    [start, 'RRULE:FREQ=DAILY;COUNT=0'],
    ['DTSTART;VALUE=DATE:18500519'],
    ['DTSTART;VALUE=DATE:99990519'],
    ['DTSTART:20260230T190000'],
    ['DTSTART:20260519T250000'],
    [start, 'RRULE:FREQ=DAILY', 'EXDATE;VALUE=DATE:00010101'],
  ])(
    'an event of a form that the server refuses keeps no other event of the file from being imported: %s %s',
    (...lines) => {
      const events = parseCalendar(calendar(...vevent(start), ...vevent(...lines)), HERE);
      const readable = events.flatMap(({ event }) => event ?? []);
      expect(events).toHaveLength(2);
      expect(importBody.safeParse({ events: readable }).error?.issues ?? []).toEqual([]);
      expect(readable.length).toBeGreaterThanOrEqual(1);
    },
  );

  it('a zone is known by its name, its name in Windows, the end of a path, or its offsets (ICS-15)', () => {
    const zoneOf = (tzid: string, ...definition: readonly string[]) => {
      const [event] = parseCalendar(calendar(...definition, ...vevent(`DTSTART;TZID="${tzid}":20260519T190000`)), HERE);
      return event?.event?.timeZone ?? event?.reason;
    };
    expect(zoneOf('Asia/Kolkata')).toBe('Asia/Kolkata');
    expect(zoneOf('W. Europe Standard Time')).toBe('Europe/Berlin');
    expect(zoneOf('/mozilla.org/20050126_1/Europe/Paris')).toBe('Europe/Paris');
    expect(zoneOf('Our zone', ...berlin('Our zone'))).toBe('Europe/Berlin');
    expect(zoneOf('Eastern', ...outlook('Eastern'))).toBe('America/New_York');
    const turkey = zoneOf('Turkey', ...istanbul('Turkey')) ?? '';
    expect(offsetAt(Date.parse('2026-01-19T12:00:00Z'), turkey)).toBe(3 * HOUR_MS);
    expect(offsetAt(Date.parse('2027-07-19T12:00:00Z'), turkey)).toBe(3 * HOUR_MS);
    expect(zoneOf('Our zone')).toBe('Unknown time zone');
  });

  it.each([
    ['FREQ=DAILY', { unit: 'day', every: 1 }],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;WKST=SU', { unit: 'week', every: 2, on: ['TU', 'TH'] }],
    ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', { unit: 'week', every: 1, on: ['MO', 'TU', 'WE', 'TH', 'FR'] }],
    ['FREQ=MONTHLY;BYMONTHDAY=19;COUNT=10', { unit: 'month', every: 1, on: { day: 19 }, count: 10 }],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', { unit: 'month', every: 1, on: { day: 'last' } }],
    ['FREQ=MONTHLY;BYDAY=3TU', { unit: 'month', every: 1, on: { nth: 3, weekday: 'TU' } }],
    ['FREQ=MONTHLY;BYDAY=TU;BYSETPOS=-1', { unit: 'month', every: 1, on: { nth: 'last', weekday: 'TU' } }],
    ['FREQ=YEARLY', { unit: 'year', every: 1 }],
    ['FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=19', { unit: 'year', every: 1 }],
    ['FREQ=YEARLY;BYMONTH=5;BYDAY=3TU', { unit: 'year', every: 1, on: { nth: 3, weekday: 'TU' } }],
    ['FREQ=DAILY;UNTIL=20260630', { unit: 'day', every: 1, until: '2026-06-30' }],
    // Before the event would begin on that day.
    ['FREQ=DAILY;UNTIL=20260630T160000Z', { unit: 'day', every: 1, until: '2026-06-29' }],
    ['FREQ=DAILY;UNTIL=20260630T170000Z', { unit: 'day', every: 1, until: '2026-06-30' }],
  ])('the rule %s is one of the product’s (ICS-15)', (rule, repeats) => {
    expect(one(start, `RRULE:${rule}`)?.event?.repeats).toEqual(repeats);
  });

  it.each([
    'FREQ=SECONDLY',
    'FREQ=HOURLY;INTERVAL=4',
    'FREQ=DAILY;BYHOUR=9,17',
    'FREQ=DAILY;INTERVAL=2;BYDAY=MO',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU',
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1',
    'FREQ=MONTHLY;BYMONTHDAY=-2',
    'FREQ=YEARLY;BYMONTH=1,5',
    'FREQ=YEARLY;BYDAY=20MO',
    'FREQ=YEARLY;BYWEEKNO=20',
    'FREQ=DAILY;COUNT=731',
    'FREQ=DAILY;INTERVAL=100',
  ])('the rule %s is refused by name, and not cut down (ICS-15)', (rule) => {
    expect(one(start, `RRULE:${rule}`)).toMatchObject({ name: 'Tea', reason: 'Repeats in a way we don’t support' });
    expect(one(start, `RRULE:${rule}`)?.event).toBeUndefined();
  });

  it('dates that were deleted or changed are exceptions of their series (ICS-15)', () => {
    const single = (...lines: readonly string[]) =>
      vevent('RECURRENCE-ID;TZID=Europe/Berlin:20260602T190000', ...lines);
    const whole = vevent(
      start,
      'DURATION:PT60M',
      'RRULE:FREQ=WEEKLY',
      'EXDATE;TZID=Europe/Berlin:20260526T190000',
      'EXDATE:20260609T170000Z',
    );
    const moved = single('DTSTART;TZID=Europe/Berlin:20260603T200000', 'DURATION:PT60M', 'SUMMARY:Late tea');
    const [event] = parseCalendar(calendar(...whole, ...moved.filter((line) => line !== 'SUMMARY:Tea')), HERE);
    expect(event?.event).toMatchObject({
      excluded: ['2026-05-26', '2026-06-09'],
      changed: [{ occurrence: '2026-06-02', name: 'Late tea', date: '2026-06-03', time: '20:00' }],
    });
    const [cancelled] = parseCalendar(calendar(...whole, ...single(start, 'STATUS:CANCELLED')), HERE);
    expect(cancelled?.event?.excluded).toEqual(['2026-05-26', '2026-06-09', '2026-06-02']);
  });

  it('a date whose series is not in the file is an event by itself, under a name of its own', () => {
    const event = one('RECURRENCE-ID:20260602T170000Z', start);
    expect(event?.event).toMatchObject({ uid: 'tea@example.com 2026-06-02T17:00:00Z', date: '2026-05-19' });
  });

  it('a long text is cut, and a cancelled event is not imported', () => {
    const event = one(start, `LOCATION:${'x'.repeat(400)}`);
    expect([event?.isShortened, event?.event?.location?.length]).toEqual([true, 300]);
    expect(one(start)?.isShortened).toBe(false);
    expect(one(start, 'STATUS:CANCELLED')).toMatchObject({ reason: 'It was cancelled' });
  });
});

describe('a hostile calendar file', () => {
  const whole = calendar(
    ...berlin('Our zone'),
    ...vevent('DTSTART;TZID=Our zone:20260519T190000', 'RRULE:FREQ=WEEKLY;COUNT=5'),
  );

  it('a calendar file that is cut at any byte is read or refused, and never more than that (ICS-20)', () => {
    for (let at = 0; at < whole.length; at += 1) {
      const read = () => parseCalendar(whole.slice(0, at), HERE);
      try {
        expect(Array.isArray(read())).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }
  });

  it('a calendar file is read by ical.js, but its rules are not expanded by it, since for some that never ends (ICS-10, ICS-20)', () => {
    const parse = vi.spyOn(ICAL, 'parse');
    const next = vi.spyOn(ICAL.RecurIterator.prototype, 'next').mockImplementation(() => {
      throw new Error('The library expands a rule.');
    });
    expect(parseCalendar(whole, HERE)).toMatchObject([{ event: { timeZone: 'Europe/Berlin' } }]);
    const never = berlin('Our zone').map((line) => line.replace(/BYDAY.*/, 'BYMONTH=2;BYMONTHDAY=30'));
    const event = vevent('DTSTART;TZID=Our zone:20260519T190000');
    expect(parseCalendar(calendar(...never, ...event), HERE)).toMatchObject([{ reason: 'Unknown time zone' }]);
    expect([parse.mock.calls.length, next.mock.calls.length]).toEqual([2, 0]);
  });

  it('a calendar file with long lines, deep nesting or very many deleted dates ends (ICS-20)', () => {
    const long = one(start, `DESCRIPTION:${'x'.repeat(1_000_000)}`);
    expect(long?.event?.description).toHaveLength(1000);
    const deep = calendar(...Array(2_000).fill('BEGIN:VEVENT'), ...Array(2_000).fill('END:VEVENT'));
    expect(parseCalendar(deep, HERE)).toHaveLength(1);
    const day = (index: number) =>
      new Date(Date.UTC(2026, 4, 19 + index)).toISOString().slice(0, 10).replaceAll('-', '');
    const dates = Array.from({ length: 100_000 }, (_, index) => `${day(index % 3000)}T190000`).join(',');
    expect(one(start, 'RRULE:FREQ=DAILY', `EXDATE;TZID=Europe/Berlin:${dates}`)).toMatchObject({
      reason: 'It was changed too often',
    });
  });

  it('a file that is no calendar is refused', () => {
    for (const text of ['', 'hello', '{}', 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\r\nEND:VCARD\r\n'])
      expect(() => parseCalendar(text, HERE)).toThrow();
  });
});
