import type { Repeats } from '@quorum/contracts/time/repeats.ts';
import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import {
  before,
  cancelledOn,
  changed,
  clock,
  dates,
  details,
  edit,
  given,
  identity,
  list,
  noon,
  on,
  remove,
  scheduled,
  set,
  tuesdays,
  weekly,
} from '../testing/weekly-entry.ts';
import type { EntryCommand } from './decider.ts';

describe('an event that repeats', () => {
  const schedule = (repeats: Repeats, times: object = {}): EntryCommand => ({
    type: 'ScheduleEntry',
    entry: identity,
    details,
    times: { date: '2030-05-14', ...clock, ...times },
    repeats,
  });

  it('an event that repeats is scheduled with its rule in one append (SERIES-08)', () => {
    given()
      .when(schedule(tuesdays))
      .then(...weekly);
  });

  it('an event that repeats stores the last date of its count, and its last end a day generous, so that a fold asks no zone (SERIES-09)', () => {
    const counted = { ...tuesdays, count: 3 };
    const end = { lastDate: '2030-05-28', lastEndsAt: '2030-05-30T00:00:00.000Z' };
    given()
      .when(schedule(counted))
      .then(scheduled, set({ rule: counted, ...end }));
  });

  it('an event that repeats is refused if its first date does not fit, if it overlaps itself, and beyond ten years (SERIES-03, SERIES-04)', () => {
    given()
      .when(schedule({ unit: 'week', every: 1, on: ['MO'] }))
      .thenRefused('series/first-date');
    given()
      .when(schedule({ unit: 'day', every: 1 }, { duration: 24 * 60 + 1 }))
      .thenRefused('series/overlaps-itself');
    given()
      .when(schedule({ ...tuesdays, until: '2040-05-15' }))
      .thenRefused('request/invalid');
  });

  it('an event that repeats is refused once its calendar has 200 running ones, or its creator 500 in all calendars (SERIES-04)', () => {
    given()
      .when(schedule(tuesdays), { runningSeries: 199 })
      .then(...weekly);
    given().when(schedule(tuesdays), { runningSeries: 200 }).thenRefused('series/too-many');
    given(scheduled)
      .when(edit({ repeats: tuesdays }), { runningSeries: 200 })
      .thenRefused('series/too-many');
    given().when(schedule(tuesdays), { seriesOfCreator: 500 }).thenRefused('series/too-many-of-yours');
  });

  it('an event that repeats may begin as a single event, whose date is its first (SERIES-26)', () => {
    given(scheduled)
      .when(edit({ repeats: tuesdays }))
      .then(set());
    given(scheduled)
      .when(edit({}, 'this', '2030-05-14'))
      .thenRefused('series/date-gone');
  });

  it('an event that repeats has no dates that it was never given (SERIES-07)', () => {
    given(...weekly)
      .when(edit({ details: { name: 'Retro' } }, 'this', '2030-05-15'), before)
      .thenRefused('series/date-gone');
    given(...weekly)
      .when(remove('this', '2030-05-07'), before)
      .thenRefused('series/date-gone');
  });
});

