import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  type AllStreamSubscription,
  END,
  EventStoreDBClient,
  eventTypeFilter,
  excludeSystemEvents,
  jsonEvent,
  NO_STREAM,
  type Position,
  type StreamSubscription,
} from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventStoreServer, startEventStoreServer } from './server.ts';

// Thousands of events take a while on a busy machine.
let server: EventStoreServer;
let client: EventStoreDBClient;

beforeEach(async () => {
  server = await startEventStoreServer();
  client = EventStoreDBClient.connectionString(server.uri);
});

afterEach(async () => {
  await client.dispose();
  await server.stop();
});

const batch = (count: number, prefix = 'event', padding = '') =>
  Array.from({ length: count }, (_, index) => jsonEvent({ type: `${prefix}-${index}`, data: { padding } }));

const types = (count: number, prefix = 'event') => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

type Seen = { readonly type: string; readonly position: Position };

async function readAll(from?: Position): Promise<Seen[]> {
  const seen: Seen[] = [];
  for await (const { event } of client.readAll(from ? { fromPosition: from } : {})) {
    if (event) seen.push({ type: event.type, position: event.position });
  }
  return seen;
}

const domainEvents = async () => (await readAll()).filter(({ type }) => !type.startsWith('$'));

/** The types of the next `count` events; then ends the subscription. */
async function take(subscription: AllStreamSubscription | StreamSubscription, count: number): Promise<string[]> {
  const taken: string[] = [];
  for await (const { event } of subscription) {
    taken.push(event?.type ?? '');
    if (taken.length === count) break;
  }
  return taken;
}

describe('reads of the EventStoreDB fixture', () => {
  it('throw stream-not-found for a missing stream while iterating, not when called', async () => {
    const reading = client.readStream('missing');

    await expect(reading[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      type: 'stream-not-found',
      streamName: 'missing',
    });
  });

  it('give every event its own position of two bigints, even within one append', async () => {
    await client.appendToStream('stream', batch(3), { expectedRevision: NO_STREAM });

    const positions = (await domainEvents()).map(({ position }) => position);

    expect(positions).toHaveLength(3);
    for (const { commit, prepare } of positions) expect([typeof commit, typeof prepare]).toEqual(['bigint', 'bigint']);
    const commits = positions.map(({ commit }) => commit);
    expect([...new Set(commits)].sort((left, right) => Number(left - right))).toEqual(commits);
    const ofStream: (Position | undefined)[] = [];
    for await (const { event } of client.readStream('stream')) ofStream.push(event?.position);
    expect(ofStream).toEqual(positions);
  });

  it('include the position or the revision they start from', async () => {
    await client.appendToStream('stream', batch(3));
    const second = (await domainEvents())[1]?.position;

    expect((await readAll(second)).map(({ type }) => type)).toEqual(['event-1', 'event-2']);
    const ofStream: string[] = [];
    for await (const { event } of client.readStream('stream', { fromRevision: 1n })) ofStream.push(event?.type ?? '');
    expect(ofStream).toEqual(['event-1', 'event-2']);
  });

  it('go backwards from the end', async () => {
    await client.appendToStream('stream', batch(3));

    const backwards = { direction: 'backwards', fromRevision: END, maxCount: 2 } as const;
    const ofStream: string[] = [];
    for await (const { event } of client.readStream('stream', backwards)) ofStream.push(event?.type ?? '');
    const ofAll: string[] = [];
    const allBackwards = { direction: 'backwards', fromPosition: END, maxCount: 1 } as const;
    for await (const { event } of client.readAll(allBackwards)) ofAll.push(event?.type ?? '');

    expect(ofStream).toEqual(['event-2', 'event-1']);
    expect(ofAll).toEqual(['event-2']);
  });

  it('carry system events in $all, among them the metadata of streams', async () => {
    await client.appendToStream('stream', batch(1));
    await client.deleteStream('stream');

    const system: [string, string][] = [];
    for await (const { event } of client.readAll()) {
      if (event?.type.startsWith('$')) system.push([event.streamId, event.type]);
    }

    expect(system).toContainEqual(['$$stream', '$metadata']);
    expect(system.length).toBeGreaterThan(1);
  });
});

