import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, excludeSystemEvents, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type EventStoreServerOptions, startEventStoreServer } from './server.ts';
import { startEventStoreProcess } from './server-process.ts';

// Starting a process takes a while on a busy machine.
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'eventstore-fixture-'));
  file = join(folder, 'log.jsonl');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function serve(options: EventStoreServerOptions = {}) {
  const server = await startEventStoreServer(options);
  onTestFinished(() => server.stop());
  return server;
}

async function serveProcess(options: Parameters<typeof startEventStoreProcess>[0] = {}) {
  const server = await startEventStoreProcess(options);
  onTestFinished(async () => {
    server.signal('SIGKILL');
    await server.exited;
  });
  return server;
}

function connect(uri: string) {
  const client = EventStoreDBClient.connectionString(uri);
  onTestFinished(() => client.dispose());
  return client;
}

const event = (type = 'noted') => jsonEvent({ id: randomUUID(), type, data: { text: type } });

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as Error & { type?: string; code?: number },
  );

/** Retries until a starting server accepts it; fails on anything but its two ways of not being ready. */
async function appendWhenReady(client: EventStoreDBClient, stream: string, type: string): Promise<void> {
  const others: unknown[] = [];
  await until(async () => {
    const error = await errorOf(client.appendToStream(stream, event(type)));
    if (error && error.code !== 14 && !error.message.includes('Server Is Not Ready')) others.push(error);
    return error === undefined || others.length > 0;
  });
  expect(others).toEqual([]);
}

async function typesOf(client: EventStoreDBClient, stream: string): Promise<string[]> {
  const types: string[] = [];
  for await (const { event: recorded } of client.readStream(stream)) types.push(recorded?.type ?? '');
  return types;
}

describe('a kill of the EventStoreDB fixture', () => {
  it('fails appends in flight with unavailable, and new ones with a plain error of code 14 without a type', async () => {
    const server = await serve();
    const client = connect(server.uri);
    await client.appendToStream('warm', event());
    server.faults.failAppends('store-without-answer', 32);
    const inFlight = Array.from({ length: 32 }, () => errorOf(client.appendToStream('stream', event())));
    await until(async () => (await typesOf(client, 'stream')).length === 32);
    await server.kill();

    for (const error of await Promise.all(inFlight)) expect(error).toMatchObject({ type: 'unavailable', code: 14 });
    const later = await errorOf(client.appendToStream('stream', event()));
    expect(later).toMatchObject({ code: 14, message: expect.stringContaining('ECONNREFUSED') });
    expect(later).not.toHaveProperty('type');
  });

  it('loses no answered append under 32 appenders', async () => {
    const server = await serveProcess({ file });
    const client = connect(server.uri);
    const answered: string[] = [];
    const appenders = Array.from({ length: 32 }, async (_, appender) => {
      for (let turn = 0; ; turn += 1) {
        const stream = `stream-${appender}-${turn}`;
        if (await errorOf(client.appendToStream(stream, event(), { expectedRevision: NO_STREAM }))) return;
        answered.push(stream);
        if (answered.length === 200) server.signal('SIGKILL');
      }
    });
    await Promise.all(appenders);
    await server.exited;

    const again = connect((await serveProcess({ file })).uri);
    const stored = new Set<string>();
    for await (const { event: recorded } of again.readAll()) if (recorded) stored.add(recorded.streamId);
    expect(answered.length).toBeGreaterThanOrEqual(200);
    expect(answered.filter((stream) => !stored.has(stream))).toEqual([]);
  });

  it('lets the same client append again after a restart, while its subscription has ended', async () => {
    const server = await serve({ file });
    const client = connect(server.uri);
    await client.appendToStream('stream', event('before'));
    const subscription = client.subscribeToAll({ filter: excludeSystemEvents() });
    const seen: string[] = [];
    subscription.on('data', ({ event: recorded }) => seen.push(recorded?.type ?? ''));
    const failed = new Promise((resolve) => subscription.once('error', resolve));
    await once(subscription, 'confirmation');
    await server.kill();

    expect(await failed).toMatchObject({ type: 'unavailable', code: 14 });
    await serve({ file, port: server.port });
    await appendWhenReady(client, 'stream', 'after');
    expect(await typesOf(client, 'stream')).toEqual(['before', 'after']);
    expect(seen).toEqual(['before']);
  });

  it('that cuts a write short leaves the writes before it', async () => {
    const server = await serve({ file });
    await connect(server.uri).appendToStream('stream', event('whole'));
    await server.kill();
    appendFileSync(file, '[{"id":"half');

    const client = connect((await serve({ file })).uri);
    await client.appendToStream('stream', event('next'), { expectedRevision: 0n });
    expect(await typesOf(client, 'stream')).toEqual(['whole', 'next']);
  });

  it('keeps the effect of deletions', async () => {
    const server = await serve({ file });
    const client = connect(server.uri);
    for (const stream of ['soft', 'hard']) await client.appendToStream(stream, [event('0'), event('1')]);
    await client.deleteStream('soft');
    await client.tombstoneStream('hard');
    await server.kill();

    const again = connect((await serve({ file })).uri);
    await expect(typesOf(again, 'soft')).rejects.toMatchObject({ type: 'stream-not-found' });
    await expect(typesOf(again, 'hard')).rejects.toMatchObject({ type: 'stream-deleted' });
    const { nextExpectedRevision } = await again.appendToStream('soft', event('2'), { expectedRevision: NO_STREAM });
    expect(nextExpectedRevision).toBe(2n);
  });
});

