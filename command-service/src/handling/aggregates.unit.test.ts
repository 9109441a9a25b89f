import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Decider } from '@quorum/domain/decider.ts';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { preferencesStream } from '@quorum/domain/preferences/events.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { LogUnavailableError } from '@quorum/service-kit/ports/event-log.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import { describe, expect, it, vi } from 'vitest';
import { Aggregates } from './aggregates.ts';
import { type CommandMetadata, eventMetadata } from './command-metadata.ts';

const STREAM = preferencesStream('u1');

const by = (commandId: string): CommandMetadata => ({
  actorId: 'u1',
  commandId,
  commandDigest: undefined,
  correlationId: commandId,
});

const pinned = (groupId: string): DomainEvent => ({
  type: 'GroupPreferencesChanged',
  data: { userId: 'u1', groupId, changes: { pinned: true } },
});

/** One in-memory stream that other processes also append to. */
const oneStream = () => {
  const events: StoredEvent[] = [];
  let hours = 0;
  const store: Pick<EventStore, 'append' | 'read' | 'known' | 'current'> = {
    known: () => undefined,
    current: () => undefined,
    read: async (_, from = 0) => events.slice(from),
    append: async (stream, added, expected, metadata, ids = []) => {
      const actual = events.length === 0 ? 'none' : events.length - 1;
      if (expected !== actual) return { ok: false, actual };
      const stored = added.map((event, index): StoredEvent => {
        const revision = events.length + index;
        const position = String(revision).padStart(16, '0');
        const recordedAt = new Date(3_600_000 * hours).toISOString();
        return { ...event, id: ids[index] ?? '', stream, revision, position, recordedAt, metadata };
      });
      events.push(...stored);
      return { ok: true, position: events.at(-1)?.position ?? '', events: stored };
    },
  };
  const passTo = (hour: number): void => {
    hours = hour;
  };
  return { events, store: store as EventStore, passTo };
};

/** Counts pinned groups: two at most, so that a stale decision would break the rule. */
const pins: Decider<{ readonly groupId: string }, number> = {
  initial: 0,
  decide: ({ groupId }, count) => (count < 2 ? [pinned(groupId)] : { refused: 'access/denied' }),
  evolve: (count, event) => (event.type === 'GroupPreferencesChanged' ? count + 1 : count),
};

describe('a slow command', () => {
  it('a slow command is decided again if another process appended first, even if this process has already read that (CQRS-03)', async () => {
    const { events, store } = oneStream();
    const aggregates = new Aggregates(store, { pause: async () => {} });
    await store.append(STREAM, [pinned('g1')], 'none', eventMetadata(by('first')), ['e1']);
    await aggregates.load(pins, STREAM);

    const decidedOn: number[] = [];
    const outcome = await aggregates.handle({
      decider: pins,
      stream: STREAM,
      command: { groupId: 'g3' },
      metadata: by('slow'),
      facts: async (count) => {
        decidedOn.push(count);
        if (decidedOn.length === 1) {
          // Another process is faster, and a reader in this process updates the shared state.
          await store.append(STREAM, [pinned('g2')], 0, eventMetadata(by('elsewhere')), ['e2']);
          await aggregates.load(pins, STREAM);
        }
        return {};
      },
    });

    expect(decidedOn).toEqual([1, 2]);
    expect(isRefusal(outcome)).toBe(true);
    expect(events).toHaveLength(2);
  });
});

describe('a repeated command', () => {
  const pinsForever: Decider<{ readonly groupId: string }, number> = {
    ...pins,
    decide: ({ groupId }) => [pinned(groupId)],
  };

  /** Every command is handled by a process that has just started. */
  const pinAt = (streams: ReturnType<typeof oneStream>, commandId: string, hour: number) => {
    streams.passTo(hour);
    const aggregates = new Aggregates(streams.store);
    const command = { groupId: 'g1' };
    return aggregates.handle({
      decider: pinsForever,
      stream: STREAM,
      command,
      metadata: by(commandId),
      facts: () => ({}),
    });
  };

  it('a repeated command has one effect within 24 hours, whatever came in between (CQRS-01)', async () => {
    const streams = oneStream();
    await pinAt(streams, 'first', 0);
    for (let n = 0; n < 300; n++) await pinAt(streams, `c${n}`, 1);
    expect(await pinAt(streams, 'first', 24)).toMatchObject({ repeated: true, position: streams.events[0]?.position });
    expect(streams.events).toHaveLength(301);
  });

  it('a command repeated after more than 24 hours is a new one, whose events have ids of their own', async () => {
    const streams = oneStream();
    await pinAt(streams, 'first', 0);
    await pinAt(streams, 'second', 25);
    expect(await pinAt(streams, 'first', 25)).toMatchObject({ repeated: false });
    expect(new Set(streams.events.map(({ id }) => id)).size).toBe(3);
  });
});

