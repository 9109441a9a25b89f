import { describe, expect, it } from 'vitest';
import { timedEvent } from '../../data/calendar-entry/timed-event.ts';
import { calendarEvent } from '../../testing/calendar.ts';
import { overlapsOf } from './list-rows.ts';

const events = (...given: Parameters<typeof calendarEvent>[]) => given.map((one) => timedEvent(calendarEvent(...one)));
const named = (found: ReadonlyMap<string, string>) => Object.fromEntries(found);

describe('events at the same time', () => {
  it('name one another, unless they only touch', () => {
    const list = events(
      ['touching', { at: '11:00', duration: 60, name: 'Touching' }],
      ['long', { at: '9:00', duration: 120, name: 'Long' }],
      ['within', { at: '9:30', duration: 30, name: 'Within' }],
      ['late', { at: '10:30', duration: 30, name: 'Late' }],
    );
    expect(named(overlapsOf(list, 0))).toEqual({ long: 'Within and 1 more', within: 'Long', late: 'Long' });
  });

  it('count every other event once, even if none of them is the longest', () => {
    const list = events(
      ['first', { at: '9:00', duration: 60, name: 'First' }],
      ['second', { at: '9:30', duration: 60, name: 'Second' }],
      ['third', { at: '9:45', duration: 60, name: 'Third' }],
      ['fourth', { at: '10:15', duration: 60, name: 'Fourth' }],
    );
    expect(named(overlapsOf(list, 0))).toEqual({
      first: 'Second and 1 more',
      second: 'First and 2 more',
      third: 'First and 2 more',
      fourth: 'Second and 1 more',
    });
  });

  it('name the same one of several, whatever their order of arrival', () => {
    const list = events(
      ['b', { at: '9:00', duration: 60, name: 'B' }],
      ['a', { at: '9:00', duration: 60, name: 'A' }],
      ['late', { at: '9:30', duration: 60, name: 'Late' }],
    );
    for (const given of [list, list.toReversed()])
      expect(named(overlapsOf(given, 0))).toEqual({ a: 'B and 1 more', b: 'A and 1 more', late: 'A and 1 more' });
  });

  it('are not marked once one of them is over', () => {
    const list = events(
      ['over', { at: '9:00', duration: 60, name: 'Over' }],
      ['going', { at: '9:30', duration: 120, name: 'Going' }],
    );
    const [over] = list;
    expect(named(overlapsOf(list, over?.endsAt ?? 0))).toEqual({});
  });
});
