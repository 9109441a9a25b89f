import type { DataOf } from '@quorum/domain/event-catalogue.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import type { Context } from '../handling/context.ts';
import { memoryStreams } from '../testing/memory-streams.ts';
import { announceEntries } from './announce-entries.ts';

const identity = { entryId: 'dinner', groupId: 'club', creatorId: 'ada' };

const scheduled: DataOf<'EntryScheduled'> = {
  ...identity,
  name: 'Dinner',
  description: '',
  location: '',
  date: '2030-05-16',
  time: '19:00',
  timeZone: 'UTC',
  duration: 60,
  startsAt: '2030-05-16T19:00:00.000Z',
  endsAt: '2030-05-16T20:00:00.000Z',
};

/** An entry with this history. @returns the types of events in the stream of its message once it was to be announced. */
const announced = async (...later: Parameters<ReturnType<typeof memoryStreams>['append']>[1]) => {
  const { streams, append, events } = memoryStreams();
  const { events: history } = await append('entry-dinner', [{ type: 'EntryScheduled', data: scheduled }], {
    correlationId: 'c1',
  });
  await append('entry-dinner', later);
  await announceEntries.react({ aggregates: new Aggregates(events) } as Context, history[0] as StoredEvent);
  return (streams.get('message-dinner') ?? []).map(({ type }) => type);
};

it('an event is announced in the chat of its group', async () => {
  expect(await announced()).toEqual(['MessagePosted']);
});

it('an event that was moved before it could be announced is announced', async () => {
  expect(await announced({ type: 'EntryRescheduled', data: scheduled })).toEqual(['MessagePosted']);
});

it('an event that was deleted before it could be announced leaves no message behind', async () => {
  expect(await announced({ type: 'EntryCancelled', data: identity })).toEqual([]);
});
