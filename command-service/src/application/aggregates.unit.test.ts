import type { DomainEvent } from '@quorum/contracts/events/catalogue.ts';
import { preferencesStream } from '@quorum/contracts/events/preferences.ts';
import type { EventMetadata, EventStore, StoredEvent } from '@quorum/contracts/ports/event-store.ts';
import { isRefusal } from '@quorum/contracts/wire/refusals.ts';
import { describe, expect, it } from 'vitest';
import type { Aggregate } from '../domain/aggregate.ts';
import { Aggregates } from './aggregates.ts';

const STREAM = preferencesStream('u1');
const metadataOf = (commandId: string): EventMetadata => ({
  actor: 'u1',
  commandId,
  correlationId: commandId,
  causationId: commandId,
});
const pinned = (groupId: string): DomainEvent => ({ type: 'GroupPinned', data: { userId: 'u1', groupId } });

/** One stream in memory, which other processes append to as well. */
const oneStream = () => {
  const events: StoredEvent[] = [];
  const store: Pick<EventStore, 'append' | 'read' | 'endsBefore'> = {
    endsBefore: () => false,
    read: async (_, from = 0) => events.slice(from),
    append: async (stream, added, expected, metadata, ids = []) => {
      const actual = events.length === 0 ? 'none' : events.length - 1;
      if (expected !== actual) return { ok: false, actual };
      const stored = added.map((event, index): StoredEvent => {
        const revision = events.length + index;
        const position = String(revision).padStart(16, '0');
        return { ...event, id: ids[index] ?? '', stream, revision, position, recordedAt: '', metadata };
      });
      events.push(...stored);
      return { ok: true, position: events.at(-1)?.position ?? '', events: stored };
    },
  };
  return { events, store: store as EventStore };
};

/** How many groups are pinned: two at most, so that a stale decision would break the rule. */
const pins: Aggregate<number> = {
  category: 'preferences',
  initial: () => 0,
  evolve: (count, event) => (event.type === 'GroupPinned' ? count + 1 : count),
};

describe('a command that takes its time to decide', () => {
  it('CQRS-03: decides again when another process appended meanwhile, also when this process has read that already', async () => {
    const { events, store } = oneStream();
    const aggregates = new Aggregates(store, { uuidFrom: (seed) => seed, pause: async () => {} });
    await store.append(STREAM, [pinned('g1')], 'none', metadataOf('first'), ['e1']);
    await aggregates.load(pins, STREAM);

    const decidedOn: number[] = [];
    const outcome = await aggregates.handle(pins, STREAM, metadataOf('slow'), async (count) => {
      decidedOn.push(count);
      if (decidedOn.length === 1) {
        // Another process is quicker, and a reader in this one brings the shared state up to date.
        await store.append(STREAM, [pinned('g2')], 0, metadataOf('elsewhere'), ['e2']);
        await aggregates.load(pins, STREAM);
      }
      return count < 2 ? [pinned('g3')] : { refused: 'access/denied' };
    });

    expect(decidedOn).toEqual([1, 2]);
    expect(isRefusal(outcome)).toBe(true);
    expect(events).toHaveLength(2);
  });
});
