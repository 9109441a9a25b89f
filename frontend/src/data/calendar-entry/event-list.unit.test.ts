import { cursorOf } from '@quorum/contracts/entry/event-cursor.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { describe, expect, it } from 'vitest';
import { calendarEvent } from '../../testing/calendar.ts';
import { person } from '../../testing/fakes.ts';
import {
  belongsTo,
  eventList,
  reachOf,
  withEvent,
  withGroupName,
  withoutCreator,
  withoutEvent,
  withoutGroup,
  withPage,
  withPerson,
} from './event-list.ts';

const window = { startDate: '2026-05-13', endDate: '2026-05-20', timeZone: 'America/New_York' };
const event = calendarEvent('a');
const whole = (...events: EventView[]) => eventList(events, undefined);

describe('event lists after a change', () => {
  it('hold the events of their group, or of all, that touch their days', () => {
    expect(belongsTo({ ...window, groupId: 'group-1' }, event)).toBe(true);
    expect(belongsTo({ ...window, groupId: 'group-2' }, event)).toBe(false);
    expect(belongsTo(window, event)).toBe(true);
    const after = calendarEvent('b', { date: '2026-05-21', at: '0:00' });
    const last = calendarEvent('c', { date: '2026-05-20', at: '23:45' });
    const over = calendarEvent('d', { date: '2026-05-12', at: '23:00', duration: 60 });
    const into = calendarEvent('e', { date: '2026-05-12', at: '23:00', duration: 61 });
    expect([after, last, over, into].map((one) => belongsTo(window, one))).toEqual([false, true, false, true]);
  });

  it('add a new event, and the newer version of a known one (EVENT-08)', () => {
    expect(withEvent(whole(), event, true)).toEqual(whole(event));
    expect(withEvent(whole(), event, false)).toEqual(whole());
    const newer = { ...event, name: 'Newer', revision: 2 };
    expect(withEvent(whole(event), newer, true)).toEqual(whole(newer));
    expect(withEvent(whole(event), newer, false)).toEqual(whole());
  });

  it('never return to an older version', () => {
    const list = whole({ ...event, revision: 3 });
    expect(withEvent(list, { ...event, revision: 2 }, true)).toBe(list);
  });

  it('lose a deleted event, group or person', () => {
    const list = whole(event, calendarEvent('b', { groupId: 'group-2', createdBy: 'user-c' }));
    const names = (changed: typeof list) => changed.events.map(({ id }) => id);
    expect(names(withoutEvent(list, 'a'))).toEqual(['b']);
    expect(withoutEvent(list, 'c')).toBe(list);
    expect(names(withoutGroup(list, 'group-2'))).toEqual(['a']);
    expect(names(withoutCreator(list, 'user-c'))).toEqual(['a']);
  });

  it('show the current names of people and groups', () => {
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

describe('pages of an event list', () => {
  const first = eventList([event], cursorOf(event));
  const second = calendarEvent('b', { at: '12:00' });

  it('say up to which instant the list is complete', () => {
    expect(reachOf(first)).toBe(Date.parse(event.startsAt));
    expect(reachOf(whole(event))).toBe(Number.POSITIVE_INFINITY);
  });

  it('contain once, in its newer version, an event pushed before its page came', () => {
    const pushed = { ...second, name: 'Pushed', revision: 2 };
    const read = eventList([second, calendarEvent('c', { at: '13:00' })], undefined);
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