describe('subscriptions to the EventStoreDB fixture', () => {
  it('exclude the position or the revision they start from', async () => {
    await client.appendToStream('stream', batch(3));
    const first = (await domainEvents())[0]?.position;
    if (!first) throw new Error('nothing was read');

    expect(await take(client.subscribeToAll({ fromPosition: first }), 2)).toEqual(['event-1', 'event-2']);
    expect(await take(client.subscribeToStream('stream', { fromRevision: 0n }), 2)).toEqual(['event-1', 'event-2']);
  });

  it('may start in the middle of an append', async () => {
    await client.appendToStream('stream', batch(10));
    const middle = (await domainEvents())[4]?.position;
    if (!middle) throw new Error('nothing was read');

    expect(await take(client.subscribeToAll({ fromPosition: middle }), 5)).toEqual(types(10).slice(5));
  });

  it('omit system events with excludeSystemEvents, and continue with live events', async () => {
    await client.appendToStream('stream', batch(1, 'old'));
    await client.deleteStream('stream');
    const subscription = client.subscribeToAll({ filter: excludeSystemEvents() });
    const taken = take(subscription, 3);
    await once(subscription, 'confirmation');
    await client.appendToStream('other', batch(2, 'new'));

    expect(await taken).toEqual(['old-0', 'new-0', 'new-1']);
  });

  it('to a stream that does not exist yet wait for it', async () => {
    const subscription = client.subscribeToStream('later');
    const taken = take(subscription, 1);
    await once(subscription, 'confirmation');
    await client.appendToStream('later', batch(1));

    expect(await taken).toEqual(['event-0']);
  });

  it('send checkpoints about every window times interval, even when nothing matches', async () => {
    await client.appendToStream('stream', batch(100));
    const checkpoints: Position[] = [];
    const filter = eventTypeFilter({
      prefixes: ['wanted'],
      maxSearchWindow: 10,
      checkpointInterval: 2,
      checkpointReached: (_, position) => void checkpoints.push(position),
    });
    const taken = take(client.subscribeToAll({ filter }), 1);
    await client.appendToStream('stream', batch(1, 'wanted'));

    expect(await taken).toEqual(['wanted-0']);
    expect(checkpoints).toHaveLength(5);
  });

  it('send checkpoints with prepare 0 while catching up; resuming from any gives no gap and no duplicate', async () => {
    await client.appendToStream('stream', batch(260));
    const places: Position[] = [];
    const seen: string[] = [];
    const before: string[][] = [];
    const filter = excludeSystemEvents({
      maxSearchWindow: 10,
      checkpointReached: (_, position) => {
        places.push(position);
        before.push([...seen]);
      },
    });
    for await (const { event } of client.subscribeToAll({ filter }, { highWaterMark: 1 })) {
      seen.push(event?.type ?? '');
      if (seen.length === 260) break;
    }

    expect(places.length).toBeGreaterThanOrEqual(25);
    for (const { prepare } of places) expect(prepare).toBe(0n);
    const all = await domainEvents();
    for (const [index, place] of places.entries()) {
      const rest = all.filter(({ position }) => position.commit >= place.commit).map(({ type }) => type);
      expect(
        await take(client.subscribeToAll({ fromPosition: place, filter: excludeSystemEvents() }), rest.length),
      ).toEqual(rest);
      // Events delivered before the checkpoint are not delivered again after it.
      expect(rest.filter((type) => before[index]?.includes(type))).toEqual([]);
    }
  });

  it('send checkpoints at the position of an event once live', async () => {
    const filter = excludeSystemEvents({
      maxSearchWindow: 1,
      checkpointReached: (_, position) => void checkpoints.push(position),
    });
    const checkpoints: Position[] = [];
    const subscription = client.subscribeToAll({ filter, fromPosition: END });
    const taken = take(subscription, 3);
    await once(subscription, 'confirmation');
    await client.appendToStream('stream', batch(3));
    await taken;

    const positions = (await domainEvents()).map(({ position }) => position);
    expect(checkpoints.slice(0, 2)).toEqual(positions.slice(0, 2));
  });

  it('drop a live subscriber that falls behind; subscribed again from the last event it gets the rest', async () => {
    const subscription = client.subscribeToAll({ filter: excludeSystemEvents(), fromPosition: END });
    const seen: Seen[] = [];
    const thrownOff = new Promise((resolve) => subscription.once('error', resolve));
    await once(subscription, 'confirmation');
    for (let turn = 0; turn < 100; turn += 1) {
      await client.appendToStream('stream', batch(10, `turn-${turn}`, 'x'.repeat(300)));
    }
    // Only now does the subscriber read.
    subscription.on('data', ({ event }) => event && seen.push({ type: event.type, position: event.position }));

    expect(await thrownOff).toMatchObject({
      type: 'timeout',
      code: 10,
      message: expect.stringContaining('Consumer too slow to handle event while live. Client resubscription required.'),
    });
    expect(seen.length).toBeGreaterThanOrEqual(32);
    expect(seen.length).toBeLessThan(1_000);
    const last = seen.at(-1)?.position;
    if (!last) throw new Error('nothing was seen');
    const rest = await take(
      client.subscribeToAll({ filter: excludeSystemEvents(), fromPosition: last }),
      1_000 - seen.length,
    );
    expect([...seen.map(({ type }) => type), ...rest]).toEqual((await domainEvents()).map(({ type }) => type));
  });

  it('let a subscriber pause while it catches up', async () => {
    for (let turn = 0; turn < 20; turn += 1) await client.appendToStream('stream', batch(250, `turn-${turn}`));
    const subscription = client.subscribeToAll({ filter: excludeSystemEvents() });
    let count = 0;
    for await (const _ of subscription) {
      count += 1;
      // biome-ignore lint/plugin: a subscriber that pauses
      if (count % 500 === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      if (count === 5_000) break;
    }

    expect(count).toBe(5_000);
  });

  it('do not drop a subscriber for a large append that it takes at once', async () => {
    const subscription = client.subscribeToAll({ filter: excludeSystemEvents(), fromPosition: END });
    const taken = take(subscription, 500);
    await once(subscription, 'confirmation');
    await client.appendToStream('stream', batch(500, 'event', 'x'.repeat(300)));

    expect(await taken).toEqual(types(500));
  });

  it('to a stream end with stream-deleted when it is tombstoned', async () => {
    await client.appendToStream('stream', batch(1));
    const subscription = client.subscribeToStream('stream');
    subscription.on('data', () => undefined);
    const failed = new Promise((resolve) => subscription.once('error', resolve));
    await once(subscription, 'confirmation');
    await client.tombstoneStream('stream');

    expect(await failed).toMatchObject({ type: 'stream-deleted', streamName: 'stream' });
  });
});

it('names of streams and types travel unchanged', async () => {
  const type = `größer-${randomUUID()}`;
  await client.appendToStream('straße-日本', jsonEvent({ type, data: { text: 'ä日' }, metadata: { by: 'ö' } }));

  for await (const { event } of client.readStream('straße-日本')) {
    expect(event).toMatchObject({ streamId: 'straße-日本', type, data: { text: 'ä日' }, metadata: { by: 'ö' } });
  }
});
