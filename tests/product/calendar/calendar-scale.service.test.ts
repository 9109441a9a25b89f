import { randomUUID } from 'node:crypto';
import { entryStream } from '@quorum/domain/entry/events.ts';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { ReadEngine, ReadModels } from '@quorum/service-kit/ports/read-store.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, createGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

const EVENTS = 4_000;
const GROUPS = 50;
const FIRST_DAY = Date.UTC(2030, 0, 1);
const HOUR = 3_600_000;

/** Queries per collection, and their form. */
const asked = new Map<string, number>();
const counting = (reads: ReadEngine): ReadEngine => {
  const count = (name: string) => asked.set(name, (asked.get(name) ?? 0) + 1);
  const active: ReadModels = {
    get: (collection, id) => {
      count(`get ${collection}`);
      return reads.active.get(collection, id);
    },
    getMany: (collection, ids) => {
      count(`getMany ${collection}`);
      return reads.active.getMany(collection, ids);
    },
    query: (collection, query) => {
      count(`query ${collection}`);
      return reads.active.query(collection, query);
    },
    count: (collection, query, cap) => {
      count(`count ${collection}`);
      return reads.active.count(collection, query, cap);
    },
    find: (collection, query) => reads.active.find(collection, query),
  };
  return new Proxy(reads, {
    get: (target, name) => {
      if (name === 'active') return active;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};

let maya: Client;
let crowded = '';

const append = (stream: string, event: DomainEvent, commandId: string) =>
  product.engines.events.append(stream, [event], 'none', {
    actor: maya.userId,
    commandId,
    correlationId: commandId,
    causationId: commandId,
  });

/** One-hour events, two an hour, from the first day on. None are past. */
const schedule = async (groupId: string, number: number): Promise<void> => {
  const entryId = randomUUID();
  const start = new Date(FIRST_DAY + number * (HOUR / 2)).toISOString();
  await append(
    entryStream(entryId),
    {
      type: 'EntryScheduled',
      data: {
        entryId,
        groupId,
        creatorId: maya.userId,
        name: `Training ${number}`,
        description: 'Bring water and shoes for the hall',
        location: 'Boathouse',
        date: start.slice(0, 10),
        time: start.slice(11, 16),
        timeZone: 'UTC',
        duration: 60,
        startsAt: start,
        endsAt: new Date(Date.parse(start) + HOUR).toISOString(),
      },
    },
    entryId,
  );
};

const inBatches = async (count: number, task: (number: number) => Promise<unknown>): Promise<void> => {
  for (let from = 0; from < count; from += 500) {
    await Promise.all(Array.from({ length: Math.min(500, count - from) }, (_, index) => task(from + index)));
  }
};

const product = sharedProduct({}, undefined, (opened) => ({ ...opened, reads: counting(opened.reads) }));

beforeAll(async () => {
  maya = await signUp(product);
  crowded = (await createGroup(maya)).group._id;
  await inBatches(EVENTS, (number) => schedule(crowded, number));
  for (let n = 1; n < GROUPS; n++) {
    const groupId = randomUUID();
    await append(
      groupStream(groupId),
      {
        type: 'GroupCreated',
        data: {
          groupId,
          ownerId: maya.userId,
          name: `Group ${n}`,
          description: 'People who meet',
          settings: { allowMembersCreateEvents: true, allowMembersInvite: false, allowMembersEditGroupDetails: false },
          inviteCode: `invite${n}`,
          sixDigitCode: String(100_000 + n),
          imageId: null,
        },
      },
      groupId,
    );
    await inBatches(20, (number) => schedule(groupId, number * 48));
  }
  maya.position = await product.engines.events.head();
  await until(async () => (await maya.call('me')).status === 200);
});

/** Every page of a range. */
const allOf = async (query: { groupId?: string; startDate: string; endDate: string; timeZone: string }) => {
  const events: unknown[] = [];
  for (let after: string | undefined; ; ) {
    const page = await maya.must('events', { query: { ...query, ...(after === undefined ? {} : { after }) } });
    events.push(...page.events);
    after = page.next;
    if (after === undefined) return events;
  }
};

describe(`a calendar of ${EVENTS} events in one group and ${GROUPS} groups`, () => {
  const day = (date: string) => ({ startDate: date, endDate: date, timeZone: 'UTC' });

  it(`a calendar of ${EVENTS} events returns a month and all of it, in pages of at most 1,000`, async () => {
    const february = { groupId: crowded, startDate: '2030-02-01', endDate: '2030-02-28', timeZone: 'UTC' };
    const first = await maya.must('events', { query: february });
    expect(first.events).toHaveLength(1000);
    expect(await allOf(february)).toHaveLength(28 * 48 + 1);
    expect(await allOf({ ...february, startDate: '2030-01-01', endDate: '2032-01-01' })).toHaveLength(EVENTS);
  });

  it(`a calendar of ${GROUPS} groups returns My Schedule with one query over all of them`, async () => {
    asked.clear();
    await maya.must('events', { query: day('2030-01-10') });
    expect(asked.get('query entries')).toBe(1);
    expect(asked.get('query memberships')).toBe(1);
    const january = { startDate: '2030-01-01', endDate: '2030-01-31', timeZone: 'UTC' };
    expect(await allOf(january)).toHaveLength(31 * 48 + (GROUPS - 1) * 20);
  });

  it('a calendar with twenty events that repeat takes as many queries for a month as one with a single one (SERIES-10)', async () => {
    const month = async (series: number) => {
      const noor = await signUp(product);
      const groupId = (await createGroup(noor)).group._id;
      const at = { date: '2030-03-04', time: '10:00', timeZone: 'UTC', repeats: { unit: 'week' }, groupId };
      for (let n = 0; n < series; n++) await noor.must('createEvent', { body: { name: `Class ${n}`, ...at } as never });
      const query = { groupId, startDate: '2030-03-01', endDate: '2030-03-31', timeZone: 'UTC' };
      asked.clear();
      expect((await noor.must('events', { query })).events).toHaveLength(4 * series);
      // Other work of the product also reads sessions and people.
      return [...asked].filter(([read]) => /(entries|series|attendances|rsvps)$/.test(read)).sort();
    };
    expect(await month(20)).toEqual(await month(1));
  });

  it(`a calendar of ${GROUPS} groups finds conflicts over all of them with one indexed query (API-39)`, async () => {
    const body = { date: '2030-03-20', time: '10:00', duration: 60, timeZone: 'UTC' };
    asked.clear();
    const found = await maya.must('checkConflicts', { body });
    // The read store refuses a query without an index.
    expect(asked.get('query entries')).toBe(1);
    expect(found.conflicts.map((conflict) => conflict.time)).toEqual(['09:30', '10:00', '10:30']);
  });
});