describe('editing one date', () => {
  it('editing one date changes the fields that were changed, and a later edit of the rest reaches it too (SERIES-16)', () => {
    const renamed = changed('2030-05-21', { name: 'Retro' });
    given(...weekly)
      .when(edit({ details: { name: 'Retro', location: 'Room 2' } }, 'this', '2030-05-21'), before)
      .then(renamed);
    const { series } = given(
      ...weekly,
      renamed,
      set({ from: '2030-05-14', time: '20:00', ...on('2030-05-14', 20) }),
    ).state();
    expect(list([...weekly, renamed, set({ time: '20:00', ...on('2030-05-14', 20) })])[1]).toEqual([
      '2030-05-21',
      '2030-05-22T00:00:00.000Z',
    ]);
    expect(series?.changed).toEqual([expect.objectContaining({ occurrence: '2030-05-21', name: 'Retro' })]);
  });

  it('moving one date, and moving it back, keeps its name (SERIES-07)', () => {
    const thursday = { date: '2030-05-23', ...clock, ...on('2030-05-23') };
    const moved = changed('2030-05-21', { changed: ['times'], times: thursday, becomes: on('2030-05-23') });
    given(...weekly)
      .when(edit({ times: { date: '2030-05-23' } }, 'this', '2030-05-21'), before)
      .then(moved);
    expect(list([...weekly, moved])[1]).toEqual(['2030-05-21', '2030-05-23T23:00:00.000Z']);
    const back = changed('2030-05-21', { changed: ['times'], was: on('2030-05-23') });
    given(...weekly, moved)
      .when(edit({ times: { date: '2030-05-21' } }, 'this', '2030-05-21'), before)
      .then(back);
    expect(list([...weekly, moved, back])[1]).toEqual(['2030-05-21', '2030-05-21T23:00:00.000Z']);
  });

  it('editing one date appends nothing if nothing changes, and cannot change the rule (SERIES-15)', () => {
    given(...weekly)
      .when(edit({ details: { name: 'Stand-up' } }, 'this', '2030-05-21'), before)
      .then();
    given(...weekly)
      .when(edit({ repeats: { unit: 'day', every: 1 } }, 'this', '2030-05-21'), before)
      .thenRefused('series/rule-for-one-date');
  });

  it('editing one date is refused once 400 dates ahead were changed or deleted (SERIES-04)', () => {
    const daily = set({ rule: { unit: 'day', every: 1 } });
    const day = (n: number) => new Date(Date.parse('2030-05-15') + n * 86_400_000).toISOString().slice(0, 10);
    const gone = Array.from({ length: 400 }, (_, n) => cancelledOn(day(n)));
    given(scheduled, daily, ...gone)
      .when(remove('this', day(400)), before)
      .thenRefused('series/too-many-exceptions');
    given(scheduled, daily, ...gone)
      .when(edit({ details: { name: 'Retro' } }, 'this', day(400)), before)
      .thenRefused('series/too-many-exceptions');
    given(scheduled, daily, ...gone)
      .when(remove('this', day(400)), noon('2030-05-16'))
      .then(cancelledOn(day(400)));
  });

  it('editing one date is refused once the texts of single dates are too long for one document (SERIES-04)', () => {
    const day = (n: number) => new Date(Date.parse('2030-05-14') + n * 7 * 86_400_000).toISOString().slice(0, 10);
    const described = (n: number): DomainEvent =>
      changed(day(n), { changed: ['description'], description: 'x'.repeat(1000) });
    const full = Array.from({ length: 100 }, (_, n) => described(n));
    given(...weekly, ...full)
      .when(edit({ details: { name: 'Retro' } }, 'this', day(100)), before)
      .thenRefused('series/too-many-exceptions');
    given(...weekly, ...full)
      .when(edit({ details: { description: 'short' } }, 'this', day(99)), before)
      .then(changed(day(99), { changed: ['description'], description: 'short' }));
  });
});

