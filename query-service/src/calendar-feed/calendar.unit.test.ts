import { addDays } from '@quorum/contracts/time/days.ts';
import { spanOf } from '@quorum/contracts/time/wall-clock.ts';
import type { EntryDocument } from '@quorum/service-kit/reads/entry.ts';
import { boundsOf, type SeriesDocument } from '@quorum/service-kit/reads/series.ts';
import { expect, it } from 'vitest';
import type { Reading } from '../reading/context.ts';
import { calendarText } from './calendar.ts';

const NOW = Date.parse('2026-05-14T12:00:00Z');
const groupId = '00000000-0000-4000-8000-000000000001';

const versioned = {
  ownerKey: groupId,
  groupId,
  creatorId: 'ada',
  createdAt: '2026-05-01T10:00:00.000Z',
  changedAt: '2026-05-02T10:00:00.000Z',
  revision: 7,
  seats: null,
  guestsEach: 0,
  reminder: 'none' as const,
  uidKey: null,
  importedAt: null,
};

const texts = (name: string) => ({ name, description: '', location: '' });

const timesFrom = (date: string) => {
  const times = { date, time: '19:00', timeZone: 'UTC', duration: 60 };
  return { ...times, ...spanOf(times) };
};

const single = (name: string, date: string): EntryDocument => {
  const revisions = { position: '1', placeRevision: 0, placeBefore: null };
  return { ...versioned, id: name, ...texts(name), ...timesFrom(date), ...revisions };
};

/** A daily series of which 400 dates have another name. */
const muchChanged = (name: string, date: string): SeriesDocument => {
  const rule = { unit: 'day', every: 1 } as const;
  const revisions = { placeRevision: 1, timesRevision: 1, madeRevision: 1 };
  const part = { rule, lastDate: null, ...texts(name), ...timesFrom(date), ...revisions };
  const changed = Array.from({ length: 400 }, (_, index) => ({
    occurrence: addDays(date, index),
    pattern: '',
    name: `${name}, changed`,
  }));
  const dates = { parts: [part], leftOut: [], changed, lastEndsAt: null, replaced: [], gaps: [] };
  return { ...versioned, id: name, ...dates, ...boundsOf(dates) };
};

it('a calendar file has 5,000 entries at most, changed dates of series among them, without those furthest ahead (ICS-04)', async () => {
  const documents: Readonly<Record<string, readonly unknown[]>> = {
    entries: [single('Early', '2026-05-14'), single('Late', '2026-07-14')],
    series: Array.from({ length: 13 }, (_, index) => muchChanged(`Series ${index}`, `2026-06-${index + 10}`)),
  };
  const active = { query: async (collection: string) => documents[collection] };
  const calendar = { userId: 'ada', groupId, groupIds: [], name: 'Club', origin: '', now: NOW };
  let text = '';
  for await (const piece of calendarText({ reads: { active } } as unknown as Reading, calendar)) text += piece;
  const names = [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, name]) => name);
  expect(names).toHaveLength(1 + 12 * 401);
  expect(['Early', 'Series 0', 'Series 11'].every((name) => names.includes(name))).toBe(true);
  expect(['Series 12', 'Late'].some((name) => names.includes(name))).toBe(false);
});
