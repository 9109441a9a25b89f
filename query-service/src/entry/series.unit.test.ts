import type { SeriesDocument } from '@quorum/service-kit/reads/series.ts';
import { turnsDuring } from '@quorum/service-kit/testing/turns-during.ts';
import { afterEach, expect, it, vi } from 'vitest';
import type { Context } from '../reading/context.ts';
import { searchEvents } from '../search/search-events.ts';
import { datesIn, nextDatesOf } from './series.ts';

const NOW = Date.parse('2026-05-14T10:00:00.000Z');
const MANY = 50;

/** Every day without an end, or until a day. */
const daily = (index: number, lastDate: string | null = null): SeriesDocument => {
  const times = { date: '2026-01-01', time: '19:00', timeZone: 'UTC', duration: 60 };
  const rule = { unit: 'day', every: 1 } as const;
  const endsAt = `${lastDate ?? '9999-12-31'}T20:00:00.000Z`;
  const part = {
    rule,
    ...times,
    lastDate,
    name: 'Tea',
    description: '',
    location: '',
    placeRevision: 0,
    timesRevision: 0,
  };
  const id = `${String(index).padStart(8, '0')}-0000-4000-8000-00000000000e`;
  const own = { ownerKey: 'user-ada', groupId: 'my-q', creatorId: 'ada', importedAt: null };
  return { id, ...own, endsAt, parts: [part], leftOut: [], gaps: [], changed: [] } as unknown as SeriesDocument;
};

const contextOf = (series: readonly SeriesDocument[]): Context => {
  const active = {
    getMany: async () => new Map(),
    query: async (collection: string) => (collection === 'series' ? series : []),
  };
  return { reads: { active }, clock: { now: () => NOW } } as unknown as Context;
};

/** How many dates are looked at. */
const countDates = () => vi.spyOn(Date.prototype, 'setUTCFullYear').mock;
afterEach(() => vi.restoreAllMocks());

it('the next dates of events that repeat are found without looking at years of them', async () => {
  const all = Array.from({ length: MANY }, (_, index) => daily(index));
  const looked = countDates();
  const next = await nextDatesOf(contextOf(all), all, 'ada');
  expect(next.map(({ startsAt }) => startsAt)).toEqual(all.map(() => '2026-05-14T19:00:00.000Z'));
  expect(looked.calls.length).toBeLessThan(MANY * 100);
});

it('a search finds the next or last dates of events that repeat without looking at years of them', async () => {
  const all = Array.from({ length: MANY }, (_, index) => daily(index, index % 2 === 0 ? null : '2026-02-01'));
  const looked = countDates();
  const question = { kind: 'events', words: 'tea', timeZone: 'UTC', limit: 50, userId: 'ada' } as const;
  const asked = [{ word: 'tea', begins: false }];
  const { results } = await searchEvents(contextOf(all), { ...question, groupIds: [], bounds: {}, asked });
  expect(results.map((result) => 'event' in result && result.event.startsAt.slice(0, 10)).sort()).toEqual(
    all.map((_, index) => (index % 2 === 0 ? '2026-05-14' : '2026-02-01')).sort(),
  );
  expect(looked.calls.length).toBeLessThan(MANY * 100);
});

it('the dates of many events that repeat are found in turns with other work', async () => {
  const series = Array.from({ length: MANY }, (_, index) => ({ ...daily(index), _id: String(index), groupName: '' }));
  const found = datesIn(series as never, { from: NOW, to: NOW + 86_400_000, limit: 100 });
  expect(await turnsDuring(found)).toBeGreaterThanOrEqual(9);
  expect(await found).toHaveLength(MANY);
});
