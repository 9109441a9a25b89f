import { cursorOf } from '@quorum/contracts/entry/event-cursor.ts';
import type { EventView, SeriesView } from '@quorum/contracts/entry/wire.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { calendarEvent } from '../../testing/calendar.ts';
import { person } from '../../testing/fakes.ts';
import {
  belongsTo,
  type EventList,
  eventList,
  firstDates,
  reachOf,
  withEvent,
  withGroupName,
  withoutCreator,
  withoutEvent,
  withoutGroup,
  withPage,
  withPerson,
  withSeries,
} from './event-list.ts';
import { loadExpansion } from './expansion.ts';
import { shownIn } from './shown-events.ts';

const window = { startDate: '2026-05-13', endDate: '2026-05-20', timeZone: 'America/New_York' };
const event = calendarEvent('a');
const whole = (...events: EventView[]) => eventList(window, { events });

describe('event lists after a change', () => {
  it('an event list holds the events of its group, or of all groups, that touch its days', () => {
    expect(belongsTo({ ...window, groupId: 'group-1' }, event)).toBe(true);
    expect(belongsTo({ ...window, groupId: 'group-2' }, event)).toBe(false);
    expect(belongsTo(window, event)).toBe(true);
    const after = calendarEvent('b', { date: '2026-05-21', at: '0:00' });
    const last = calendarEvent('c', { date: '2026-05-20', at: '23:45' });
    const over = calendarEvent('d', { date: '2026-05-12', at: '23:00', duration: 60 });
    const into = calendarEvent('e', { date: '2026-05-12', at: '23:00', duration: 61 });
    expect([after, last, over, into].map((one) => belongsTo(window, one))).toEqual([false, true, false, true]);
  });

  it('an event list adds a new event, and the newer version of a known one (EVENT-08)', () => {
    expect(withEvent(whole(), event, true)).toEqual(whole(event));
    expect(withEvent(whole(), event, false)).toEqual(whole());
    const newer = { ...event, name: 'Newer', revision: 2 };
    expect(withEvent(whole(event), newer, true)).toEqual(whole(newer));
    expect(withEvent(whole(event), newer, false)).toEqual(whole());
  });

  it('an event list never returns to an older version of an event', () => {
    const list = whole({ ...event, revision: 3 });
    expect(withEvent(list, { ...event, revision: 2 }, true)).toBe(list);
  });

  it('an event list loses a deleted event, group or person', () => {
    const list = whole(event, calendarEvent('b', { groupId: 'group-2', createdBy: 'user-c' }));
    const names = (changed: typeof list) => changed.events.map(({ id }) => id);
    expect(names(withoutEvent(list, 'a'))).toEqual(['b']);
    expect(withoutEvent(list, 'c')).toBe(list);
    expect(names(withoutGroup(list, 'group-2'))).toEqual(['a']);
    expect(names(withoutCreator(list, 'user-c'))).toEqual(['a']);
  });

  it('an event list shows the current names of people and groups', () => {
    const list = whole(event, calendarEvent('b', { createdBy: 'user-c' }));
    const cleo = person('user-c', 'Cleo');
    expect(withPerson(list, cleo).events.map(({ creator }) => creator.firstName)).toEqual(['Ben', 'Cleo']);
    expect(withPerson(list, person('user-d'))).toBe(list);
    expect(withGroupName(list, 'group-1', 'Choir').events.map(({ groupName }) => groupName)).toEqual([
      'Choir',
      'Choir',
    ]);
    expect(withGroupName(list, 'group-1', 'Group group-1')).toBe(list);
  });
});