describe('a start of the EventStoreDB fixture', () => {
  it('answers appends with an unknown error without code until it is ready', async () => {
    const server = await serve({ ready: false });
    const client = connect(server.uri);

    const error = await errorOf(client.appendToStream('stream', event('first')));
    expect(error).toMatchObject({ type: 'unknown', code: undefined });
    expect(error?.message).toContain('Server Is Not Ready');
    await expect(typesOf(client, 'stream')).rejects.toThrow('Server Is Not Ready');

    server.faults.setReady(true);
    await client.appendToStream('stream', event('second'));
    expect(await typesOf(client, 'stream')).toEqual(['second']);
  });

  it('becomes ready by itself as a process', async () => {
    const client = connect((await serveProcess({ notReadyMs: 300 })).uri);

    await appendWhenReady(client, 'stream', 'at last');

    expect(await typesOf(client, 'stream')).toEqual(['at last']);
  });
});

describe('a stop of the EventStoreDB fixture', () => {
  it('by SIGTERM lets appends on open connections continue, then exits with 0', async () => {
    const server = await serveProcess();
    const client = connect(server.uri);
    await client.appendToStream('stream', event());
    server.signal('SIGTERM');

    await client.appendToStream('stream', event());
    await client.appendToStream('stream', event());

    expect(await server.exited).toBe(0);
  });

  it('for a while (SIGSTOP) makes appends hang past their deadline, then succeed', async () => {
    const server = await serveProcess();
    const client = connect(server.uri);
    await client.appendToStream('stream', event('before'));
    server.signal('SIGSTOP');
    let settled = 0;
    const appends = Array.from({ length: 5 }, (_, index) =>
      client.appendToStream('stream', event(`during-${index}`), { deadline: 50 }).finally(() => {
        settled += 1;
      }),
    );
    // biome-ignore lint/plugin: the deadline of the appends passes, several times over
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(settled).toBe(0);
    server.signal('SIGCONT');
    await Promise.all(appends);

    expect(await typesOf(client, 'stream')).toEqual(['before', ...appends.map((_, index) => `during-${index}`)]);
  });

  it("for long makes the client's keep-alive drop the connection with unavailable", async () => {
    const server = await serve();
    const client = connect(`${server.uri}&keepAliveInterval=100&keepAliveTimeout=100`);
    await client.appendToStream('stream', event());
    server.pause();

    expect(await errorOf(client.appendToStream('stream', event()))).toMatchObject({ type: 'unavailable', code: 14 });
  });
});

describe('an append to the EventStoreDB fixture whose outcome is unknown', () => {
  it('may be stored; repeated with the same ids and expectation it has one effect', async () => {
    const server = await serve();
    const client = connect(server.uri);
    const unknown = event('unknown');
    server.faults.failAppends('store-then-drop');

    const error = await errorOf(client.appendToStream('stream', unknown, { expectedRevision: NO_STREAM }));
    expect(error).toMatchObject({ type: 'unavailable', code: 14 });

    const { nextExpectedRevision } = await client.appendToStream('stream', unknown, { expectedRevision: NO_STREAM });
    expect(nextExpectedRevision).toBe(0n);
    expect(await typesOf(client, 'stream')).toEqual(['unknown']);
  });

  it('may not be stored, with the same error', async () => {
    const server = await serve();
    const client = connect(server.uri);
    await client.appendToStream('stream', event('first'));
    server.faults.failAppends('drop-before-storing');

    const error = await errorOf(client.appendToStream('stream', event('lost')));
    expect(error).toMatchObject({ type: 'unavailable', code: 14 });
    expect(await typesOf(client, 'stream')).toEqual(['first']);
  });

  it('may never be answered although the connection stands', async () => {
    const server = await serve();
    const client = connect(server.uri);
    // The first appends of a client may overtake one another.
    await client.appendToStream('warm', event());
    server.faults.failAppends('store-without-answer');
    const unanswered = client.appendToStream('stream', event('unanswered'));
    const settled = errorOf(unanswered).then(() => 'settled');

    await client.appendToStream('other', event());
    expect(await Promise.race([settled, Promise.resolve('open')])).toBe('open');
    expect(await typesOf(client, 'stream')).toEqual(['unanswered']);
    server.dropConnections();
    await settled;
  });

  it('affects all clients of the process: an error on one connection fails pending appends of another', async () => {
    const [broken, healthy] = [await serve(), await serve()];
    const [first, second] = [connect(broken.uri), connect(healthy.uri)];
    await first.appendToStream('stream', event());
    healthy.faults.failAppends('store-without-answer');
    const pending = errorOf(second.appendToStream('stream', event('pending')));
    while ((await typesOf(second, 'stream').catch(() => [])).length === 0);
    broken.dropConnections();

    expect(await pending).toMatchObject({ type: 'unavailable', code: 14 });
  });
});

it('a cluster of one is found through gossip', async () => {
  const server = await serve();
  const client = connect(`esdb+discover://127.0.0.1:${server.port}?tls=false`);

  await client.appendToStream('stream', event('found'));

  expect(await typesOf(client, 'stream')).toEqual(['found']);
});
