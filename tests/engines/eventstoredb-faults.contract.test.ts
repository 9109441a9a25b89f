import { randomUUID } from 'node:crypto';
// biome-ignore lint/plugin: handlers that are slower than the log
import { setTimeout as pause } from 'node:timers/promises';
import { binaryEvent, EventStoreDBClient } from '@eventstore/db-client';
import { EventStoreDbEventLog } from '@quorum/infra/adapters/event-log/eventstoredb/eventstoredb-event-log.ts';
import { copyEvents } from '@quorum/infra/processes/support/copy-stores.ts';
import { type EventToAppend, LogUnavailableError, type RecordedEvent } from '@quorum/service-kit/ports/event-log.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventStoreServer, startEventStoreServer } from './eventstore-server/server.ts';

const event = (): EventToAppend => ({ id: randomUUID(), type: 'Happened', data: '{}', metadata: '{}' });

describe('the EventStoreDB event log when the server fails', () => {
  let server: EventStoreServer;
  let log: EventStoreDbEventLog;

  beforeEach(async () => {
    server = await startEventStoreServer();
    log = new EventStoreDbEventLog({ uri: server.uri });
  });
  afterEach(async () => {
    await log.close();
    await server.kill();
  });

  /** An operator's actions on the server. */
  const withClient = async (work: (client: EventStoreDBClient) => Promise<unknown>): Promise<void> => {
    const client = EventStoreDBClient.connectionString(server.uri);
    await work(client);
    await client.dispose();
  };

  const follow = (after = '', slow = 0) => {
    const seen: RecordedEvent[] = [];
    const errors: unknown[] = [];
    const subscription = log.follow(
      after,
      async (events) => {
        if (slow > 0) await pause(slow);
        seen.push(...events);
      },
      { batchSize: 20, onError: (error) => errors.push(error) },
    );
    return { seen, errors, stop: () => subscription.stop() };
  };

  it.each(['none', 0] as const)(
    'the EventStoreDB event log stores an append once when its answer was lost, expecting %s',
    async (expected) => {
      if (expected === 0) await log.append('s', [event()], 'none');
      server.faults.failAppend('store-then-drop');
      const events = [event(), event()];
      const revision = expected === 0 ? 2 : 1;
      expect(await log.append('s', events, expected)).toMatchObject({ ok: true, revision });
      expect(await log.read('s')).toHaveLength(revision + 1);
    },
  );

  it('the EventStoreDB event log finds its events after a lost answer even if others have appended since', async () => {
    server.faults.failAppend('store-then-drop');
    const other = new EventStoreDbEventLog({ uri: server.uri });
    const mine = log.append('s', [event()], 'none');
    await until(async () => (await other.append('s', [event()], 0)).ok);
    expect(await mine).toMatchObject({ ok: true, revision: 0 });
    await other.close();
  });

  it.each(['none', 0] as const)(
    'the EventStoreDB event log repeats a decision that was lost before it was stored, expecting %s',
    async (expected) => {
      if (expected === 0) await log.append('s', [event()], 'none');
      const events = [event()];
      server.faults.failAppend('drop-before-storing');
      expect(await log.append('s', events, expected)).toEqual({ ok: false, actual: expected });
      expect(await log.append('s', events, expected)).toMatchObject({ ok: true, revision: expected === 0 ? 1 : 0 });
    },
  );

  it('the EventStoreDB event log refuses an append that is larger than the server accepts', async () => {
    const tooLarge = { ...event(), data: JSON.stringify('x'.repeat(1_100_000)) };
    await expect(log.append('s', [tooLarge], 'none')).rejects.toMatchObject({ reason: 'too-large' });
  });

  it('the EventStoreDB event log refuses to read or continue a stream that was deleted on the server', async () => {
    await log.append('s', [event()], 'none');
    await withClient((client) => client.tombstoneStream('s'));
    await expect(log.append('s', [event()], 0)).rejects.toMatchObject({ reason: 'deleted' });
    await expect(log.read('s')).rejects.toMatchObject({ reason: 'deleted' });
  });

  it('the EventStoreDB event log does not confirm an event whose stream was deleted on the server (AUDIT-04)', async () => {
    await log.append('s', [event(), event()], 'none');
    const last = await log.head();
    expect(await log.isIntact(last)).toBe(true);
    await withClient((client) => client.tombstoneStream('s'));
    expect(await log.isIntact(last)).toBe(false);
  });

  it('the EventStoreDB event log refuses to read a stream whose first events were removed on the server, and names them (AUDIT-04)', async () => {
    await log.append('s', [event(), event(), event()], 'none');
    await withClient((client) => client.setStreamMetadata('s', { truncateBefore: 2 }));
    await expect(log.read('s')).rejects.toMatchObject({ reason: 'truncated' });
    expect(await log.read('s', 2)).toHaveLength(1);
  });

  it('the EventStoreDB event log gives up an append that is never answered, and repeating it has one effect', async () => {
    const impatient = new EventStoreDbEventLog({ uri: server.uri, timeout: 300 });
    server.faults.failAppend('store-without-answer');
    const events = [event()];
    await expect(impatient.append('s', events, 'none')).rejects.toThrow(LogUnavailableError);
    expect(await impatient.append('s', events, 'none')).toMatchObject({ ok: true, revision: 0 });
    expect(await log.read('s')).toHaveLength(1);
    await impatient.close();
  });

  it('the EventStoreDB event log rejects while the server is away, and works again when it is back', async () => {
    const impatient = new EventStoreDbEventLog({ uri: server.uri, timeout: 300 });
    await log.append('s', [event()], 'none');
    const { port } = server;
    await server.kill();
    await expect(impatient.append('s', [event()], 0)).rejects.toThrow(LogUnavailableError);
    await expect(impatient.read('s')).rejects.toThrow(LogUnavailableError);
    await expect(impatient.ping()).rejects.toThrow(LogUnavailableError);
    server = await startEventStoreServer({ port });
    // An append that was lost on the way is decided on again.
    const isStored = async (): Promise<boolean> => (await impatient.append('t', [event()], 'none')).ok;
    await until(isStored);
    await impatient.close();
  });

  it('the EventStoreDB event log completes a copy although the server goes away for a moment', async () => {
    const [from, to] = ['from-', 'to-'].map((prefix) => new EventStoreDbEventLog({ uri: server.uri, prefix })) as [
      EventStoreDbEventLog,
      EventStoreDbEventLog,
    ];
    await from.append('s', [event(), event()], 'none');
    server.faults.failAppend('drop-before-storing');
    expect(await copyEvents({ from, to, pipelined: false, onProgress: () => {} })).toBe(2);
    expect(await to.read('s')).toHaveLength(2);
    await from.close();
    await to.close();
  });

  it('the EventStoreDB event log waits for a server that is not ready yet', async () => {
    server.faults.ready = false;
    setTimeout(() => {
      server.faults.ready = true;
    }, 300);
    expect(await log.read('s')).toEqual([]);
  });

  it('the EventStoreDB event log delivers every event once although the connection breaks again and again', async () => {
    const follower = follow();
    const ids: string[] = [];
    for (let n = 0; n < 60; n++) {
      const one = event();
      ids.push(one.id);
      // One that was lost with the connection is decided on again.
      while (!(await log.append(`s-${n}`, [one], 'none')).ok);
      if (n % 20 === 10) server.dropConnections();
    }
    await until(() => follower.seen.length >= 60);
    await follower.stop();
    expect(follower.seen.map(({ id }) => id)).toEqual(ids);
    expect(follower.errors.length).toBeGreaterThan(0);
  });

  it('the EventStoreDB event log loses nothing with a handler slower than the log', async () => {
    const follower = follow('', 20);
    const ids = Array.from({ length: 40 }, (_, batch) => Array.from({ length: 10 }, () => `${batch}`));
    for (const [n, batch] of ids.entries()) await log.append(`s-${n}`, batch.map(event), 'none');
    await until(() => follower.seen.length >= 400);
    await follower.stop();
    expect(new Set(follower.seen.map(({ id }) => id)).size).toBe(400);
    expect(follower.seen).toHaveLength(400);
  });

  it("the EventStoreDB event log loses nothing if the handler's buffer overflows", async () => {
    const small = new EventStoreDbEventLog({ uri: server.uri, queueLimit: 30 });
    for (let n = 0; n < 20; n++) await log.append(`s-${n}`, Array.from({ length: 10 }, event), 'none');
    const ids: string[] = [];
    const subscription = small.follow(
      '',
      async (events) => {
        await pause(20);
        ids.push(...events.map(({ id }) => id));
      },
      { batchSize: 10 },
    );
    await until(() => ids.length >= 200);
    await small.close();
    await subscription.stop();
    expect(ids).toEqual((await log.readAll('', 1_000)).map(({ id }) => id));
  });

  it('the EventStoreDB event log names an event that is missing or was altered (AUDIT-04)', async () => {
    await log.append('s', [event(), event()], 'none');
    const forged = binaryEvent({ type: 'Forged', data: Buffer.from('{}'), metadata: { $hash: 'made up' } });
    await withClient((client) => client.appendToStream('s', forged));
    await log.append('s', [event()], 2);
    const faults = [];
    for await (const fault of log.verify()) faults.push(fault);
    expect(faults).toMatchObject([{ stream: 's', revision: 2, reason: 'altered' }]);
  });

  it('the EventStoreDB event log warns that credentials are dropped without TLS', () => {
    const warnings: string[] = [];
    const uri = server.uri.replace('esdb://', 'esdb://admin:changeit@');
    const withUser = new EventStoreDbEventLog({ uri, onWarning: (line) => warnings.push(line) });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).not.toContain('changeit');
    return withUser.close();
  });
});
