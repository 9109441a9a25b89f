import type { AllStreamSubscription } from '@eventstore/db-client';
import { Aggregates } from '@quorum/command-service/handling/aggregates.ts';
import { type CommandMetadata, eventMetadata as recorded } from '@quorum/command-service/handling/command-metadata.ts';
import type { Decider } from '@quorum/domain/decider.ts';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { preferencesStream } from '@quorum/domain/preferences/events.ts';
import { ServerConnection } from '@quorum/infra/adapters/event-log/eventstoredb/eventstoredb-connection.ts';
import { EventStoreDbEventLog } from '@quorum/infra/adapters/event-log/eventstoredb/eventstoredb-event-log.ts';
import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import { MemoryKeyStore } from '@quorum/service-kit/testing/memory-key-store.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EventStoreServer, startEventStoreServer } from './eventstore-server/server.ts';

const USER = '11111111-1111-4111-8111-111111111111';
const STREAM = preferencesStream(USER);
const by = (commandId: string): CommandMetadata => ({
  actorId: USER,
  commandId,
  commandDigest: undefined,
  correlationId: commandId,
});
const eventMetadata = (commandId: string) => recorded(by(commandId));
const groupId = (number: number): string => `22222222-2222-4222-8222-${String(number).padStart(12, '0')}`;
const pinned = (number: number): DomainEvent => ({
  type: 'GroupPreferencesChanged',
  data: { userId: USER, groupId: groupId(number), changes: { pinned: true } },
});

/** Counts pinned groups. */
const pins: Decider<number, number> = {
  initial: 0,
  decide: (number) => [pinned(number)],
  evolve: (count, event) => (event.type === 'GroupPreferencesChanged' ? count + 1 : count),
};

/** Shared by all processes. */
const keyStore = new MemoryKeyStore();

/** One of several processes, with its own connection, its own cache, and a count of its calls. */
const instanceOf = (server: EventStoreServer, now: () => number = Date.now) => {
  const calls: string[] = [];
  const log = new EventStoreDbEventLog({ uri: server.uri, onCall: (call) => calls.push(call) });
  const keys = new CachingKeyStore(keyStore);
  const events = new EncryptingEventStore({ log, keys, ids: systemIds, clock: { now } });
  const aggregates = new Aggregates(events);
  const pin = async (number: number) => {
    await aggregates.current();
    const metadata = by(`pin-${number}`);
    return aggregates.handle({ decider: pins, stream: STREAM, command: number, metadata, facts: () => ({}) });
  };
  return { log, events, aggregates, calls, pin };
};

