import { randomUUID } from 'node:crypto';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FollowingClient } from '../support/following-client.ts';
import { mayaAndTom } from '../support/maya-and-tom.ts';
import { type KillableEngine, killableEventStore, killableMongo } from '../support/processes/killable-engines.ts';
import { readinessOf } from '../support/processes/readiness.ts';
import { type Client, type Product, startProduct } from '../support/product.ts';

let events: KillableEngine;
let documents: KillableEngine;
let product: Product;
let maya: Client;
let tom: Client;
let groupId: string;
let toms: FollowingClient;

beforeAll(async () => {
  [events, documents] = await Promise.all([killableEventStore(), killableMongo()]);
  product = await startProduct({ EVENTSTORE_URI: events.uri, MONGODB_URI: documents.uri, KAFKA_BROKERS: '' });
  await until(isReady);
  ({ maya, tom, groupId } = await mayaAndTom(product));
  toms = await FollowingClient.connect(product, tom.token);
});

/** Runs even after a test that failed halfway. */
const away = new Map<KillableEngine, (engine: KillableEngine) => Promise<void> | void>();
afterEach(async () => {
  for (const [engine, giveBack] of away) await giveBack(engine);
  away.clear();
});

afterAll(async () => {
  toms?.close();
  await product?.stop();
  await Promise.all([events?.remove(), documents?.remove()]);
});

const isReady = async (): Promise<boolean> => (await readinessOf(product)).ready;

/** A client's timeout in milliseconds, within which every call must be answered. */
const PATIENCE = 15_000;
const answered = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    // biome-ignore lint/plugin: a limit, which nothing waits for that is answered
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer in time')), PATIENCE)),
  ]);

const say = (content: string, key: string) =>
  answered(maya.call('sendMessage', { body: { groupId, content }, headers: { 'idempotency-key': key } }));

/** Repeats the same command until it is answered for good, like a browser. */
const sayUntilTaken = async (content: string, key: string): Promise<void> => {
  await until(async () => (await say(content, key)).status < 300);
};

const chat = async (): Promise<string[]> => {
  const { messages } = await tom.must('messages', { params: { groupId }, query: { limit: '200' } });
  return messages.filter(({ isEvent }) => !isEvent).map(({ content }) => content);
};
const heard = (): unknown[] =>
  toms
    .named('newMessage')
    .filter(({ isEvent }) => isEvent !== true)
    .map(({ content }) => content);

/** Every acknowledged message is there once, for readers and for listeners. */
const nothingIsLost = async (): Promise<void> => {
  await until(isReady);
  await until(async () => {
    const { status } = await tom.call('messages', { params: { groupId } });
    return status === 200;
  });
  const stored = await chat();
  await toms.until(() => heard().length >= stored.length, 'every message on the socket');
  expect(heard()).toEqual(stored);
  expect(new Set(stored).size).toBe(stored.length);
  expect(stored.filter((content) => acknowledged.has(content))).toHaveLength(acknowledged.size);
};
const acknowledged = new Set<string>();

const outages: [
  string,
  (engine: KillableEngine) => Promise<void> | void,
  (engine: KillableEngine) => Promise<void> | void,
][] = [
  ['is killed and started again', (engine) => engine.kill(), (engine) => engine.start()],
  ['hangs for a while', (engine) => engine.pause(), (engine) => engine.resume()],
];

describe.each(outages)('an event log that %s', (how, takeAway, giveBack) => {
  it(`an event log that ${how} makes commands answer 503 with a retry time, loses and duplicates nothing, and recovers`, async () => {
    const before = `before the log ${how}`;
    const during = `while the log ${how}`;
    const key = randomUUID();
    await sayUntilTaken(before, randomUUID());
    acknowledged.add(before);

    away.set(events, giveBack);
    await takeAway(events);
    const refused = await say(during, key);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const { ready, parts } = await readinessOf(product);
    expect(ready).toBe(false);
    expect(parts.eventLog).toBe('out of reach');
    // Queries do not need the log.
    expect((await answered(tom.call('messages', { params: { groupId } }))).status).toBe(200);
    expect(toms.socket.connected).toBe(true);

    await giveBack(events);
    away.delete(events);
    await sayUntilTaken(during, key);
    acknowledged.add(during);
    await sayUntilTaken(`after the log ${how}`, randomUUID());
    acknowledged.add(`after the log ${how}`);
    await nothingIsLost();
  });
});

describe.each(outages)('read models, keys and files whose server %s', (how, takeAway, giveBack) => {
  it(`read models, keys and files whose server ${how} make queries answer 503 with a retry time, lose and duplicate nothing, and recover`, async () => {
    const during = `while the documents' server ${how}`;
    const key = randomUUID();
    await sayUntilTaken(`before the documents' server ${how}`, randomUUID());
    acknowledged.add(`before the documents' server ${how}`);

    away.set(documents, giveBack);
    await takeAway(documents);
    const refused = await answered(tom.call('messages', { params: { groupId } }));
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // A command needs no read models; one that writes with a key is refused like a query.
    const sent = await say(during, key);
    expect([201, 200, 503]).toContain(sent.status);
    const { ready, parts } = await readinessOf(product);
    expect(ready).toBe(false);
    expect(parts.readModels).toBe('out of reach');
    expect(parts.keys).not.toBe(true);
    expect(parts.files).not.toBe(true);
    expect(parts.eventLog).toBe(true);

    await giveBack(documents);
    away.delete(documents);
    await sayUntilTaken(during, key);
    acknowledged.add(during);
    await nothingIsLost();
  });
});

describe('after all these faults', () => {
  it('process managers catch up after the faults of all engines', async () => {
    const body = { name: 'Regatta', date: '2030-05-14', time: '9:30', duration: 90, groupId, timeZone: 'UTC' };
    await maya.must('createEvent', { body });
    await toms.until(() => toms.named('newMessage').some(({ isEvent }) => isEvent === true), 'the card of the event');
  });
});
