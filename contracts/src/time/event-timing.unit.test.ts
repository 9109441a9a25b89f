import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { US_TIME_ZONES } from '../testing/us-time-zones.ts';
import { addDays, daysBetween, daysFrom, localDate } from './days.ts';
import { daysCoveredIn, groupByDay, laterDayLabel, nowLineIndex } from './event-days.ts';
import { eventPhase, eventProgress, eventStatus, liveStack, moreLabel, overlaps } from './event-timing.ts';
import { instantOf, spanOf } from './wall-clock.ts';

const timeZone = 'America/New_York';
const at = (time: string, date = '2026-05-14'): string => instantOf({ date, time, timeZone });
const event = (name: string, time: string, duration = 60, date = '2026-05-14') => ({
  id: name,
  name,
  ...spanOf({ date, time, timeZone, duration }),
});
const after = (moment: string, seconds: number): number => Date.parse(moment) + seconds * 1_000;

describe('an event', () => {
  it('an event is past once over, happening from its start on, and upcoming before (CAL-11)', () => {
    const meeting = event('Meeting', '10:00');
    expect(eventPhase(meeting, after(at('10:00'), -0.001))).toBe('upcoming');
    expect(eventPhase(meeting, at('10:00'))).toBe('happening');
    expect(eventPhase(meeting, after(at('11:00'), -0.001))).toBe('happening');
    expect(eventPhase(meeting, at('11:00'))).toBe('past');
  });

  it('an event has an elapsed share (CAL-14)', () => {
    const progress = ['9:00', '10:00', '10:42', '11:00', '12:00'].map((time) =>
      eventProgress(event('x', '10:00'), at(time)),
    );
    expect(progress).toEqual([0, 0, 0.7, 1, 1]);
  });

  it('an event says when it started (CAL-15)', () => {
    const long = event('Long', '10:00', 4 * 24 * 60);
    const status = (seconds: number) => eventStatus(long, after(at('10:00'), seconds), 'card');
    expect([0, 59, 60, 42 * 60, 3_599, 3_600, 3_600 + 5 * 60, 86_399, 86_400, 3 * 86_400].map(status)).toEqual([
      'Started just now',
      'Started just now',
      'Started 1m ago',
      'Started 42m ago',
      'Started 59m ago',
      'Started 1h 0m ago',
      'Started 1h 5m ago',
      'Started 23h 59m ago',
      'Started 1d ago',
      'Started 3d ago',
    ]);
    expect(status(-1)).toBeUndefined();
    expect(status(4 * 86_400)).toBeUndefined();
  });

  it('an event says in its last ten minutes when it ends (CAL-16, CAL-17, LIMIT-13)', () => {
    const status = (secondsLeft: number, duration = 60) =>
      eventStatus(event('x', '10:00', duration), after(event('x', '10:00', duration).endsAt, -secondsLeft), 'card');
    expect([601, 600, 480, 61, 60, 59, 1].map((left) => status(left))).toEqual([
      'Started 49m ago',
      'Ends in 10m',
      'Ends in 8m',
      'Ends in 1m',
      'Ends in 1m',
      'Ending now',
      'Ending now',
    ]);
    expect(status(5 * 60, 5)).toBe('Ends in 5m');
  });

  it('an event says Just Started in the live stack (CAL-28)', () => {
    const meeting = event('x', '10:00');
    expect(eventStatus(meeting, at('10:00'), 'live-stack')).toBe('Just Started');
    expect(eventStatus(meeting, at('10:01'), 'live-stack')).toBe('Started 1m ago');
    expect(eventStatus(meeting, at('10:52'), 'live-stack')).toBe('Ends in 8m');
  });

  it('an event joins the stack of those happening now, latest start first (CAL-24, CAL-25, CAL-26)', () => {
    const events = [
      event('Print', '9:50'),
      event('B', '10:00'),
      event('A', '10:00'),
      event('Over', '9:15', 15),
      event('Later', '11:00'),
    ];
    const stack = liveStack(events, at('10:42'));
    expect(stack?.primary.name).toBe('A');
    expect(stack?.secondary.map(({ name }) => name)).toEqual(['B', 'Print']);
    expect(stack && moreLabel(stack)).toBe('+2 more');
    const single = liveStack(events, at('9:20'));
    expect([single?.primary.name, single && moreLabel(single)]).toEqual(['Over', undefined]);
    expect(liveStack(events, at('8:00'))).toBeUndefined();
  });

  it('events overlap others, even across midnight (API-39)', () => {
    const meeting = event('x', '10:00');
    expect(
      [event('y', '11:00'), event('y', '9:00'), event('y', '12:00')].some((other) => overlaps(meeting, other)),
    ).toBe(false);
    expect(
      [event('y', '10:59', 1), event('y', '9:00', 61), event('y', '9:00', 600)].every((other) =>
        overlaps(meeting, other),
      ),
    ).toBe(true);
    expect(overlaps(event('late', '23:30', 120), event('early', '1:00', 60, '2026-05-15'))).toBe(true);
  });
});

