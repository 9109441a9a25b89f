import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import type { Context } from '../handling/context.ts';
import { memoryStreams } from '../testing/memory-streams.ts';
import { entryCommands } from './commands.ts';

const [userId, entryId] = ['10000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000001'];
const identity = { entryId, groupId: MY_SCHEDULE, creatorId: userId };
const cancelled: DomainEvent = { type: 'EntryCancelled', data: identity };

/** An event in a calendar with as many others ahead, half of which repeat. All are of the same person. */
const among = async (others: number, date: string, ...events: readonly DomainEvent[]) => {
  const { append, events: store, clock } = memoryStreams();
  const times = { date, time: '10:00', timeZone: 'UTC', duration: 60 };
  const span = { startsAt: `${date}T10:00:00.000Z`, endsAt: `${date}T11:00:00.000Z` };
  const texts = { name: 'Rowing', description: '', location: '' };
  const scheduled: DomainEvent = { type: 'EntryScheduled', data: { ...identity, ...texts, ...times, ...span } };
  await append(entryStream(entryId), [scheduled, ...events]);
  const active = { count: async (_collection: string, _query: unknown, most: number) => Math.min(others / 2, most) };
  const context = { aggregates: new Aggregates(store), clock, reads: { active }, defaultTimeZone: 'UTC' };
  const commands = entryCommands(context as unknown as Context);
  return (name: 'restoreEvent' | 'changeEvent', body: object = {}) => {
    const call = { actor: { userId }, params: { id: entryId }, query: {}, body, commandId: name, correlationId: name };
    return commands[name](call as never, () => undefined).catch((error: Error) => error);
  };
};

const refused = { refused: 'event/too-many-of-yours' };

it('a full calendar refuses an event that is moved there from the past (PERM-15)', async () => {
  expect(await (await among(500, '2020-05-14'))('changeEvent', { date: '2030-05-14' })).toEqual(refused);
  expect(await (await among(500, '2020-05-14'))('changeEvent', { date: '2020-05-15' })).not.toEqual(refused);
  expect(await (await among(500, '2030-05-14'))('changeEvent', { date: '2030-05-15' })).not.toEqual(refused);
});

it('an event is restored into a full calendar, up to twice its limits (PERM-15, UNDO-03)', async () => {
  expect(await (await among(998, '2030-05-14', cancelled))('restoreEvent')).not.toEqual(refused);
  expect(await (await among(1000, '2030-05-14', cancelled))('restoreEvent')).toEqual(refused);
  expect(await (await among(1000, '2020-05-14', cancelled))('restoreEvent')).not.toEqual(refused);
});
