import type { SeriesView } from '@quorum/contracts/entry/wire.ts';
import { expect, it } from 'vitest';
import { person } from '../../../testing/fakes.ts';
import { deleteOptions, editOptions, exceptionsText } from './scope-words.ts';

const weekly = (more: Partial<SeriesView> = {}, lastDate: string | null = null): SeriesView => ({
  _id: 'a',
  groupId: 'group-1',
  groupName: 'Film Club',
  createdBy: 'user-b',
  creator: person('user-b'),
  revision: 1,
  seats: null,
  guestsEach: 0,
  parts: [
    {
      ...{ name: 'Class', description: '', location: '', placeRevision: 0, timesRevision: 0 },
      ...{ date: '2026-05-05', time: '19:00', timeZone: 'UTC', duration: 60 },
      rule: { unit: 'week', every: 1, on: ['TU'], ...(lastDate && { until: lastDate }) },
      lastDate,
    },
  ],
  leftOut: [],
  changed: [],
  ...more,
});

const hints = (options: ReturnType<typeof editOptions>) => options.map(({ label, hint }) => `${label}: ${hint}`);

it('an edit of a date offers what it can reach, and a changed rule is not one date’s (SERIES-15, SERIES-18)', () => {
  expect(hints(editOptions(weekly(), '2026-05-19', false))).toEqual([
    'This event: Tuesday, May 19',
    'This and following events: From May 19 on, without end',
    'All events: Past events stay as they were',
  ]);
  expect(editOptions(weekly(), '2026-05-19', true).map(({ value }) => value)).toEqual(['following', 'all']);
  expect(hints(editOptions(weekly({}, '2026-06-09'), '2026-05-05', false))).toEqual([
    'This event: Tuesday, May 5',
    'All events: From May 5 on, until Jun 9',
  ]);
});

it('a deletion says before it how many dates go, and which one is the last (SERIES-20, SERIES-21)', () => {
  expect(hints(deleteOptions(weekly(), '2026-05-19'))).toEqual([
    'This event: Tuesday, May 19. The other dates stay',
    'This and following events: All dates from May 19 on. The last one is Tuesday, May 12',
    'All events: Past events are deleted too',
  ]);
  const [, following] = hints(deleteOptions(weekly({}, '2026-06-09'), '2026-05-19'));
  expect(following).toBe('This and following events: 4 dates go. The last one is Tuesday, May 12');
  expect(deleteOptions(weekly(), '2026-05-05').map(({ value }) => value)).toEqual(['this', 'all']);
});

it('an edit says before it what becomes of changed and deleted dates (SERIES-19, SERIES-21)', () => {
  const times = { date: '2026-05-20', time: '19:00', timeZone: 'UTC', duration: 60 };
  const series = weekly({
    leftOut: ['2026-05-12', '2026-05-26'],
    changed: [
      { occurrence: '2026-05-19', times },
      { occurrence: '2026-06-02', times },
      { occurrence: '2026-06-09', name: 'Party' },
    ],
  });
  const about = { date: '2026-05-19', today: '2026-05-14', isTime: true } as const;
  const text = '1 deleted date stays deleted. 2 moved dates return to the pattern.';
  expect(exceptionsText(series, { ...about, scope: 'following' })).toBe(text);
  expect(exceptionsText(series, { ...about, scope: 'all', isTime: false })).toBe('1 deleted date stays deleted.');
  expect(exceptionsText(series, { ...about, scope: 'this' })).toBe('');
});
