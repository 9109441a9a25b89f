import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { QueryOf } from '@quorum/contracts/routes.ts';
import { addDays, localDate } from '@quorum/contracts/time/days.ts';
import { SqliteReadStore } from '@quorum/infra/adapters/read-store/sqlite/sqlite-read-store.ts';
import { messagePage } from '@quorum/query-service/message/messages.ts';
import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { ReadEngine, Write } from '@quorum/service-kit/ports/read-store.ts';
import { collections, type Reads } from '@quorum/service-kit/reads/collections.ts';
import type { MessageDocument } from '@quorum/service-kit/reads/message.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const MESSAGES = 50_000;
const AT_ONCE = 5000;
const MINUTE = 60_000;
/** Milliseconds between two messages, so that the chat goes on for almost a year. */
const PAUSE = 10 * MINUTE;
const FIRST = Date.parse('2026-01-01T00:00:00Z');

const orderOf = (number: number): string => String(number + 1).padStart(16, '0');

const messageOf = (number: number): MessageDocument => ({
  id: `message-${number}`,
  groupId: 'club',
  senderId: 'maya',
  kind: 'text',
  order: orderOf(number),
  revision: orderOf(number),
  postedAt: new Date(FIRST + number * PAUSE).toISOString(),
  text: String(number),
  replyTo: null,
  file: null,
  fileName: null,
  edited: false,
  deleted: false,
  previews: null,
});

const model: ModelGeneration = { model: 'all', generation: '1', collections: Object.values(collections) };
let folder: string;
let reads: ReadEngine<Reads>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quorum-long-chat-'));
  reads = (await SqliteReadStore.open({ folder })) as unknown as ReadEngine<Reads>;
  await reads.prepare(model);
  await reads.activate(model);
  for (let first = 0, from = ''; first < MESSAGES; first += AT_ONCE) {
    const writes = Array.from(
      { length: AT_ONCE },
      (_, at): Write => ({ collection: 'messages', put: messageOf(first + at) }),
    );
    const to = orderOf(first + AT_ONCE - 1);
    await reads.commit({ models: [model], from, to, writes, changes: [] });
    from = to;
  }
});
afterAll(async () => {
  await reads.close();
  await rm(folder, { recursive: true, force: true });
});

const page = async (query: QueryOf<'messages'>) => {
  const found = await messagePage({ reads, clock: { now: () => Date.now() } }, 'club', query, 'maya');
  if (isRefusal(found)) throw new Error(found.refused);
  return found;
};

/** The first message of a day, or of the next one, found by looking at each message around it. */
const firstOf = (day: string, timeZone: string): string => {
  let number = Math.max(0, Math.floor((Date.parse(addDays(day, -2)) - FIRST) / PAUSE));
  while (localDate(messageOf(number).postedAt, timeZone) < day) number += 1;
  return messageOf(number).id;
};

it.each([
  ['America/New_York', ['2026-03-08', '2026-11-01']],
  // The clocks change at midnight, so that one day begins at 1:00, and another ends with an hour that comes twice.
  ['America/Santiago', ['2026-04-05', '2026-09-06']],
  ['Pacific/Auckland', ['2026-04-05', '2026-09-27']],
])(
  'a day of a chat of 50,000 messages opens at its first message in %s, also where the clocks change, with a few reads (PIN-05, PIN-08)',
  async (timeZone, changes) => {
    const query = vi.spyOn(reads.active, 'query');
    for (const change of changes)
      for (const days of [-1, 0, 1]) {
        const at = addDays(change, days);
        query.mockClear();
        const { anchor, messages, hasMore, hasMoreAfter } = await page({ at, timeZone });
        expect([at, anchor]).toEqual([at, firstOf(at, timeZone)]);
        expect(messages.map(({ _id }) => _id).indexOf(anchor ?? '')).toBe(25);
        expect([hasMore, hasMoreAfter]).toEqual([true, true]);
        expect(query.mock.calls.length).toBeLessThan(40);
      }
  },
);

it('a chat of 50,000 messages is read page by page from the day that it was opened at to both of its ends, without a gap (PIN-08)', async () => {
  const middle = await page({ at: '2026-07-01', timeZone: 'UTC' });
  const numbers = middle.messages.map(({ content }) => Number(content));
  for (let [after, more] = [middle.messages.at(-1)?._id ?? '', true]; more; ) {
    const next = await page({ after, limit: 100 });
    numbers.push(...next.messages.map(({ content }) => Number(content)));
    [after, more] = [next.messages.at(-1)?._id ?? '', next.hasMore];
  }
  for (let [before, more] = [middle.messages[0]?._id ?? '', true]; more; ) {
    const next = await page({ before, limit: 100 });
    numbers.unshift(...next.messages.map(({ content }) => Number(content)));
    [before, more] = [next.messages[0]?._id ?? '', next.hasMore];
  }
  expect(numbers).toEqual(Array.from({ length: MESSAGES }, (_, number) => number));
});
