import { daysFrom } from '@quorum/contracts/time/days.ts';
import { DAY_MINUTES, HOUR_MS, MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import { instantMs, minuteOfDay, wallClockOf } from '@quorum/contracts/time/wall-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TimedEvent, timedEvent } from '../../../../data/calendar-entry/timed-event.ts';
import { calendarEvent } from '../../../../testing/calendar.ts';
import { bandOf } from './band.ts';
import { dayClock, minuteAt, passOf } from './day-clock.ts';
import { hourBeside, timesOf } from './grid-labels.ts';
import { isLong, MAX_LANES, pack, piecesOf } from './pack.ts';

/** Days on which clocks go forward and back. */
const CHANGES = [
  ['America/New_York', '2026-03-08', '2026-11-01'],
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-04-05'],
] as const;
const DAYS = CHANGES.flatMap(([zone, forward, back]) => [
  [zone, forward] as const,
  [zone, back] as const,
  [zone, '2026-05-14'] as const,
]);

const timed = (id: string, startsAt: number, minutes: number): TimedEvent => {
  const at = (ms: number) => new Date(ms).toISOString();
  return timedEvent(
    calendarEvent(id, { duration: minutes, startsAt: at(startsAt), endsAt: at(startsAt + minutes * MINUTE_MS) }),
  );
};
const at = (date: string, time: string, timeZone: string): number => instantMs({ date, time, timeZone });

type Given = { readonly from: number; readonly minutes: number };
/** Events around a day: when they start, in minutes from its start, and how long they last. */
const around = fc.array(
  fc.record({ from: fc.integer({ min: -600, max: 1600 }), minutes: fc.integer({ min: 1, max: 2000 }) }),
  { maxLength: 40 },
);
const eventsOn = (given: readonly Given[], startOfDay: number): TimedEvent[] =>
  given.map(({ from, minutes }, index) => timed(`e${index}`, startOfDay + from * MINUTE_MS, minutes));

it('the hours of the grid leave out the one that the time of now would half cover (GRID-05)', () => {
  const shown = (now?: number) => [0, 10, 11].map((hour) => hourBeside(hour, now));
  expect(shown()).toEqual(['', '10 AM', '11 AM']);
  expect(shown(10 * 60 + 9)).toEqual(['', '', '11 AM']);
  expect(shown(10 * 60 + 42)).toEqual(['', '10 AM', '11 AM']);
  expect(shown(10 * 60 + 50)).toEqual(['', '10 AM', '']);
});

describe.each(DAYS)('the column of a day in %s on %s', (timeZone, date) => {
  const clock = dayClock(date, timeZone);

  it('the column of a day draws every event at its time, without overlaps, in four lanes at most, and counts the others (GRID-03, GRID-20)', () => {
    fc.assert(
      fc.property(around, (given) => {
        const events = eventsOn(given, clock.startsAt);
        const { blocks, hidden } = pack(piecesOf(events, clock));
        for (const { event, top, bottom, lane, lanes, opensAbove } of blocks) {
          const wall = wallClockOf(event.startsAt, timeZone);
          if (!opensAbove) expect(top).toBe(minuteOfDay(wall.time));
          expect(bottom - top).toBeGreaterThanOrEqual(30);
          expect(lane).toBeLessThan(lanes);
          expect(lanes).toBeLessThanOrEqual(MAX_LANES);
        }
        for (const [index, a] of blocks.entries())
          for (const b of blocks.slice(index + 1))
            if (a.top < b.bottom && b.top < a.bottom) {
              expect(a.lanes).toBe(b.lanes);
              expect(a.lane).not.toBe(b.lane);
            }
        for (const [index, a] of hidden.entries())
          for (const b of hidden.slice(index + 1)) expect(Math.abs(a.top - b.top)).toBeGreaterThanOrEqual(30);
        const shown = [
          ...blocks.map(({ event }) => event.id),
          ...hidden.flatMap(({ events: all }) => all.map(({ id }) => id)),
        ];
        const onDay = events.filter(
          (event) => !isLong(event) && event.endsAt > clock.startsAt && event.startsAt < clock.endsAt,
        );
        expect(shown.sort()).toEqual(onDay.map(({ id }) => id).sort());
      }),
    );
  });

  it('the column of a day draws the same whatever order the events come in (GRID-03, GRID-20)', () => {
    fc.assert(
      fc.property(
        around.chain((given) => {
          const events = eventsOn(given, clock.startsAt);
          return fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length }));
        }),
        ([events, shuffled]) => {
          expect(pack(piecesOf(shuffled, clock))).toEqual(pack(piecesOf(events, clock)));
        },
      ),
    );
  });

  it('the column of a day reads every instant as the clock shows it (GRID-05)', () => {
    for (let ms = clock.startsAt; ms < clock.endsAt; ms += 5 * MINUTE_MS)
      expect(minuteAt(clock, ms)).toBe(minuteOfDay(wallClockOf(ms, timeZone).time));
    expect(minuteAt(clock, clock.endsAt)).toBe(DAY_MINUTES);
  });
});

