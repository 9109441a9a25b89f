import { once } from 'node:events';
import {
  type AllStreamSubscription,
  END,
  EventStoreDBClient,
  eventTypeFilter,
  excludeSystemEvents,
  jsonEvent,
  type Position,
} from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventStoreServer, startEventStoreServer } from './server.ts';

let server: EventStoreServer;
let client: EventStoreDBClient;

beforeEach(async () => {
  server = await startEventStoreServer();
  client = EventStoreDBClient.connectionString(server.uri);
});

afterEach(async () => {
  await client.dispose();
  await server.kill();
});

const batch = (count: number, prefix = 'event', padding = '') =>
  Array.from({ length: count }, (_, index) => jsonEvent({ type: `${prefix}-${index}`, data: { padding } }));

const types = (count: number, prefix = 'event') => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

type Seen = { readonly type: string; readonly position: Position };

async function readAll(): Promise<Seen[]> {
  const seen: Seen[] = [];
  for await (const { event } of client.readAll()) {
    if (event) seen.push({ type: event.type, position: event.position });
  }
  return seen;
}

const domainEvents = async () => (await readAll()).filter(({ type }) => !type.startsWith('$'));

/** The types of the next `count` events; then ends the subscription. */
async function take(subscription: AllStreamSubscription, count: number): Promise<string[]> {
  const taken: string[] = [];
  for await (const { event } of subscription) {
    taken.push(event?.type ?? '');
    if (taken.length === count) break;
  }
  return taken;
}

describe('subscriptions to the EventStoreDB fixture', () => {
  it('subscriptions to the EventStoreDB fixture omit system events with excludeSystemEvents, and continue with live events', async () => {
    await client.appendToStream('stream', batch(1, 'old'));
    await client.setStreamMetadata('stream', {});
    expect((await readAll()).map(({ type }) => type)).toContain('$metadata');
    const subscription = client.subscribeToAll({ filter: excludeSystemEvents() });
    const taken = take(subscription, 3);
    await once(subscription, 'confirmation');
    await client.appendToStream('other', batch(2, 'new'));

    expect(await taken).toEqual(['old-0', 'new-0', 'new-1']);
  });

  it('subscriptions to the EventStoreDB fixture send checkpoints about every window times interval, even when nothing matches', async () => {
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

  it('subscriptions to the EventStoreDB fixture send checkpoints with prepare 0 while catching up; resuming from any gives no gap and no duplicate', async () => {
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

  it('subscriptions to the EventStoreDB fixture send checkpoints at the position of an event once live', async () => {
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

  it('subscriptions to the EventStoreDB fixture drop a live subscriber that falls behind; subscribed again from the last event it gets the rest', async () => {
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

  it('subscriptions to the EventStoreDB fixture do not drop a subscriber for a large append that it takes at once', async () => {
    const subscription = client.subscribeToAll({ filter: excludeSystemEvents(), fromPosition: END });
    const taken = take(subscription, 500);
    await once(subscription, 'confirmation');
    await client.appendToStream('stream', batch(500, 'event', 'x'.repeat(300)));

    expect(await taken).toEqual(types(500));
  });
});
