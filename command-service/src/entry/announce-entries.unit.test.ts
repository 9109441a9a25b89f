import type { DataOf, DomainEvent } from '@quorum/domain/event-catalogue.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import type { Context } from '../handling/context.ts';
import { memoryStreams } from '../testing/memory-streams.ts';
import { announceEntries } from './announce-entries.ts';

const identity = { entryId: 'dinner', groupId: 'club', creatorId: 'ada' };

const cancelled: DomainEvent = { type: 'EntryCancelled', data: identity };

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

/** An entry with this history, and command services that react to it, each with a cache of its own. */
const scheduledWith = async (...later: readonly DomainEvent[]) => {
  const { streams, append, events } = memoryStreams();
  await append('entry-dinner', [{ type: 'EntryScheduled', data: scheduled }, ...later], { correlationId: 'c1' });
  const react = async (type: 'EntryScheduled' | 'EntryCancelled', store = events) => {
    const event = streams.get('entry-dinner')?.find((other) => other.type === type) as StoredEvent;
    await announceEntries.react({ aggregates: new Aggregates(store) } as Context, event);
  };
  return {
    react,
    cancel: () => append('entry-dinner', [cancelled], { correlationId: 'c2' }),
    /** Announces the entry. Just before its message is stored, something else happens. */
    announceDuring: (other: () => Promise<unknown>) =>
      react('EntryScheduled', {
        ...events,
        append: async (...args) => {
          await other();
          return events.append(...args);
        },
      }),
    chat: () => (streams.get('message-dinner') ?? []).map(({ type }) => type),
  };
};

it('an event is announced in the chat of its group', async () => {
  const { react, chat } = await scheduledWith();
  await react('EntryScheduled');
  expect(chat()).toEqual(['MessagePosted']);
});

it('an event that was moved before it could be announced is announced', async () => {
  const { react, chat } = await scheduledWith({ type: 'EntryRescheduled', data: scheduled });
  await react('EntryScheduled');
  expect(chat()).toEqual(['MessagePosted']);
});

it('an event that was deleted before it could be announced leaves no message behind', async () => {
  const { react, chat } = await scheduledWith(cancelled);
  await react('EntryCancelled');
  await react('EntryScheduled');
  expect(chat()).not.toContain('MessagePosted');
});

it('an event that is deleted during its announcement leaves no message in the chat', async () => {
  const { announceDuring, cancel, react, chat } = await scheduledWith();
  await announceDuring(cancel);
  await react('EntryCancelled');
  expect(chat()).toEqual(['MessagePosted', 'MessageDeleted']);
});

it('an event is not announced once its deletion has been handled, even if its announcement started before', async () => {
  const { announceDuring, cancel, react, chat } = await scheduledWith();
  await announceDuring(async () => {
    await cancel();
    await react('EntryCancelled');
  });
  expect(chat()).not.toContain('MessagePosted');
});

it('the message of an event that is deleted later needs no deletion of its own', async () => {
  const { react, cancel, chat } = await scheduledWith();
  await react('EntryScheduled');
  await cancel();
  await react('EntryCancelled');
  expect(chat()).toEqual(['MessagePosted']);
});