describe.each(CHANGES)('in %s', (timeZone, forward, back) => {
  it('the day that loses time says which readings are skipped (GRID-05)', () => {
    const { lost, twice, startsAt, endsAt } = dayClock(forward, timeZone);
    const missing = DAY_MINUTES - (endsAt - startsAt) / MINUTE_MS;
    expect([lost && lost.to - lost.from, twice, lost?.from]).toEqual([missing, undefined, 120]);
  });

  it('events of both passes of an hour stand side by side and say which one they are in (GRID-05)', () => {
    const clock = dayClock(back, timeZone);
    const { from = 0, to = 0, at: change = 0 } = clock.twice ?? {};
    const length = to - from;
    const first = timed('a', change - length * MINUTE_MS, 30);
    const second = timed('b', change, 30);
    const { blocks } = pack(piecesOf([second, first], clock));
    expect(blocks.map(({ event, lane, lanes, top }) => [event.id, lane, lanes, top])).toEqual([
      ['a', 0, 2, from],
      ['b', 1, 2, from],
    ]);
    expect([first, second].map(({ startsAt }) => passOf(clock, startsAt))).toEqual(['first', 'second']);
    expect(timesOf(second, clock)).toMatch(/, second$/);
  });

  it('an event that lasts through both passes is drawn to the end of the hour (GRID-05)', () => {
    const clock = dayClock(back, timeZone);
    const { to = 0, at: change = 0 } = clock.twice ?? {};
    const [piece] = piecesOf([timed('a', change - 15 * MINUTE_MS, 20)], clock);
    expect([piece?.top, piece?.bottom]).toEqual([to - 15, to + 15]);
  });
});

describe('the column of a day', () => {
  const timeZone = 'America/New_York';

  it('the column of a day continues an event past midnight in the next day, with an open edge (GRID-04)', () => {
    const night = timed('night', at('2026-05-14', '22:00', timeZone), 180);
    const [before, after] = ['2026-05-14', '2026-05-15'].map((date) => piecesOf([night], dayClock(date, timeZone))[0]);
    expect([before?.top, before?.bottom, before?.opensBelow]).toEqual([1320, 1440, true]);
    expect([after?.top, after?.bottom, after?.opensAbove]).toEqual([0, 60, true]);
  });

  it('the column of a day leaves events of 24 hours to the band (GRID-04)', () => {
    const clock = dayClock('2026-05-14', timeZone);
    const nearly = timed('a', clock.startsAt, 24 * 60 - 1);
    expect(piecesOf([nearly, timed('b', clock.startsAt, 24 * 60)], clock)).toHaveLength(1);
  });

  it('the column of a day starts after the skipped midnight of Havana (GRID-05)', () => {
    const clock = dayClock('2026-03-08', 'America/Havana');
    expect(clock.lost).toEqual({ from: 0, to: 60 });
    expect(minuteAt(clock, clock.startsAt)).toBe(60);
  });
});

describe('the band above the hours', () => {
  const timeZone = 'America/New_York';
  const clocks = daysFrom('2026-05-10', 7).map((date) => dayClock(date, timeZone));
  const start = clocks[0]?.startsAt ?? 0;
  const long = fc.array(
    fc.record({ from: fc.integer({ min: -3000, max: 12_000 }), minutes: fc.integer({ min: 60, max: 8000 }) }),
    { maxLength: 20 },
  );

  it('the band above the hours lays long events over their days, in three rows without overlaps, and counts the others (GRID-04)', () => {
    fc.assert(
      fc.property(long, (given) => {
        const events = eventsOn(given, start);
        const { bars, hidden, rows } = bandOf(events, clocks, 3);
        expect(rows).toBeLessThanOrEqual(3);
        for (const [index, a] of bars.entries())
          for (const b of bars.slice(index + 1))
            if (a.row === b.row) expect(a.last < b.first || b.last < a.first).toBe(true);
        for (const [index, { startsAt, endsAt }] of clocks.entries()) {
          const there = events.filter((event) => isLong(event) && event.startsAt < endsAt && event.endsAt > startsAt);
          const drawn = bars.filter(({ first, last }) => first <= index && index <= last).map(({ event }) => event.id);
          const cut = hidden[index]?.map(({ id }) => id) ?? [];
          expect([...drawn, ...cut].sort()).toEqual(there.map(({ id }) => id).sort());
        }
      }),
    );
  });

  it('the band above the hours marks what begins before or ends after the days on show (GRID-04)', () => {
    const events = [timed('a', start - 30 * HOUR_MS, 48 * 60), timed('b', start + 160 * HOUR_MS, 48 * 60)];
    const { bars } = bandOf(events, clocks, 3);
    expect(
      bars.map(({ event, first, last, opensBefore, opensAfter }) => [event.id, first, last, opensBefore, opensAfter]),
    ).toEqual([
      ['a', 0, 0, true, false],
      ['b', 6, 6, false, true],
    ]);
  });
});
