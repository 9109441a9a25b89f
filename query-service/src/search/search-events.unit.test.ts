import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { turnsDuring } from '@quorum/service-kit/testing/turns-during.ts';
import { expect, it } from 'vitest';
import type { Question, Searching } from './question.ts';
import { searchEvents } from './search-events.ts';

const NOW = '2026-05-14T12:00:00.000Z';

type Found = { readonly id: string; readonly ownerKey: string };
type Asked = {
  readonly where: { readonly ownerKey: string | readonly string[] };
  readonly after?: { readonly id: string };
  readonly limit: number;
};

const owned = (found: readonly Found[], { where, after, limit }: Asked): readonly Found[] => {
  const own = found.filter(({ ownerKey }) => [where.ownerKey].flat().includes(ownerKey));
  const from = own.findIndex(({ id }) => id === after?.id) + 1;
  return own.slice(from, from + limit);
};

/** Read models with some single events, all ahead, and some that repeat. */
const contextOf = ({ entries = [], series = [] }: { entries?: readonly Found[]; series?: readonly Found[] }) => {
  const asked: number[] = [];
  const active = {
    query: async (collection: string, query: Asked & { readonly order: { readonly direction: string } }) => {
      asked.push([query.where.ownerKey].flat().length);
      if (collection === 'series') return owned(series, query);
      return query.order.direction === 'asc' ? owned(entries, query) : [];
    },
    getMany: async () => new Map(),
  };
  const context = { reads: { active }, clock: { now: () => Date.parse(NOW) } } as unknown as Searching;
  return { context, asked };
};

const question = (groups: number): Question => ({
  kind: 'events',
  words: 'tea',
  timeZone: 'UTC',
  limit: 4,
  userId: 'ada',
  groupIds: Array.from({ length: groups }, (_, n) => `g${n}`),
  bounds: {},
  asked: [{ word: 'tea', begins: false }],
});

const times = { date: '2026-05-20', time: '10:00', timeZone: 'UTC', duration: 60 };
const single = (n: number): Found & Record<string, unknown> => ({
  ...{
    id: `e${n}`,
    ownerKey: `g${n}`,
    groupId: MY_SCHEDULE,
    creatorId: 'ben',
    name: 'Tea',
    importedAt: null,
    ...times,
  },
  ...{
    startsAt: `2026-05-20T10:${String(59 - (n % 60)).padStart(2, '0')}:00.000Z`,
    endsAt: '2026-05-20T12:00:00.000Z',
  },
});
const daily = (n: number, lastDate: string | null = null): Found & Record<string, unknown> => ({
  ...{ id: `s${n}`, ownerKey: 'g0', groupId: MY_SCHEDULE, creatorId: 'ben', importedAt: null },
  ...{ leftOut: [], gaps: [], changed: [] },
  parts: [{ ...times, date: '2024-01-01', name: 'Tea', rule: { unit: 'day', every: 1 }, lastDate }],
});

it('a search for events in many groups asks for a few calendars at a time, and has their events in one order', async () => {
  const { context, asked } = contextOf({ entries: Array.from({ length: 60 }, (_, n) => single(n)) });
  const { results, next } = await searchEvents(context, question(120));
  expect(Math.max(...asked)).toBeLessThanOrEqual(50);
  expect(results.map((result) => result.kind === 'event' && result.event._id)).toEqual(['e59', 'e58', 'e57', 'e56']);
  expect(next).toContain('e56');
});

it('a search for events that repeat lets other work have its turn between the dates of a few and the next', async () => {
  const { context } = contextOf({ series: Array.from({ length: 100 }, (_, n) => daily(n)) });
  const found = searchEvents(context, question(1));
  expect(await turnsDuring(found)).toBeGreaterThanOrEqual(5);
  expect((await found).results).toMatchObject(Array(4).fill({ event: { startsAt: '2026-05-15T10:00:00.000Z' } }));
});

it('a search for events lets other work have its turn between the pages of a calendar with thousands', async () => {
  const others = Array.from({ length: 3_000 }, (_, n) => ({ ...single(n), ownerKey: 'g0', name: 'Coffee' }));
  const { context } = contextOf({ entries: others });
  const found = searchEvents(context, question(1));
  expect(await turnsDuring(found)).toBeGreaterThanOrEqual(6);
  expect((await found).results).toEqual([]);
});

it('a search for events that repeat shows the date that runs or comes next, and the last one of those that have ended', async () => {
  const { context } = contextOf({ series: [daily(1), daily(2, '2024-02-29'), daily(3, '2026-05-14')] });
  const { results } = await searchEvents(context, question(1));
  expect(results.map((result) => result.kind === 'event' && result.event.startsAt)).toEqual([
    '2026-05-15T10:00:00.000Z',
    '2026-05-14T10:00:00.000Z',
    '2024-02-29T10:00:00.000Z',
  ]);
});
