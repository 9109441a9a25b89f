import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { groupSubject, personSubject, writingSubject, writingsSubject } from '@quorum/domain/event-definition.ts';
import type { EventMetadata, StoredEvent } from '@quorum/domain/stored-event.ts';
import { sampleEvent, sampleEvents, sampleIds } from '@quorum/domain/testing/sample-events.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore, UnreadableEvent } from '../ports/event-store.ts';
import { until } from './until.ts';

export type StoreUnderTest = {
  readonly store: EventStore;
  /** Destroys a subject's key as erasure does; absent where nothing is encrypted. */
  readonly destroyKey?: (subject: string) => Promise<void>;
  readonly dispose: () => Promise<void>;
};

const metadata: EventMetadata = {
  actor: sampleIds.ada,
  commandId: 'command-1',
  commandDigest: 'digest-1',
  correlationId: 'correlation-1',
  causationId: 'command-1',
};

const withoutPlace = (events: readonly StoredEvent[]) => events.map(({ position, ...event }) => event);

/**
 * The contract of every event store. The store may hold events of earlier tests, but no key may have been destroyed.
 * @param encrypts whether it encrypts personal fields; a fake need not.
 */
export const eventStoreSuite = (name: string, makeStore: () => Promise<StoreUnderTest>, encrypts = true): void => {
  describe(`event store: ${name}`, () => {
    let underTest: StoreUnderTest;
    let store: EventStore;
    let stream: string;
    let start: string;

    beforeEach(async () => {
      underTest = await makeStore();
      store = underTest.store;
      stream = `suite-${randomUUID()}`;
      start = await store.head();
    });
    afterEach(() => underTest.dispose());

    const destroyKey = async (subject: string): Promise<void> => {
      if (underTest.destroyKey === undefined) throw new Error('This store has no keys to destroy');
      await underTest.destroyKey(subject);
    };

    const append = async (events: readonly DomainEvent[]) => {
      const { length } = await store.read(stream);
      const outcome = await store.append(stream, events, length === 0 ? 'none' : length - 1, metadata);
      if (!outcome.ok) throw new Error('a conflict without another writer');
      return outcome;
    };

    it('an event store returns every type of event as it was appended', async () => {
      await append(sampleEvents);
      const stored = await store.read(stream);
      expect(stored.map(({ type, data }) => ({ type, data }))).toEqual(sampleEvents);
      for (const [revision, event] of stored.entries()) expect(event).toMatchObject({ stream, revision, metadata });
    });

    it('an event store answers an append with the events exactly as they are read later', async () => {
      const outcome = await append(sampleEvents);
      const stored = await store.read(stream);
      expect(withoutPlace(outcome.events)).toEqual(withoutPlace(stored));
      for (const [index, { position }] of outcome.events.entries())
        expect([stored[index]?.position, outcome.position]).toContain(position);
      expect(outcome.position).toBe(stored.at(-1)?.position);
      expect(await store.readAll(start, 1_000)).toEqual(stored);
      expect(await store.head()).toBe(outcome.position);
      expect(store.between(start, outcome.position).count).toBeGreaterThan(0);
    });

    it('an event store answers a lost race with the actual revision', async () => {
      const events = [sampleEvent('ProfileCompleted')];
      await store.append(stream, events, 'none', metadata);
      expect(await store.append(stream, events, 'none', metadata)).toEqual({ ok: false, actual: 0 });
    });

    it('an event store has one effect when repeated with the same ids (CQRS-01)', async () => {
      const ids = [randomUUID(), randomUUID()];
      const events = [sampleEvent('UserRegistered'), sampleEvent('NameChanged')];
      const first = await store.append(stream, events, 'none', metadata, ids);
      const again = await store.append(stream, events, 'none', metadata, ids);
      if (!first.ok || !again.ok) throw new Error('a conflict with itself');
      expect(again.position).toBe(first.position);
      expect(withoutPlace(again.events)).toEqual(withoutPlace(first.events));
      expect((await store.read(stream)).map(({ id }) => id)).toEqual(ids);
    });

    it('an event store refuses events that do not fit their schema, and stores none of them', async () => {
      const broken = { type: 'EmailChanged', data: { userId: 'nobody', email: 1 } } as unknown as DomainEvent;
      await expect(store.append(stream, [sampleEvent('ProfileCompleted'), broken], 'none', metadata)).rejects.toThrow();
      const unknown = { type: 'NeverHeardOf', data: {} } as unknown as DomainEvent;
      await expect(store.append(stream, [unknown], 'none', metadata)).rejects.toThrow('NeverHeardOf');
      expect(await store.read(stream)).toEqual([]);
    });

    if (encrypts) {
      it('an event store returns null for every personal field of an erased person, and everything else as before (SAFE-01)', async () => {
        await append(sampleEvents);
        await destroyKey(personSubject(sampleIds.ada));
        await destroyKey(writingsSubject(sampleIds.ada));
        const byType = new Map((await store.read(stream)).map((event) => [event.type, event.data]));
        const expected = (type: DomainEvent['type'], erased: object) =>
          expect(byType.get(type)).toEqual({ ...sampleEvent(type).data, ...erased });
        expected('NameChanged', { firstName: null, lastName: null });
        expected('UserRegistered', { phone: null });
        expected('MessagePosted', { text: null, fileName: null });
        expected('EntryScheduled', { name: null, description: null, location: null });
        expected('LinkPreviewsResolved', { previews: null });
        expected('MessageReported', { evidence: null, fileName: null, entry: null });
        expected('GroupCreated', {});

        await destroyKey(groupSubject(sampleIds.group));
        const group = (await store.read(stream)).find(({ type }) => type === 'GroupCreated');
        expect(group?.data).toEqual({ ...sampleEvent('GroupCreated').data, name: null, description: null });
      });

      it('an event store returns null for the texts of one erased message, and everything else of its writer as before', async () => {
        const kept = { ...sampleEvent('MessagePosted').data, messageId: randomUUID() };
        await append([sampleEvent('NameChanged'), sampleEvent('MessagePosted'), sampleEvent('MessageEdited')]);
        await append([{ type: 'MessagePosted', data: kept }, sampleEvent('MessageReported')]);
        await destroyKey(writingSubject(sampleIds.ada, sampleIds.message));
        const read = (await store.read(stream)).map(({ data }) => data);
        expect(read).toEqual([
          sampleEvent('NameChanged').data,
          { ...sampleEvent('MessagePosted').data, text: null, fileName: null },
          { ...sampleEvent('MessageEdited').data, text: null },
          kept,
          { ...sampleEvent('MessageReported').data, evidence: null, fileName: null, entry: null },
        ]);
      });

      it('an event store stores no personal text of a person who is already erased', async () => {
        await destroyKey(personSubject(sampleIds.ada));
        const outcome = await append([sampleEvent('NameChanged')]);
        expect(outcome.events[0]?.data).toEqual({ userId: sampleIds.ada, firstName: null, lastName: null });
        expect(await store.read(stream)).toEqual(outcome.events);
      });
    }

    it('an event store delivers decoded events to followers', async () => {
      const seen: (StoredEvent | UnreadableEvent)[] = [];
      const subscription = store.follow(start, async (events) => {
        seen.push(...events);
      });
      await append(sampleEvents);
      await until(() => seen.length >= sampleEvents.length);
      await subscription.stop();
      expect(seen).toEqual(await store.read(stream));
    });

    it('an event store reads from a revision on, and nothing of a missing stream', async () => {
      expect(await store.read(stream)).toEqual([]);
      await append(sampleEvents.slice(0, 5));
      expect(await store.read(stream, 3)).toEqual((await store.read(stream)).slice(3));
    });
  });
};
