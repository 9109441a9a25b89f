import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startEventStoreProcess } from './server-process.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'eventstore-fixture-'));
  file = join(folder, 'log.jsonl');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const serve = async () => {
  const server = await startEventStoreProcess({ file });
  const client = EventStoreDBClient.connectionString(server.uri);
  const kill = async () => {
    server.signal('SIGKILL');
    await server.exited;
  };
  onTestFinished(async () => {
    await client.dispose();
    await kill();
  });
  return { client, kill };
};

const append = (client: EventStoreDBClient, stream: string) =>
  client.appendToStream(stream, jsonEvent({ id: randomUUID(), type: 'noted', data: {} }), {
    expectedRevision: NO_STREAM,
  });

const streamsOf = async (client: EventStoreDBClient) => {
  const streams = new Set<string>();
  for await (const { event } of client.readAll()) if (event && !event.type.startsWith('$')) streams.add(event.streamId);
  return streams;
};

describe('a kill of the EventStoreDB fixture', () => {
  it('a kill of the EventStoreDB fixture loses no answered append under 32 appenders', async () => {
    const { client, kill } = await serve();
    const answered: string[] = [];
    const appenders = Array.from({ length: 32 }, async (_, appender) => {
      for (let turn = 0; ; turn += 1) {
        const stream = `stream-${appender}-${turn}`;
        const isAnswered = await append(client, stream).then(
          () => true,
          () => false,
        );
        if (!isAnswered) return;
        answered.push(stream);
        if (answered.length === 200) void kill();
      }
    });
    await Promise.all(appenders);
    await kill();

    const stored = await streamsOf((await serve()).client);
    expect(answered.length).toBeGreaterThanOrEqual(200);
    expect(answered.filter((stream) => !stored.has(stream))).toEqual([]);
  });

  it('a kill of the EventStoreDB fixture that cuts a write short leaves the writes before it', async () => {
    const { client, kill } = await serve();
    await append(client, 'whole');
    await kill();
    appendFileSync(file, '[{"id":"half');

    const { client: again } = await serve();
    await append(again, 'next');
    expect([...(await streamsOf(again))]).toEqual(['whole', 'next']);
  });
});