describe('streams kept in memory', () => {
  it('streams kept in memory are limited by bytes, whatever their number', async () => {
    const { store } = oneStream();
    let reads = 0;
    const counting: EventStore = {
      ...store,
      read: (stream, from) => {
        if ((from ?? 0) === 0) reads += 1;
        return store.read(stream, from);
      },
    };
    await store.append(STREAM, [pinned('g'.repeat(10_000))], 'none', eventMetadata(by('first')), ['e1']);
    const readsOf = async (others: number): Promise<number> => {
      reads = 0;
      const aggregates = new Aggregates(counting, { cached: { messages: 1, others } });
      for (let round = 0; round < 2; round++) for (const stream of ['a', 'b', 'c']) await aggregates.load(pins, stream);
      return reads;
    };
    expect(await readsOf(100_000)).toBe(3);
    expect(await readsOf(45_000)).toBe(6);
  });
});

describe('a stream that is not in memory', () => {
  /** Whole reads end when the test says so, with what was there when they began. */
  const slowStream = async () => {
    const { store } = oneStream();
    await store.append(STREAM, [pinned('g1')], 'none', eventMetadata(by('first')), ['e1']);
    const reads: { readonly answer: () => void; readonly fail: () => void }[] = [];
    const slow: EventStore = {
      ...store,
      read: async (stream, from = 0) => {
        const found = await store.read(stream, from);
        if (from > 0) return found;
        return new Promise((resolve, reject) => {
          reads.push({ answer: () => resolve(found), fail: () => reject(new LogUnavailableError('away')) });
        });
      },
    };
    const aggregates = new Aggregates(slow);
    const loadTwenty = () => Promise.allSettled(Array.from({ length: 20 }, () => aggregates.load(pins, STREAM)));
    return { store, reads, aggregates, loadTwenty };
  };

  it('a stream that is not in memory is read once for all who ask while it is being read', async () => {
    const { reads, loadTwenty } = await slowStream();
    const loading = loadTwenty();
    await vi.waitFor(() => expect(reads).not.toHaveLength(0));
    for (const { answer } of reads) answer();
    expect(await loading).toEqual(Array(20).fill({ status: 'fulfilled', value: 1 }));
    expect(reads).toHaveLength(1);
  });

  it('a stream that is not in memory is up to date for those who ask after another process appended, even if the read began before (CQRS-08)', async () => {
    const { store, reads, aggregates } = await slowStream();
    const early = aggregates.load(pins, STREAM);
    await vi.waitFor(() => expect(reads).toHaveLength(1));
    await store.append(STREAM, [pinned('g2')], 0, eventMetadata(by('elsewhere')), ['e2']);
    const late = aggregates.load(pins, STREAM);
    reads[0]?.answer();
    expect(await Promise.all([early, late])).toEqual([1, 2]);
    expect(reads).toHaveLength(1);
  });

  it('a failed read of a stream fails for all who wait for it, and the stream is read again for the next', async () => {
    const { reads, aggregates, loadTwenty } = await slowStream();
    const loading = loadTwenty();
    await vi.waitFor(() => expect(reads).not.toHaveLength(0));
    for (const { fail } of reads.splice(0)) fail();
    const reason: unknown = expect.any(LogUnavailableError);
    expect(await loading).toEqual(Array(20).fill({ status: 'rejected', reason }));
    expect(reads).toHaveLength(0);

    const again = aggregates.load(pins, STREAM);
    await vi.waitFor(() => expect(reads).toHaveLength(1));
    reads[0]?.answer();
    expect(await again).toBe(1);
  });
});

describe('commands on one stream while the log is unavailable', () => {
  it('commands on one stream wait together for an unavailable log, not one after another (RUN-11)', async () => {
    const { store } = oneStream();
    let tries = 0;
    let giveUp: () => void = () => {};
    const away: EventStore = {
      ...store,
      append: () => {
        tries += 1;
        return new Promise((_, reject) => {
          giveUp = () => reject(new LogUnavailableError('away'));
        });
      },
    };
    const aggregates = new Aggregates(away);
    const commands = ['one', 'two', 'three'].map((id) =>
      aggregates
        .handle({
          decider: pins,
          stream: STREAM,
          command: { groupId: id },
          metadata: by(id),
          facts: () => ({}),
        })
        .catch((error: unknown) => error),
    );
    await vi.waitFor(() => expect(tries).toBe(1));
    giveUp();
    for (const outcome of await Promise.all(commands)) expect(outcome).toBeInstanceOf(LogUnavailableError);
    expect(tries).toBe(1);
  });
});
