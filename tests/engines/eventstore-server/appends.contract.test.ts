import { randomUUID } from 'node:crypto';
import { ANY, type AppendExpectedRevision, EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventStoreServer, startEventStoreServer } from './server.ts';

let server: EventStoreServer;
let client: EventStoreDBClient;

beforeAll(async () => {
  server = await startEventStoreServer();
  client = EventStoreDBClient.connectionString(server.uri);
});

afterAll(async () => {
  await client.dispose();
  await server.stop();
});

const event = (type = 'noted', id = randomUUID()) => jsonEvent({ id, type, data: { text: type } });

const newStream = () => `stream-${randomUUID()}`;

const append = (stream: string, events: ReturnType<typeof event>[], expectedRevision: AppendExpectedRevision) =>
  client.appendToStream(stream, events, { expectedRevision });

async function typesOf(stream: string, ofClient = client): Promise<string[]> {
  const types: string[] = [];
  for await (const { event: recorded } of ofClient.readStream(stream)) types.push(recorded?.type ?? '');
  return types;
}

describe('appends to the EventStoreDB fixture', () => {
  it('throw wrong-expected-version with both versions, an empty message and no code', async () => {
    const stream = newStream();
    await append(stream, [event(), event()], NO_STREAM);

    const refused = await append(stream, [event()], 0n).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      type: 'wrong-expected-version',
      streamName: stream,
      expectedVersion: 0n,
      actualVersion: 1n,
      message: '',
      code: undefined,
    });
    await expect(append(newStream(), [event()], 4n)).rejects.toMatchObject({
      type: 'wrong-expected-version',
      expectedVersion: 4n,
      actualVersion: 'no_stream',
    });
    await expect(append(stream, [event()], 7n)).rejects.toMatchObject({ actualVersion: 1n });
  });

  it('ignore throwOnAppendFailure per call, and as a connection option answer with a wrong next revision', async () => {
    const stream = newStream();
    await append(stream, [event(), event(), event()], NO_STREAM);

    const perCall = { expectedRevision: NO_STREAM, throwOnAppendFailure: false } as const;
    await expect(client.appendToStream(stream, event(), perCall)).rejects.toMatchObject({
      type: 'wrong-expected-version',
    });

    const lenient = EventStoreDBClient.connectionString(`${server.uri}&throwOnAppendFailure=false`);
    const answer = await lenient.appendToStream(stream, event(), { expectedRevision: NO_STREAM });
    await lenient.dispose();
    expect(answer).toMatchObject({ success: false, nextExpectedRevision: 1n });
  });

  it.each<[string, AppendExpectedRevision]>([
    ['a revision', 0n],
    ['NO_STREAM', NO_STREAM],
    ['ANY', ANY],
  ])('repeated with the same ids and %s expected give the first answer and write nothing', async (_, expected) => {
    const stream = newStream();
    if (expected !== NO_STREAM) await append(stream, [event('before')], NO_STREAM);
    const batch = [event('a'), event('b')];
    const first = await append(stream, batch, expected);
    await append(stream, [event('later')], first.nextExpectedRevision);

    const repeated = await append(stream, batch, expected);

    expect(repeated).toEqual(first);
    const before = expected === NO_STREAM ? [] : ['before'];
    expect(await typesOf(stream)).toEqual([...before, 'a', 'b', 'later']);
  });

  it('write the same id again at the current revision', async () => {
    const stream = newStream();
    const b = event('b');
    await append(stream, [event('a')], NO_STREAM);
    await append(stream, [b], 0n);

    await append(stream, [b], 1n);

    expect(await typesOf(stream)).toEqual(['a', 'b', 'b']);
  });

  it('refuse a batch that mixes stored and new ids', async () => {
    const stream = newStream();
    const stored = event('stored');
    await append(stream, [stored], NO_STREAM);

    await expect(append(stream, [stored, event('new')], NO_STREAM)).rejects.toMatchObject({
      type: 'wrong-expected-version',
    });
    await expect(append(stream, [stored, event('new')], ANY)).rejects.toMatchObject({ type: 'wrong-expected-version' });
    expect(await typesOf(stream)).toEqual(['stored']);
  });

  it('give 100 events consecutive revisions and answer with the last revision and position', async () => {
    const stream = newStream();
    const batch = Array.from({ length: 100 }, (_, index) => event(`event-${index}`));

    const { nextExpectedRevision, position } = await append(stream, batch, NO_STREAM);

    const read = [];
    for await (const { event: recorded } of client.readStream(stream)) read.push(recorded);
    expect(read.map((recorded) => recorded?.revision)).toEqual(batch.map((_, index) => BigInt(index)));
    expect(nextExpectedRevision).toBe(99n);
    expect(position).toEqual(read.at(-1)?.position);
  });

  it('without events succeed and write nothing', async () => {
    const stream = newStream();
    await append(stream, [event('only')], NO_STREAM);

    expect(await append(stream, [], 0n)).toMatchObject({ success: true });

    expect(await typesOf(stream)).toEqual(['only']);
  });

  it('of more than 1,048,576 bytes throw maximum-append-size-exceeded', async () => {
    const stream = newStream();
    const large = (characters: number) => jsonEvent({ type: 'large', data: 'x'.repeat(characters) });

    await expect(client.appendToStream(stream, large(1_048_576))).rejects.toMatchObject({
      type: 'maximum-append-size-exceeded',
      maxAppendSize: 1_048_576,
    });
    await expect(client.appendToStream(stream, large(1_048_000))).resolves.toMatchObject({ success: true });
  });

  it('to a soft-deleted stream succeed with NO_STREAM and continue its revisions', async () => {
    const stream = newStream();
    await append(stream, [event('0'), event('1'), event('2')], NO_STREAM);
    await client.deleteStream(stream, { expectedRevision: 2n });
    await expect(typesOf(stream)).rejects.toMatchObject({ type: 'stream-not-found' });

    const { nextExpectedRevision } = await append(stream, [event('3')], NO_STREAM);

    expect(nextExpectedRevision).toBe(3n);
    expect(await typesOf(stream)).toEqual(['3']);
  });

  it('to a tombstoned stream throw stream-deleted, and so do reads', async () => {
    const stream = newStream();
    await append(stream, [event()], NO_STREAM);
    await client.tombstoneStream(stream);

    const deleted = { type: 'stream-deleted', streamName: stream };
    await expect(append(stream, [event()], ANY)).rejects.toMatchObject(deleted);
    await expect(typesOf(stream)).rejects.toMatchObject(deleted);
  });

  it('by many writers with exact revisions on one stream all succeed, without gap or duplicate', async () => {
    const stream = newStream();
    const writers = 16;
    const appendsEach = 5;

    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let turn = 0; turn < appendsEach; turn += 1) await appendWhateverIsThere(stream, `${writer}/${turn}`);
      }),
    );

    const types = await typesOf(stream);
    expect(types).toHaveLength(writers * appendsEach);
    expect(new Set(types).size).toBe(writers * appendsEach);
  });

  it('through the older call of the protocol behave the same', async () => {
    const stream = newStream();
    const next = event('b');
    await append(stream, [event('a')], NO_STREAM);
    // The client uses it when the server does not offer the newer one.
    const older = EventStoreDBClient.connectionString(server.uri);
    Object.defineProperty(older, 'supports', { value: async () => false });

    const first = await older.appendToStream(stream, next, { expectedRevision: 0n });
    expect(await older.appendToStream(stream, next, { expectedRevision: 0n })).toEqual(first);
    await expect(older.appendToStream(stream, event(), { expectedRevision: 0n })).rejects.toMatchObject({
      type: 'wrong-expected-version',
      actualVersion: 1n,
    });
    await older.dispose();
    expect(await typesOf(stream)).toEqual(['a', 'b']);
  });
});

async function appendWhateverIsThere(stream: string, type: string): Promise<void> {
  let expected: AppendExpectedRevision = NO_STREAM;
  for (;;) {
    try {
      await append(stream, [event(type)], expected);
      return;
    } catch (error) {
      expected = (error as { actualVersion: bigint }).actualVersion;
    }
  }
}
