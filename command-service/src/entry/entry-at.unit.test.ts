import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { recorded } from '@quorum/domain/testing/recorded-events.ts';
import { turnsDuring } from '@quorum/service-kit/testing/turns-during.ts';
import { expect, it } from 'vitest';
import type { DecideContext } from '../handling/context.ts';
import { entryAt } from './entry-at.ts';

const [creatorId, entryId] = ['10000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000001'];
const identity = { entryId, groupId: 'my-q', creatorId } as const;
const texts = { description: '', location: '' };
const times = { date: '2026-05-14', time: '10:00', timeZone: 'UTC', duration: 60 };
const span = { startsAt: '2026-05-14T10:00:00.000Z', endsAt: '2026-05-14T11:00:00.000Z' };
const scheduled: DomainEvent = {
  type: 'EntryScheduled',
  data: { ...identity, ...texts, name: 'Name', ...times, ...span },
};
const renamed = (nth: number): DomainEvent => ({
  type: 'EntryDetailsChanged',
  data: { ...identity, ...texts, name: `Name ${nth}` },
});
const limited: DomainEvent = { type: 'EntrySeatsSet', data: { ...identity, seats: 8, guestsEach: 0, repeats: false } };

/** An entry of which each command left some events. */
const streamOf = (...commands: readonly (readonly DomainEvent[])[]) => {
  const ids = commands.flatMap((events, nth) => events.map(() => `command ${nth}`));
  const events = recorded(commands.flat()).map((event, at) => ({
    ...event,
    metadata: { ...event.metadata, commandId: ids[at] },
  }));
  return { events: { read: async () => events } } as unknown as Pick<DecideContext, 'events'>;
};

it('an entry at a revision is what a whole command left, or found', async () => {
  const stream = streamOf([scheduled], [renamed(1), limited], [renamed(2)]);
  for (const revision of [1, 2]) {
    expect(await entryAt(stream, entryId, revision)).toMatchObject({ name: 'Name 1', seats: 8 });
    expect(await entryAt(stream, entryId, revision, true)).toMatchObject({ name: 'Name', seats: null });
  }
});

it('folding the many changes of an entry lets others have their turn in between (SAFE-06)', async () => {
  const stream = streamOf([scheduled], ...Array.from({ length: 500 }, (_, nth) => [renamed(nth)]));
  const folded = entryAt(stream, entryId, 500);
  expect(await turnsDuring(folded)).toBeGreaterThanOrEqual(9);
  expect((await folded).name).toBe('Name 499');
});
