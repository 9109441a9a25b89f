import { describe, expect, it } from 'vitest';
import { timedEvent } from '../../data/calendar-entry/timed-event.ts';
import { calendarEvent } from '../../testing/calendar.ts';
import { type Overlap, overlapsOf } from './list-rows.ts';

const events = (...given: Parameters<typeof calendarEvent>[]) => given.map((one) => timedEvent(calendarEvent(...one)));
const named = (found: ReadonlyMap<string, Overlap>) =>
  Object.fromEntries([...found].map(([id, { count, names }]) => [id, `${count}: ${names}`]));

describe('events at the same time', () => {
  it('events at the same time name one another, unless they only touch', () => {
    const list = events(
      ['touching', { at: '11:00', duration: 60, name: 'Touching' }],
      ['long', { at: '9:00', duration: 120, name: 'Long' }],
      ['within', { at: '9:30', duration: 30, name: 'Within' }],
      ['late', { at: '10:30', duration: 30, name: 'Late' }],
    );
    expect(named(overlapsOf(list, 0))).toEqual({
      long: '2: Within, Late',
      within: '1: Long',
      late: '1: Long',
    });
  });

  it('events at the same time count every other event once, even if none of them is the longest', () => {
    const list = events(
      ['first', { at: '9:00', duration: 60, name: 'First' }],
      ['second', { at: '9:30', duration: 60, name: 'Second' }],
      ['third', { at: '9:45', duration: 60, name: 'Third' }],
      ['fourth', { at: '10:15', duration: 60, name: 'Fourth' }],
    );
    expect(named(overlapsOf(list, 0))).toEqual({
      first: '2: Second, Third',
      second: '3: First, Third, Fourth',
      third: '3: First, Second, Fourth',
      fourth: '2: Second, Third',
    });
  });

  it('events at the same time name the same one of several, whatever their order of arrival', () => {
    const list = events(
      ['b', { at: '9:00', duration: 60, name: 'B' }],
      ['a', { at: '9:00', duration: 60, name: 'A' }],
      ['late', { at: '9:30', duration: 60, name: 'Late' }],
    );
    for (const given of [list, list.toReversed()])
      expect(named(overlapsOf(given, 0))).toEqual({ a: '2: B, Late', b: '2: A, Late', late: '2: A, B' });
  });

  it('events at the same time name the first five of many', () => {
    const list = events(
      ...[...'abcdefg'].map((name): Parameters<typeof calendarEvent> => [name, { at: '9:00', name }]),
    );
    expect(named(overlapsOf(list, 0)).g).toBe('6: a, b, c, d, e and 1 more');
  });

  it('events at the same time are not marked once one of them is over', () => {
    const list = events(
      ['over', { at: '9:00', duration: 60, name: 'Over' }],
      ['going', { at: '9:30', duration: 120, name: 'Going' }],
    );
    const [over] = list;
    expect(named(overlapsOf(list, over?.endsAt ?? 0))).toEqual({});
  });
});
