import { expect, it } from 'vitest';
import { reminderAlert } from './alert.ts';
import { reminder } from './field.ts';
import { LEAD_TIMES, reminderLabel, startsIn } from './lead-times.ts';

const START = '2026-05-14T23:00:00.000Z';
const until = (minutes: number, timeZone = 'America/New_York') =>
  startsIn(START, { now: Date.parse(START) - minutes * 60_000, timeZone });

it('the lead times are the ten of the menu, and no others are accepted (REMIND-01)', () => {
  expect([...LEAD_TIMES, 'none' as const].map(reminderLabel)).toEqual([
    'At the start',
    '5 minutes before',
    '10 minutes before',
    '15 minutes before',
    '30 minutes before',
    '1 hour before',
    '2 hours before',
    '1 day before',
    '2 days before',
    '1 week before',
    'None',
  ]);
  for (const minutes of [...LEAD_TIMES, 'none']) expect(reminder.safeParse(minutes).success).toBe(true);
  for (const minutes of [1, 31, -5, '30', null]) expect(reminder.safeParse(minutes).success).toBe(false);
});

it.each([
  [0, 'now'],
  [0.4, 'now'],
  [1, 'in 1 minute'],
  [9, 'in 9 minutes'],
  [29.9, 'in 30 minutes'],
  [60, 'in 1 hour'],
  [90, 'in 90 minutes'],
  [120, 'in 2 hours'],
  [13 * 60, 'today at 7:00 PM'],
  [24 * 60, 'tomorrow at 7:00 PM'],
  [7 * 24 * 60, 'on Thu, May 14 at 7:00 PM'],
])('a reminder %s minutes before the start says %s', (minutes, words) => {
  expect(until(minutes)).toBe(words);
});

it('the words of a reminder follow the zone of the reader', () => {
  expect(until(24 * 60, 'Asia/Tokyo')).toBe('tomorrow at 8:00 AM');
  expect(until(13 * 60, 'Asia/Tokyo')).toBe('tomorrow at 8:00 AM');
});

it('an alert of a reminder says when its event starts and where, and opens it (NOTE-18)', () => {
  const event = { _id: 'e1_2026-05-14', groupId: 'g1', name: 'Chapter 4', location: 'Library', startsAt: START };
  const at = { now: Date.parse(START) - 30 * 60_000, timeZone: 'UTC' };
  expect(reminderAlert(event, 30, at)).toEqual({
    title: 'Chapter 4 starts in 30 minutes',
    body: 'Library',
    tag: `reminder-e1_2026-05-14-${Date.parse(START)}-30`,
    path: '/dashboard/group/g1/event/e1_2026-05-14',
  });
  expect(reminderAlert({ ...event, groupId: 'my-q' }, 0, at).path).toBe('/dashboard/event/e1_2026-05-14');
});
