import { randomUUID } from 'node:crypto';
import { jsonEvent } from '@eventstore/db-client';
import { getChannelzHandlers } from '@grpc/grpc-js';
import { ServerConnection } from '@quorum/infra/adapters/event-log/eventstoredb/eventstoredb-connection.ts';
import { EventStoreDbEventLog } from '@quorum/infra/adapters/event-log/eventstoredb/eventstoredb-event-log.ts';
import { type EventToAppend, LogUnavailableError } from '@quorum/service-kit/ports/event-log.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EventStoreServer, startEventStoreServer } from './eventstore-server/server.ts';

const event = (bytes = 2): EventToAppend => ({
  id: randomUUID(),
  type: 'Happened',
  data: JSON.stringify('x'.repeat(bytes)),
  metadata: '{}',
});

describe('the connections to EventStoreDB of one process', () => {
  const crashes: unknown[] = [];
  const note = (error: unknown): void => void crashes.push(error);
  const opened: { close(): Promise<unknown> }[] = [];
  const started = async (port = 0): Promise<EventStoreServer> => {
    const server = await startEventStoreServer({ port });
    opened.unshift({ close: () => server.kill() });
    return server;
  };
  const logOn = (uri: string, timeout?: number): EventStoreDbEventLog => {
    const log = new EventStoreDbEventLog({ uri, ...(timeout !== undefined && { timeout }) });
    opened.push(log);
    return log;
  };

  beforeEach(() => {
    process.on('uncaughtException', note);
    process.on('unhandledRejection', note);
  });
  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.close();
    process.off('uncaughtException', note);
    process.off('unhandledRejection', note);
    expect(crashes.splice(0).map(String)).toEqual([]);
  });

  it('the connections to EventStoreDB answer the appends of one server no matter what happens to another', async () => {
    const [here, there] = [await started(), await started()];
    const [ours, theirs] = [logOn(here.uri, 3_000), logOn(there.uri)];
    for (const log of [ours, theirs]) await log.append('s', [event()], 'none');
    there.pause();
    const inFlight = theirs.append('t', [event()], 'none');
    here.faults.failAppend('store-without-answer');
    const lost = ours.append('t', [event()], 'none').catch(() => {});
    await until(() => here.faults.left === 0);
    await here.kill();
    there.resume();
    expect(await inFlight).toMatchObject({ ok: true, revision: 0 });
    await lost;
  });

  it('the connections to EventStoreDB survive a server that stops reading and then goes away, with many appends waiting', async () => {
    const server = await started();
    const log = logOn(server.uri, 3_000);
    await log.append('s', [event()], 'none');
    server.pause();
    const appends = Array.from({ length: 500 }, (_, n) => log.append(`s-${n}`, [event(10_000)], 'none'));
    const settled = Promise.allSettled(appends);
    await server.kill();
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
  });

  /** Channels to a server that gRPC keeps. */
  const channelsTo = ({ port }: EventStoreServer): Promise<number> =>
    new Promise((resolve) => {
      const all = { request: { start_channel_id: '0', max_results: '1000000' } };
      getChannelzHandlers().GetTopChannels(all as never, (_, answer) =>
        resolve(answer?.channel?.filter(({ data }) => data?.target?.endsWith(`:${port}`)).length ?? 0),
      );
    });

  /** A connection, and an append over it. */
  const connected = (uri: string) => {
    const connection = new ServerConnection(uri);
    opened.push({ close: () => connection.dispose() });
    const happened = jsonEvent({ type: 'Happened', data: {} });
    return { connection, append: () => connection.append('s', [happened], { expectedRevision: 'any' }) };
  };

  it('the connections to EventStoreDB are closed: each when a silent server made another replace it, and the last one at the end', async () => {
    const server = await started();
    const { connection, append } = connected(server.uri);
    await append();
    expect(await channelsTo(server)).toBe(1);
    server.pause();
    for (let silences = 0; silences < 2; silences++) await expect(append()).rejects.toThrow(LogUnavailableError);
    await until(async () => (await channelsTo(server)) === 0);
    server.resume();
    await append();
    await connection.dispose();
    await until(async () => (await channelsTo(server)) === 0);
    await expect(append()).rejects.toThrow('closed');
  });

  /** Two nodes, of which only the first runs so far. */
  const twoNodes = async () => {
    const [first, { port, kill }] = [await started(), await startEventStoreServer()];
    await kill();
    return {
      first,
      startSecond: () => started(port),
      uri: `esdb://127.0.0.1:${first.port},127.0.0.1:${port}?tls=false`,
    };
  };
  const followed = (log: EventStoreDbEventLog): string[] => {
    const seen: string[] = [];
    log.follow('', async (events) => void seen.push(...events.map(({ stream }) => stream)));
    return seen;
  };

  it('the connections to EventStoreDB move to another leader when theirs accepts everything and answers nothing', async () => {
    const { first, startSecond, uri } = await twoNodes();
    const log = logOn(uri);
    await log.ping();
    const seen = followed(log);
    await startSecond();
    first.pause();
    await until(async () => (await log.append('s', [event()], 'none')).ok, 6_000);
    await until(() => seen.includes('s'), 6_000);
  });

  it('the connections to EventStoreDB move to another leader even if they only follow the log', async () => {
    const { first, startSecond, uri } = await twoNodes();
    const seen = followed(logOn(uri));
    await logOn(first.uri).append('before', [event()], 'none');
    await until(() => seen.includes('before'));
    const second = await startSecond();
    first.pause();
    // The second node has its own log, which must be longer than what the follower has seen.
    const writer = logOn(second.uri);
    for (let n = 0; n < 3; n++) await writer.append(`after-${n}`, [event(1_000)], 'none');
    await until(() => seen.includes('after-2'), 15_000);
  });

  it('the connections to EventStoreDB are closed while an append waits for the search for the leader', async () => {
    const { first, uri } = await twoNodes();
    const { connection, append } = connected(uri);
    const waiting = append().catch(() => {});
    await connection.dispose();
    await waiting;
    await until(async () => (await channelsTo(first)) === 0);
  });

  it('the connections to EventStoreDB survive a search for the leader that fails while an older call fails too', async () => {
    const { first, uri } = await twoNodes();
    let isLost = false;
    const onCall = (call: string): void => {
      // The server refused the append, so the client searches for the leader; the nodes are gone before it gets an answer.
      if (call !== 'read' || isLost) return;
      isLost = true;
      first.pause();
      setImmediate(() => void first.kill());
    };
    const log = new EventStoreDbEventLog({ uri, timeout: 2_000, onCall });
    opened.push(log);
    await log.append('s', [event()], 'none');
    const seen = followed(log);
    await until(() => seen.length > 0);
    first.faults.ready = false;
    await expect(log.append('t', [event()], 'none')).rejects.toThrow(LogUnavailableError);
    expect(isLost).toBe(true);
  });

  it('the connections to EventStoreDB end an unanswered read, on the server too', async () => {
    const server = await started();
    const log = logOn(server.uri);
    await log.append('s', [event()], 'none');
    server.faults.holdReads = true;
    const reading = log.read('s');
    await until(() => server.faults.heldReads === 1);
    server.faults.holdReads = false;
    await until(() => server.faults.heldReads === 0);
    expect(await reading).toHaveLength(1);
  });

  it('the connections to EventStoreDB subscribe again when a subscription stays alive but delivers nothing', async () => {
    const server = await started();
    const log = new EventStoreDbEventLog({ uri: server.uri, checkAfter: 100 });
    opened.push(log);
    server.faults.holdSubscriptions = true;
    const seen = followed(log);
    await until(() => server.faults.heldReads === 1);
    server.faults.holdSubscriptions = false;
    await log.append('s', [event()], 'none');
    await until(() => seen.includes('s'));
  });

  it('the connections to EventStoreDB read a long stream in pages', async () => {
    const server = await started();
    const calls: string[] = [];
    const log = new EventStoreDbEventLog({ uri: server.uri, timeout: 60_000, onCall: (call) => calls.push(call) });
    opened.push(log);
    const events = Array.from({ length: 9_000 }, () => event());
    for (let n = 0; n < 9_000; n += 1_000)
      while (!(await log.append('s', events.slice(n, n + 1_000), n === 0 ? 'none' : n - 1)).ok);
    calls.length = 0;
    expect((await log.read('s')).map(({ revision }) => revision)).toEqual(Array.from({ length: 9_000 }, (_, n) => n));
    expect(calls).toEqual(['read', 'read', 'read']);
  });

  it('the connections to EventStoreDB refuse a conflict as a conflict, no matter what the address asks of the client', async () => {
    const log = logOn(`${(await started()).uri}&throwOnAppendFailure=false`);
    await log.append('s', [event()], 'none');
    expect(await log.append('s', [event()], 'none')).toEqual({ ok: false, actual: 0 });
  });
});
