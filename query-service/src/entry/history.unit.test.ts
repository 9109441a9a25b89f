import type { EventHistoryView } from '@quorum/contracts/entry/undo.ts';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { recorded } from '@quorum/domain/testing/recorded-events.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { turnsDuring } from '@quorum/service-kit/testing/turns-during.ts';
import { expect, it } from 'vitest';
import type { Context } from '../reading/context.ts';
import { eventHistory } from './history.ts';

const [creatorId, entryId] = ['10000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000001'];
const identity = { entryId, groupId: 'my-q', creatorId } as const;
const texts = { description: '', location: '' };
const times = { date: '2026-05-14', time: '10:00', timeZone: 'UTC', duration: 60 };
const span = { startsAt: '2026-05-14T10:00:00.000Z', endsAt: '2026-05-14T11:00:00.000Z' };

type Asked = Parameters<Handlers<'query'>['eventHistory']>[0];

it('the history of an event with many changes lets others have their turn in between (SAFE-06)', async () => {
  const renamed = (nth: number): DomainEvent => ({
    type: 'EntryDetailsChanged',
    data: { ...identity, ...texts, name: `Name ${nth}` },
  });
  const first: DomainEvent = {
    type: 'EntryScheduled',
    data: { ...identity, ...texts, name: 'Name', ...times, ...span },
  };
  const events = recorded([first, ...Array.from({ length: 500 }, (_, nth) => renamed(nth))]).map((event) => ({
    ...event,
    metadata: { ...event.metadata, actor: creatorId, commandId: event.id },
  }));
  const active = { get: async () => undefined, getMany: async () => new Map() };
  const context = { history: { read: async () => events }, reads: { active } } as unknown as Context;
  const call = { params: { id: entryId }, query: {}, actor: { userId: creatorId } } as unknown as Asked;
  const asked = Promise.resolve(eventHistory(context)(call, () => undefined));
  expect(await turnsDuring(asked)).toBeGreaterThanOrEqual(9);
  const { changes, next } = ((await asked) as { body: EventHistoryView }).body;
  expect([changes.length, next]).toEqual([50, 451]);
});
