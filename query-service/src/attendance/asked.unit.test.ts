import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Query } from '@quorum/service-kit/ports/read-store.ts';
import { rsvpDocument } from '@quorum/service-kit/reads/attendance.ts';
import { expect, it } from 'vitest';
import type { Context } from '../reading/context.ts';
import { askedInPath } from './asked.ts';

const id = (digit: number): string => `${digit}0000000-0000-4000-8000-000000000001`;
const [entryId, groupId, creatorId] = [id(1), id(2), id(3)];
const part = { rule: { unit: 'week', every: 1 }, date: '2030-05-07', time: '19:00', timeZone: 'UTC', duration: 60 };
const parts = [{ ...part, lastDate: null, placeRevision: 0, timesRevision: 0 }];
const series = { id: entryId, groupId, creatorId, parts, leftOut: [], changed: [], gaps: [] };

/** Somebody who was going until June, and has answered again for June. */
const goingTwice = (userId: string, now: string, before: string) => {
  const party = (order: string, from: string) => ({
    ...({ answer: 'going', guests: 0, seated: true, order, at: order, answeredFor: null, from } as const),
  });
  const about = { entryId, occurrence: null, groupId, userId };
  return { ...rsvpDocument(about, party(now, '2030-06-01')), earlier: [party(before, '2030-05-01')] };
};

const rsvps = [goingTwice('ada', '31', '13'), goingTwice('ben', '32', '12'), goingTwice('cyd', '33', '11')];

const active = {
  get: async (collection: string) =>
    ({ series, attendances: { id: entryId, from: '2030-06-01' } })[collection as 'series' | 'attendances'],
  getMany: async (_: string, ids: readonly string[]) =>
    new Map(rsvps.filter((rsvp) => ids.includes(rsvp.id)).map((rsvp) => [rsvp.id, rsvp])),
  query: async (_: string, { where, after, limit }: Query) =>
    rsvps
      .filter(({ eventId, order }) => eventId === where?.eventId && order > String(after?.value ?? ''))
      .slice(0, limit),
};

it('a list of the answers to a past date goes on behind its last page, although people have answered again since (RSVP-03, RSVP-17)', async () => {
  const reading = { reads: { active }, clock: { now: () => 0 } } as unknown as Context;
  const seen = await askedInPath(reading, `${entryId}_2030-05-14`, creatorId, () => undefined);
  if (isRefusal(seen)) throw new Error(seen.refused);
  const firstPage = async (after: { readonly order: string; readonly userId: string } | undefined) => {
    for await (const page of seen.asked.pages({ answer: 'going', after }, 2)) return page;
    return [];
  };
  const first = await firstPage(undefined);
  expect(first.map(({ userId }) => userId)).toEqual(['ada', 'ben']);
  expect((await firstPage(first[1])).map(({ userId }) => userId)).toEqual(['cyd']);
});