describe('editing this and the following dates', () => {
  const at8 = { time: '20:00', ...on('2030-05-28', 20) };

  it('editing this and the following dates begins a new part, and leaves what came before (SERIES-17)', () => {
    const later = set({ from: '2030-05-28', date: '2030-05-28', ...at8 });
    given(...weekly)
      .when(edit({ times: { time: '20:00' } }, 'following', '2030-05-28'), before)
      .then(later);
    expect(list([...weekly, later]).slice(1, 3)).toEqual([
      ['2030-05-21', '2030-05-21T23:00:00.000Z'],
      ['2030-05-28', '2030-05-29T00:00:00.000Z'],
    ]);
  });

  it('editing this and the following dates goes on with what is left of a count (SERIES-17)', () => {
    const counted = set({
      rule: { ...tuesdays, count: 5 },
      lastDate: '2030-06-11',
      lastEndsAt: '2030-06-13T00:00:00.000Z',
    });
    given(scheduled, counted)
      .when(edit({ details: { name: 'Retro' } }, 'following', '2030-05-28'), before)
      .then(
        set({
          name: 'Retro',
          from: '2030-05-28',
          date: '2030-05-28',
          ...on('2030-05-28'),
          rule: { ...tuesdays, count: 3 },
          lastDate: '2030-06-11',
          lastEndsAt: '2030-06-13T00:00:00.000Z',
        }),
      );
  });

  it('moving this and the following dates moves the rule by as many days as the date', () => {
    const wednesdays = set({
      from: '2030-05-28',
      date: '2030-05-29',
      ...on('2030-05-29'),
      rule: { ...tuesdays, on: ['WE'] },
    });
    given(...weekly)
      .when(edit({ times: { date: '2030-05-29' } }, 'following', '2030-05-28'), before)
      .then(wednesdays);
    expect(dates(...weekly, wednesdays)).toEqual([
      '2030-05-14',
      '2030-05-21',
      '2030-05-29',
      '2030-06-05',
      '2030-06-12',
      '2030-06-19',
      '2030-06-26',
    ]);
    given(...weekly)
      .when(edit({ times: { date: '2030-05-21' } }, 'following', '2030-05-28'), before)
      .thenRefused('series/first-date');
  });

  it('editing this and the following dates keeps what later parts have of their own', () => {
    const later = set({ from: '2030-06-11', date: '2030-06-11', time: '20:00', ...on('2030-06-11', 20) });
    given(...weekly, later)
      .when(edit({ details: { name: 'Retro' } }, 'following', '2030-05-28'), before)
      .then(
        set({
          name: 'Retro',
          from: '2030-05-28',
          date: '2030-05-28',
          ...on('2030-05-28'),
          rule: { ...tuesdays, until: '2030-06-04' },
          lastDate: '2030-06-04',
          lastEndsAt: '2030-06-06T00:00:00.000Z',
        }),
        set({ name: 'Retro', from: '2030-06-11', date: '2030-06-11', time: '20:00', ...on('2030-06-11', 20) }),
      );
  });

  it('editing this and the following dates is refused for the 51st part (SERIES-04)', () => {
    const day = (n: number) => new Date(Date.parse('2030-05-14') + n * 7 * 86_400_000).toISOString().slice(0, 10);
    const parts = Array.from({ length: 50 }, (_, n) =>
      set({ name: `Part ${n}`, from: day(n), date: day(n), ...on(day(n)) }),
    );
    given(scheduled, ...parts)
      .when(edit({ details: { name: 'One more' } }, 'following', day(50)), before)
      .thenRefused('series/too-many-parts');
  });
});

describe('editing all dates', () => {
  it('editing all dates changes those that have not begun; the past stays as it was (SERIES-18)', () => {
    const renamed = set({ name: 'Retro', from: '2030-05-28', date: '2030-05-28', ...on('2030-05-28') });
    given(...weekly)
      .when(edit({ details: { name: 'Retro' } }, 'all', '2030-06-04'), noon('2030-05-23'))
      .then(renamed);
    given(...weekly)
      .when(edit({ details: { name: 'Retro' } }), before)
      .then(set({ name: 'Retro' }));
  });

  it('editing all dates does not repeat a date that was moved ahead and has taken place (SERIES-18)', () => {
    const monday = { date: '2030-05-20', ...clock, ...on('2030-05-20') };
    const moved = changed('2030-05-21', { changed: ['times'], times: monday, becomes: on('2030-05-20') });
    given(...weekly, moved)
      .when(edit({ times: { time: '20:00' } }), { now: Date.parse('2030-05-21T12:00:00Z') })
      .then(set({ from: '2030-05-28', date: '2030-05-28', time: '20:00', ...on('2030-05-28', 20) }));
  });

  it('editing all dates takes a new rule from its first day that fits on', () => {
    given(...weekly)
      .when(edit({ repeats: { unit: 'week', every: 1, on: ['FR'] } }, 'all', '2030-06-04'), noon('2030-05-23'))
      .then(set({ from: '2030-05-28', date: '2030-05-31', ...on('2030-05-31'), rule: { ...tuesdays, on: ['FR'] } }));
  });

  it('an edit after which a date no longer repeats ends the series with that date (SERIES-26)', () => {
    given(...weekly)
      .when(edit({ repeats: null }, 'following', '2030-05-28'), before)
      .then({
        type: 'SeriesEnded',
        data: { ...identity, from: '2030-05-29', lastDate: '2030-05-28', lastEndsAt: '2030-05-30T00:00:00.000Z' },
      });
  });
});