describe('a list of events by day', () => {
  const now = at('10:42');

  it('a list of events by day is grouped by day and sorted by start and name (CAL-04)', () => {
    const events = [
      event('Sketching', '10:00', 120, '2026-05-18'),
      event('Critique', '10:00'),
      event('Brunch', '10:00'),
      event('Stand-up', '9:15', 15),
      event('Photos', '9:30', 180, '2026-05-15'),
      event('Dinner', '19:00', 60, '2026-05-13'),
    ];
    expect(
      groupByDay(events, now, timeZone).map(({ header, detail, events: list }) => [
        header,
        detail,
        list.map(({ name }) => name),
      ]),
    ).toEqual([
      ['Yesterday', 'Wednesday, May 13', ['Dinner']],
      ['Today', 'Thursday, May 14', ['Stand-up', 'Brunch', 'Critique']],
      ['Tomorrow', 'Friday, May 15', ['Photos']],
      ['Monday, May 18, 2026', undefined, ['Sketching']],
    ]);
  });

  it('a list of events by day shows an event across midnight on both days (CAL-13, OPEN-040)', () => {
    const night = event('Night train', '22:00', 13 * 60, '2026-05-13');
    expect(groupByDay([night], now, timeZone).map(({ header }) => header)).toEqual(['Yesterday', 'Today']);
  });

  it('a list of events by day shows an event on every day that it covers, but not on a day its end merely touches (OPEN-040)', () => {
    const daysOf = daysCoveredIn(timeZone);
    expect(daysOf(event('Festival', '18:00', 48 * 60))).toEqual(['2026-05-14', '2026-05-15', '2026-05-16']);
    expect(daysOf(event('Until midnight', '22:00', 120))).toEqual(['2026-05-14']);
    expect(daysOf(event('Noon', '12:00'))).toEqual(['2026-05-14']);
  });

  it('a list of events by day shows on later days how long an event continues (OPEN-040)', () => {
    const festival = event('Festival', '18:00', 48 * 60 + 285);
    const labels = ['2026-05-14', '2026-05-15', '2026-05-16'].map((date) => laterDayLabel(festival, date, timeZone));
    expect(labels).toEqual([undefined, 'all day', 'until 10:45 PM']);
    expect(laterDayLabel(event('To midnight', '18:00', 30 * 60), '2026-05-15', timeZone)).toBe('all day');
  });

  it("a list of events by day uses the viewer's days (OPEN-052)", () => {
    expect(daysCoveredIn('Pacific/Guam')(event('Late', '22:00'))).toEqual(['2026-05-15']);
  });

  it('a list of events by day has the current-time line above the first event that is not over (CAL-07)', () => {
    const today = [event('Stand-up', '9:15', 15), event('Print', '9:50'), event('Client', '13:30')];
    expect(nowLineIndex(today, now, timeZone)).toBe(1);
    expect(nowLineIndex(today, at('8:00'), timeZone)).toBe(0);
    expect(nowLineIndex(today, at('15:00'), timeZone)).toBe(3);
    expect(nowLineIndex([], now, timeZone)).toBe(0);
  });

  it('a list of events by day has the current-time line below what is over, also beside an event that goes on all day (CAL-07)', () => {
    const today = [event('Fair', '0:00', 1_440), event('Breakfast', '8:00'), event('Client', '13:30')];
    expect(nowLineIndex(today, now, timeZone)).toBe(2);
  });

  it('a list of events by day has no current-time line before 8 AM unless an event of today is over (CAL-08)', () => {
    expect(nowLineIndex([event('Run', '6:00', 30)], at('6:15'), timeZone)).toBeUndefined();
    expect(nowLineIndex([event('Run', '6:00', 30)], at('6:30'), timeZone)).toBe(1);
    expect(nowLineIndex([], at('7:59'), timeZone)).toBeUndefined();
    expect(nowLineIndex([], at('8:00'), timeZone)).toBe(0);
  });

  it('a list of events by day shows every event on each of its days, in order, in any zone (OPEN-040, OPEN-052)', () => {
    const start = fc.integer({ min: -3 * 1_440, max: 10 * 1_440 });
    const events = fc.array(
      fc.record({ start, duration: fc.integer({ min: 1, max: 3_000 }), name: fc.string({ maxLength: 3 }) }),
    );
    const changes = fc.constantFrom('2026-03-08', '2026-11-01', '2026-05-14');
    fc.assert(
      fc.property(events, fc.constantFrom(...US_TIME_ZONES), changes, (list, zone, day) => {
        const base = Date.parse(instantOf({ date: day, time: '10:42', timeZone: zone }));
        const timed = list.map(({ start: from, duration, name }, index) => ({
          id: String(index),
          name,
          startsAt: base + from * 60_000,
          endsAt: base + (from + duration) * 60_000,
        }));
        const days = groupByDay(timed, base, zone);
        for (const one of timed) {
          const listed = days.filter((group) => group.events.includes(one)).map(({ date }) => date);
          const [first, last] = [localDate(one.startsAt, zone), localDate(one.endsAt - 1, zone)];
          expect(listed).toEqual(daysFrom(first, daysBetween(first, last) + 1));
        }
        expect(days.map(({ date }) => date)).toEqual([...new Set(days.map(({ date }) => date))].sort());
        for (const group of days) {
          const starts = group.events.map(({ startsAt }) => startsAt);
          expect(starts).toEqual([...starts].sort((a, b) => a - b));
        }
        const running = timed.filter((one) => eventPhase(one, base) === 'happening');
        expect(days.find(({ isToday }) => isToday)?.events ?? []).toEqual(expect.arrayContaining(running));
        expect(days.filter(({ header }) => header === 'Tomorrow').every(({ date }) => date === addDays(day, 1))).toBe(
          true,
        );
      }),
    );
  });
});
