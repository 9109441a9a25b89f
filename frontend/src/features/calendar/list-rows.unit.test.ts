import { instantMs } from '@quorum/contracts/time/wall-clock.ts';
import { describe, expect, it } from 'vitest';
import { timedEvent } from '../../data/calendar-entry/timed-event.ts';
import { calendarEvent } from '../../testing/calendar.ts';
import { dayAtTop, listRows, openingRow, type Row, rowOfDay, rowsOfDay, withEmptyWeek } from './list-rows.ts';

const timeZone = 'America/New_York';
const clock = (time: string): number => instantMs({ date: '2026-05-14', time, timeZone });
const now = clock('10:42');
const events = (...given: Parameters<typeof calendarEvent>[]) => given.map((one) => timedEvent(calendarEvent(...one)));
const shape = (rows: readonly Row[]) => rows.map((row) => (row.kind === 'day' ? row.header : row.key));

describe('the event list', () => {
  it('the event list lists days under their headers, with the current-time line inside today (CAL-04, CAL-07)', () => {
    const rows = listRows(
      events(
        ['later', { at: '13:30' }],
        ['over', { at: '9:15', duration: 15 }],
        ['tomorrow', { date: '2026-05-15' }],
        ['before', { date: '2026-05-13' }],
        ['week', { date: '2026-05-18' }],
      ),
      now,
      timeZone,
    );
    expect(shape(rows)).toEqual([
      'Yesterday',
      'before',
      'Today',
      'over',
      'now',
      'later',
      'Tomorrow',
      'tomorrow',
      'Monday, May 18, 2026',
      'week',
    ]);
  });

  it('the event list shows beside an event the name of another one at the same time', () => {
    const rows = listRows(
      events(['one', { at: '13:00' }], ['two', { at: '13:30' }], ['apart', { at: '16:00' }]),
      now,
      timeZone,
    );
    expect(rows.flatMap((row) => (row.kind === 'event' ? [[row.key, row.overlaps?.names]] : []))).toEqual([
      ['one', 'Event two'],
      ['two', 'Event one'],
      ['apart', undefined],
    ]);
  });

  it('the event list names a zone once with the day when all its events were set there', () => {
    const there = { date: '2026-05-16', timeZone: 'America/Los_Angeles' };
    const rowsWith = (timeZone_: string) =>
      listRows(events(['a', there], ['b', { ...there, at: '12:00', timeZone: timeZone_ }]), now, timeZone);
    const cities = (rows: readonly Row[]) => rows.map((row) => (row.kind === 'day' ? row.city : undefined));
    const known = (rows: readonly Row[]) => rows.flatMap((row) => (row.kind === 'event' ? [row.isZoneKnown] : []));
    const alike = rowsWith('America/Los_Angeles');
    expect([cities(alike).at(-3), known(alike)]).toEqual(['Los Angeles', [true, true]]);
    const mixed = rowsWith('America/Denver');
    expect([cities(mixed).at(-3), known(mixed)]).toEqual([undefined, [undefined, undefined]]);
  });

  describe('with a week that is shown by an arrow', () => {
    const rows = listRows(
      events(['recital', { date: '2026-06-04', name: 'Recital' }], ['fair', { date: '2026-07-01', name: 'Fair' }]),
      now,
      timeZone,
    );
    const lineOf = (date: string) =>
      withEmptyWeek(rows, date, now, timeZone).flatMap((row) => (row.kind === 'week' ? [row.text] : []));

    it('the event list says that a week is empty, and which event is next', () => {
      expect(lineOf('2026-05-24')).toEqual(['Nothing May 24 – 30. Next: Recital, Thu, Jun 4']);
      expect(lineOf('2026-06-07')).toEqual(['Nothing Jun 7 – 13. Next: Fair, Wed, Jul 1']);
      expect(lineOf('2026-07-05')).toEqual(['Nothing Jul 5 – 11']);
    });

    it('the event list says nothing about a week with days in it, and does not call a week empty that it does not list', () => {
      expect(lineOf('2026-05-10')).toEqual([]);
      expect(lineOf('2026-05-31')).toEqual([]);
      expect(lineOf('2026-05-03')).toEqual(['May 3 – 9 is not listed here. Choose a day to see its events.']);
    });

    it('the line of an empty week stands where its days would be, and the list scrolls there', () => {
      const withWeek = withEmptyWeek(rows, '2026-06-07', now, timeZone);
      expect(shape(withWeek).slice(-4)).toEqual(['recital', '2026-06-07', 'Wednesday, July 1, 2026', 'fair']);
      expect(withWeek[rowOfDay(withWeek, '2026-06-07')]?.kind).toBe('week');
    });
  });

  it('the event list lists today even without events, with the line from 8 AM on (CAL-07, CAL-08)', () => {
    const tomorrow = events(['tomorrow', { date: '2026-05-15' }]);
    expect(shape(listRows(tomorrow, now, timeZone))).toEqual(['Today', 'now', 'nothing', 'Tomorrow', 'tomorrow']);
    expect(shape(listRows(tomorrow, clock('7:59'), timeZone))).toEqual(['Today', 'nothing', 'Tomorrow', 'tomorrow']);
    expect(shape(rowsOfDay(tomorrow, '2026-05-14', now, timeZone))).toEqual(['now', 'nothing']);
    expect(rowsOfDay(tomorrow, '2026-05-16', now, timeZone)).toEqual([]);
  });

  it('the event list is empty without events', () => {
    expect(listRows([], now, timeZone)).toEqual([]);
  });

  it('the event list lists one day without a header, even if events run over it (CAL-05, OPEN-040)', () => {
    const list = events(
      ['today', { at: '13:00' }],
      ['tomorrow', { date: '2026-05-15' }],
      ['night', { date: '2026-05-13', at: '22:00', duration: 13 * 60 }],
    );
    expect(shape(rowsOfDay(list, '2026-05-15', now, timeZone))).toEqual(['tomorrow']);
    expect(shape(rowsOfDay(list, '2026-05-14', now, timeZone))).toEqual(['now', 'night', 'today']);
    expect(shape(rowsOfDay(list, '2026-05-13', now, timeZone))).toEqual(['night']);
    expect(rowsOfDay(list, '2026-05-16', now, timeZone)).toEqual([]);
  });

  it('the event list lists an event on every day that it covers, each row with its own key (OPEN-040)', () => {
    const rows = listRows(events(['trip', { date: '2026-05-15', at: '18:00', duration: 48 * 60 }]), now, timeZone);
    expect(shape(rows)).toEqual([
      'Today',
      'now',
      'nothing',
      'Tomorrow',
      'trip',
      'Saturday, May 16, 2026',
      'trip 2026-05-16',
      'Sunday, May 17, 2026',
      'trip 2026-05-17',
    ]);
  });

  it('the event list omits days before the loaded window, which would look emptier than they are', () => {
    const rows = listRows(events(['long', { date: '2026-05-11', duration: 72 * 60 }]), now, timeZone);
    expect(shape(rows)).toEqual(['Yesterday', 'long', 'Today', 'long 2026-05-14', 'now']);
  });

  it('the event list opens at today, or at the current time when much of today is over', () => {
    const few = listRows(events(['before', { date: '2026-05-13' }], ['later', { at: '13:30' }]), now, timeZone);
    expect(few[openingRow(few, '2026-05-14')]).toMatchObject({ header: 'Today' });
    const full = listRows(
      events(
        ...Array.from(
          { length: 8 },
          (_, index) => [`e${index}`, { at: `${index + 1}:00`, duration: 30 }] as [string, object],
        ),
      ),
      now,
      timeZone,
    );
    const opened = openingRow(full, '2026-05-14');
    expect(full[opened + 2]).toMatchObject({ kind: 'now' });
  });

  it('events of the same time and name are listed in one order, whatever their order of arrival', () => {
    const list = events(['b', { at: '13:30', name: 'Lunch' }], ['a', { at: '13:30', name: 'Lunch' }]);
    for (const given of [list, list.toReversed()])
      expect(shape(listRows(given, now, timeZone))).toEqual(['Today', 'now', 'a', 'b']);
  });

  it('a day stays at the top until the header of the next one reaches it, so that headers never overlap (CAL-04)', () => {
    const rows = listRows(events(['before', { date: '2026-05-13' }], ['later', { at: '13:30' }]), now, timeZone);
    // Headers are 40 high, the others 60: today begins at 100.
    const tops = rows.map((_, at) => rows.slice(0, at).reduce((sum, { kind }) => sum + (kind === 'day' ? 40 : 60), 0));
    const layout = {
      findItemIndex: (offset: number) => tops.findLastIndex((top) => top <= offset),
      getItemSize: (index: number) => (rows[index]?.kind === 'day' ? 40 : 60),
    };
    expect([0, 60, 61, 100, 200].map((offset) => dayAtTop(rows, layout, offset))).toEqual([
      '2026-05-13',
      '2026-05-13',
      '2026-05-14',
      '2026-05-14',
      '2026-05-14',
    ]);
  });
});