describe('events that repeat in a list', () => {
  beforeAll(loadExpansion);

  const { _id, groupId, groupName, createdBy, creator, date, time, timeZone, duration } = event;
  const { name, description, location } = event;
  const part = {
    ...{ rule: { unit: 'day' as const, every: 2 }, date, time, timeZone, duration, lastDate: null },
    ...{ name, description, location, placeRevision: 0, timesRevision: 0 },
  } as const;
  const parts = [part];
  const series: SeriesView = {
    ...{ _id, groupId, groupName, createdBy, creator, revision: 1, seats: null, guestsEach: 0 },
    ...{ parts, leftOut: ['2026-05-18'], changed: [{ occurrence: '2026-05-16', name: 'Other' }] },
  };
  const shown = (list: EventList) => shownIn(list).map(({ _id, name }) => `${_id} ${name}`);

  it('events that repeat show their dates in the days of the list, in place of the single event (SERIES-11)', () => {
    const list = withSeries(whole(event, calendarEvent('b')), series, window);
    expect(shown(list)).toEqual(['b Event b', 'a_2026-05-14 Event a', 'a_2026-05-16 Other', 'a_2026-05-20 Event a']);
    expect(withEvent(list, event, true)).toBe(list);
    expect(shown(withSeries(whole(), series, { ...window, groupId: 'group-2' }))).toEqual([]);
  });

  it('events that repeat never return to an older version, and go when they are deleted', () => {
    const list = withSeries(whole(), series, window);
    expect(withSeries(list, { ...series, leftOut: [] }, window)).toBe(list);
    const ended = { ...series, revision: 2, parts: [{ ...part, lastDate: '2026-05-14' }] };
    expect(shown(withSeries(list, ended, window))).toEqual(['a_2026-05-14 Event a']);
    expect(shown(withoutEvent(list, 'a'))).toEqual([]);
    expect(shown(withPerson(list, person(createdBy, 'Cleo')))).toHaveLength(3);
    expect(shownIn(withPerson(list, person(createdBy, 'Cleo')))[0]?.creator.firstName).toBe('Cleo');
  });

  it('events that repeat show the same objects while they stay the same, and no dates beyond those loaded', () => {
    const list = withSeries(whole(), series, window);
    const after = withEvent(list, calendarEvent('b'), true);
    expect(shownIn(after)[1]).toBe(shownIn(list)[0]);
    const next = cursorOf({ startsAt: '2026-05-15T00:00:00.000Z', id: 'x' });
    expect(shown({ ...list, next })).toEqual(['a_2026-05-14 Event a']);
  });

  it('many events that repeat first show the dates of two weeks, and those of the year with the next page', () => {
    const year = { ...window, endDate: '2027-05-13' };
    const many = (count: number) => Array.from({ length: count }, (_, n) => ({ ...series, _id: `${n}`, parts }));
    const first = firstDates(eventList(year, { events: [], series: many(21) }));
    expect(shownIn(first).every(({ startsAt }) => startsAt < '2026-05-27T04:00:00.000Z')).toBe(true);
    expect(reachOf(first)).toBe(Date.parse('2026-05-27T04:00:00.000Z'));
    const all = shownIn(withPage(first, eventList(year, { events: [] })));
    expect(all.length).toBe(21 * 182);
    expect(firstDates(eventList(year, { events: [], series: many(20) })).next).toBeUndefined();
    expect(firstDates(eventList(window, { events: [], series: many(21) })).next).toBeUndefined();
  });
});

describe('pages of an event list', () => {
  const first = eventList(window, { events: [event], next: cursorOf(event) });
  const second = calendarEvent('b', { at: '12:00' });

  it('a page of an event list says up to which instant the list is complete', () => {
    expect(reachOf(first)).toBe(Date.parse(event.startsAt));
    expect(reachOf(whole(event))).toBe(Number.POSITIVE_INFINITY);
  });

  it('an event pushed before its page came is listed once, in its newer version', () => {
    const pushed = { ...second, name: 'Pushed', revision: 2 };
    const read = eventList(window, { events: [second, calendarEvent('c', { at: '13:00' })] });
    const list = withPage(withEvent(first, pushed, true), read);
    expect(list.events.map(({ id, name }) => [id, name])).toEqual([
      ['a', 'Event a'],
      ['b', 'Pushed'],
      ['c', 'Event c'],
    ]);
    expect(list.next).toBeUndefined();
    const newer = { ...second, name: 'Read', revision: 3 };
    expect(withPage(withEvent(first, pushed, true), whole(newer)).events.map(({ name }) => name)).toEqual([
      'Event a',
      'Read',
    ]);
  });
});
