import { expect, it } from 'vitest';
import type { Repeats } from './repeats.ts';
import { repeatsLabel, repeatsPhrase } from './repeats-labels.ts';

it.each<[string, Repeats]>([
  ['Every day', { unit: 'day', every: 1 }],
  ['Every 3 days', { unit: 'day', every: 3 }],
  ['Every weekday', { unit: 'week', every: 1, on: ['FR', 'MO', 'TU', 'WE', 'TH'] }],
  ['Every week on Thursday', { unit: 'week', every: 1 }],
  ['Every week on Tuesday', { unit: 'week', every: 1, on: ['TU'] }],
  ['Every week on Mon, Wed and Fri', { unit: 'week', every: 1, on: ['WE', 'MO', 'FR'] }],
  ['Every 2 weeks on Tue and Thu', { unit: 'week', every: 2, on: ['TU', 'TH'] }],
  [
    'Every 2 weeks on Tue and Thu until Dec 18, 2026',
    { unit: 'week', every: 2, on: ['TU', 'TH'], until: '2026-12-18' },
  ],
  ['Every day', { unit: 'week', every: 1, on: ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] }],
  ['Every month on day 14, 10 times', { unit: 'month', every: 1, count: 10 }],
  ['Every month on the last day', { unit: 'month', every: 1, on: { day: 'last' } }],
  ['Every month on the third Sunday', { unit: 'month', every: 1, on: { nth: 3, weekday: 'SU' } }],
  ['Every 2 months on the last Friday', { unit: 'month', every: 2, on: { nth: 'last', weekday: 'FR' } }],
  ['Every year on May 14', { unit: 'year', every: 1 }],
  [
    'Every year on the second Thursday of May, once',
    { unit: 'year', every: 1, on: { nth: 2, weekday: 'TH' }, count: 1 },
  ],
])('a rule reads `%s` (SERIES-13)', (label, rule) => {
  expect(repeatsLabel({ rule, date: '2026-05-14' })).toBe(label);
});

it.each<[string, Repeats]>([
  ['Thursdays', { unit: 'week', every: 1, until: '2026-08-01' }],
  ['every 2 days', { unit: 'day', every: 2 }],
  ['May 14', { unit: 'week', every: 1, until: '2026-05-14' }],
])('a rule within a sentence has no end, and of only one date its day: %s', (phrase, rule) => {
  expect(repeatsPhrase({ rule, date: '2026-05-14' })).toBe(phrase);
});