describe('several processes that decide on one EventStoreDB', () => {
  let server: EventStoreServer;
  const open: EventStoreDbEventLog[] = [];
  const instance = (now?: () => number) => {
    const made = instanceOf(server, now);
    open.push(made.log);
    return made;
  };
  beforeEach(async () => {
    server = await startEventStoreServer();
  });
  afterEach(async () => {
    for (const log of open.splice(0)) await log.close();
    await server.kill();
  });

  it('several processes that decide on one EventStoreDB see every event acknowledged to another one, even with the stream in memory (CQRS-08)', async () => {
    const [here, there] = [instance(), instance()];
    await here.pin(0);
    for (let number = 1; number < 20; number += 2) {
      await there.pin(number);
      await here.aggregates.current();
      expect(await here.aggregates.load(pins, STREAM)).toBe(number + 1);
      await here.pin(number + 1);
      await there.aggregates.current();
      expect(await there.aggregates.load(pins, STREAM)).toBe(number + 2);
    }
  });

  it('several processes that decide on one EventStoreDB read the end of the log once for all waiting commands, append, and read nothing else (CQRS-08)', async () => {
    const [here, there] = [instance(), instance()];
    for (const each of [here, there]) {
      await each.aggregates.current();
      await each.aggregates.load(pins, STREAM);
    }
    await there.pin(1);
    here.calls.length = 0;
    // Events of the other process arrive through the subscription.
    await here.pin(2);
    expect(here.calls).toEqual(['head', 'append']);

    here.calls.length = 0;
    await Promise.all(Array.from({ length: 32 }, async () => here.aggregates.current()));
    expect(here.calls).toEqual(['head']);
  });

  it('several processes that decide on one EventStoreDB decide again when another process was faster (CQRS-03)', async () => {
    const [here, there] = [instance(), instance()];
    await here.pin(0);
    await there.aggregates.current();
    await there.aggregates.load(pins, STREAM);
    const seen: number[] = [];
    await there.aggregates.handle({
      decider: pins,
      stream: STREAM,
      command: 9,
      metadata: by('slow'),
      facts: async (count) => {
        seen.push(count);
        if (count === 1) await here.pin(1);
        return {};
      },
    });
    expect(seen).toEqual([1, 2]);
  });

  it('several processes that decide on one EventStoreDB timestamp an event by the clock of the deciding process (CQRS-09)', async () => {
    const decidedAt = Date.UTC(2031, 4, 14, 14, 42);
    const [here, there] = [instance(() => decidedAt), instance()];
    here.calls.length = 0;
    const outcome = await here.events.append(STREAM, [pinned(1)], 'none', eventMetadata('one'));
    expect(here.calls).toEqual(['append']);
    const expected = { recordedAt: new Date(decidedAt).toISOString() };
    expect(outcome).toMatchObject({ ok: true, events: [expected] });
    expect(await there.events.read(STREAM)).toMatchObject([expected]);
  });

  it('several processes that decide on one EventStoreDB answer a repeat with the events as they were first stored (CQRS-01)', async () => {
    const [here, there] = [instance(() => 1_000), instance(() => 2_000)];
    const ids = ['33333333-3333-4333-8333-333333333333'];
    const first = await here.events.append(STREAM, [pinned(1)], 'none', eventMetadata('one'), ids);
    await there.aggregates.current();
    expect(await there.events.append(STREAM, [pinned(1)], 'none', eventMetadata('one'), ids)).toEqual({
      ...first,
      repeated: true,
    });
    // The chain continues from the stored events, not from the repeated ones.
    await there.pin(2);
    for await (const fault of here.log.verify()) expect.unreachable(JSON.stringify(fault));
  });

  it('several processes that decide on one EventStoreDB continue from the stored state after a repeat that only the subscription reported (AUDIT-04)', async () => {
    const [here, there] = [instance(() => 1_000), instance(() => 2_000)];
    const ids = ['33333333-3333-4333-8333-333333333333'];
    await there.aggregates.current();
    const first = await here.events.append(STREAM, [pinned(1)], 'none', eventMetadata('one'), ids);
    await until(() => there.log.known(STREAM, 0)?.length === 1);
    expect(await there.events.append(STREAM, [pinned(1)], 'none', eventMetadata('one'), ids)).toEqual({
      ...first,
      repeated: true,
    });
    await there.pin(2);
    for await (const fault of here.log.verify()) expect.unreachable(JSON.stringify(fault));
  });

  it('several processes that decide on one EventStoreDB continue from the stored event after a repeat that no subscription has reported yet (AUDIT-04)', async () => {
    const [here, there] = [instance(() => 1_000), instance(() => 2_000)];
    const ids = ['33333333-3333-4333-8333-333333333333'];
    const subscribe = vi.spyOn(ServerConnection.prototype, 'subscribe');
    await there.aggregates.current();
    await until(() => subscribe.mock.results.length === 1);
    const subscription: AllStreamSubscription = subscribe.mock.results[0]?.value;
    subscription.pause();
    await here.events.append(STREAM, [pinned(1)], 'none', eventMetadata('one'), ids);
    await there.events.append(STREAM, [pinned(1)], 'none', eventMetadata('one'), ids);
    const next = there.events.append(STREAM, [pinned(2)], 0, eventMetadata('two'));
    subscription.resume();
    expect(await next).toMatchObject({ ok: true });
    for await (const fault of here.log.verify()) expect.unreachable(JSON.stringify(fault));
  });

  it('several processes that decide on one EventStoreDB check all facts again when the server went away during the append (CQRS-08)', async () => {
    const [here, there] = [instance(), instance()];
    const elsewhere = preferencesStream(groupId(1));
    const seen: number[] = [];
    const outcome = await here.aggregates.handle({
      decider: pins,
      stream: STREAM,
      command: 1,
      metadata: by('pin-1'),
      facts: async () => {
        seen.push((await there.events.read(elsewhere)).length);
        if (seen.length === 1) await there.events.append(elsewhere, [pinned(1)], 'none', eventMetadata('elsewhere'));
        if (seen.length === 1) server.faults.failAppend('drop-before-storing');
        return {};
      },
    });
    expect(outcome).toMatchObject({ state: 1, repeated: false });
    expect(seen).toEqual([0, 1]);
  });

  it('several processes that decide on one EventStoreDB distinguish a repeat from another request with its key, without having read the stream (CQRS-01)', async () => {
    const create = async (instanceOfOne: ReturnType<typeof instance>, commandDigest: string) => {
      await instanceOfOne.aggregates.current();
      const metadata = { ...by('create'), commandDigest };
      const request = { decider: pins, stream: STREAM, command: 1, metadata, facts: () => ({}), expectNew: true };
      return instanceOfOne.aggregates.handle(request);
    };
    const first = await create(instance(), 'digest');
    if (!('events' in first)) throw new Error('it was refused');
    expect(await create(instance(), 'digest')).toMatchObject({ repeated: true, events: first.events });
    expect(await create(instance(), 'another')).toEqual({ refused: 'request/idempotency-key-reused' });
  });
});
