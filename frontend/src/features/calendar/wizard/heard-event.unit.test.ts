import { describe, expect, it } from 'vitest';
import { heardEvent } from './heard-event.ts';

/** Thursday, May 14, 2026. */
const now = { date: '2026-05-14', time: '10:42' };
const heard = (typed: string) => {
  const event = heardEvent(typed, now);
  return event && [event.name, event.date, event.time, event.duration, event.place];
};

describe('the name of an event', () => {
  it.each([
    ["Lunch Thu 12-1pm at Joe's", 'Lunch', '2026-05-14', '12:00', 60, "Joe's"],
    ['Lunch Fri 12-1pm', 'Lunch', '2026-05-15', '12:00', 60, ''],
    ['Brunch 11-1pm Sunday @ Cafe Luna, Main St', 'Brunch', '2026-05-17', '11:00', 120, 'Cafe Luna, Main St'],
    ['Coffee at Blue Bottle tomorrow 9am', 'Coffee', '2026-05-15', '09:00', undefined, 'Blue Bottle'],
    ['Dinner at 7 on May 20', 'Dinner', '2026-05-20', '19:00', undefined, ''],
    ['Standup 9:15am for 15 min', 'Standup', '2026-05-15', '09:15', 15, ''],
    ['Film night tonight at 8 for 2.5 hours', 'Film night', '2026-05-14', '20:00', 150, ''],
    ['Review 14:00–15:30 Mon', 'Review', '2026-05-18', '14:00', 90, ''],
    ['Party 10pm-1am Sat at the boathouse', 'Party', '2026-05-16', '22:00', 180, 'the boathouse'],
    ['Training from 6 to 8 next Fri', 'Training', '2026-05-22', '18:00', 120, ''],
    ['Picnic at noon Jan 3', 'Picnic', '2027-01-03', '12:00', undefined, ''],
    ['Call Thu 9am', 'Call', '2026-05-21', '09:00', undefined, ''],
  ])('tells day, time, length and place: %s', (typed, ...said) => {
    expect(heard(typed)).toEqual(said);
  });

  it('keeps its first word, and is kept whole where nothing else is left', () => {
    expect(heard('Sunday roast 1pm')).toEqual(['Sunday roast', '2026-05-17', '13:00', undefined, '']);
    expect(heard('7pm')?.[0]).toBe('7pm');
  });

  it.each([
    'Proof sign-off',
    'Taco Tuesday',
    "Lunch at Joe's",
    'Dinner at 5 Guys',
    'Kids club, ages 7-9',
    '2026 planning',
    'Sprint 14',
    'Q3 24/7 support',
    'Meeting 3 of 5',
    'Top 10 films of May',
    'Room 12:99',
    '100% done by 50',
  ])('without a time of day is only a name: %s', (typed) => {
    expect(heard(typed)).toBeUndefined();
  });
});
