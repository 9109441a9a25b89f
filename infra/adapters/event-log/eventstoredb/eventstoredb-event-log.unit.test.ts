import type { AppendResult } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServerConnection } from './eventstoredb-connection.ts';
import { EventStoreDbEventLog } from './eventstoredb-event-log.ts';
import type { ServerEvent } from './eventstoredb-format.ts';
import { ServerReads } from './eventstoredb-reads.ts';

const URI = 'esdb://127.0.0.1:1?tls=false';
const TIMEOUT_MS = 1_000;

/** Events of a stream as the server keeps them. */
const storedIn = (streamId: string, length: number): ServerEvent[] =>
  Array.from({ length }, (_, revision) => {
    const place = { streamId, revision: BigInt(revision), position: { commit: 1n, prepare: 1n } };
    const metadata = { $hash: `hash of ${revision}` };
    return { ...place, id: `e${revision}`, type: 'Happened', data: {}, metadata, created: new Date(0) };
  });

describe('a long stream on a slow server', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A stream of so many events, of which the server sends each page within so many milliseconds. */
  const slowStream = (length: number, delay: number): EventStoreDbEventLog => {
    const stored = storedIn('group-1', length);
    vi.spyOn(ServerReads.prototype, 'stream').mockImplementation(async (_, from, max = length) => {
      // biome-ignore lint/plugin: a slow server, by the test's own clock
      await new Promise((resolve) => setTimeout(resolve, delay));
      return stored.slice(from, from + max);
    });
    return new EventStoreDbEventLog({ uri: URI, timeout: TIMEOUT_MS });
  };
  /** How a read went, and after how many milliseconds. */
  const timed = async (log: EventStoreDbEventLog): Promise<{ readonly outcome: unknown; readonly after: number }> => {
    const began = Date.now();
    const ended = (outcome: unknown) => ({ outcome, after: Date.now() - began });
    const reading = log.read('group-1').then(
      (events) => ended(events.length),
      (error: Error) => ended(error.name),
    );
    // What the client does by itself has timers too, which may come after the read.
    await vi.runAllTimersAsync();
    await log.close();
    return reading;
  };

  it('a long stream on a slow server is read if each of its pages comes within the timeout of one call', async () => {
    expect(await timed(slowStream(12_001, 0.6 * TIMEOUT_MS))).toEqual({ outcome: 12_001, after: 4 * 0.6 * TIMEOUT_MS });
  });

  it('a long stream on a slow server is given up after the timeout of one call if a page does not come', async () => {
    const { outcome } = await timed(slowStream(1, 1.2 * TIMEOUT_MS));
    expect(outcome).toBe('LogUnavailableError');
  });
});

describe('the chain of a stream', () => {
  it('the chain of a stream continues without a read where the stream is in use, no matter how many others are appended in between', async () => {
    const read = vi
      .spyOn(ServerReads.prototype, 'stream')
      .mockImplementation(async (stream, from, max) => storedIn(stream, 1).slice(from, max));
    let commit = 1n;
    vi.spyOn(ServerConnection.prototype, 'append').mockImplementation(async (_, __, { expectedRevision }) => {
      commit += 1n;
      const nextExpectedRevision = typeof expectedRevision === 'bigint' ? expectedRevision + 1n : 0n;
      return { nextExpectedRevision, position: { commit, prepare: commit } } as AppendResult;
    });
    const log = new EventStoreDbEventLog({ uri: URI });
    const event = { id: 'e', type: 'Happened', data: '{}', metadata: '{}' };
    await log.read('user-1');
    await log.append('user-2', [event], 0);
    expect(read).toHaveBeenCalledTimes(2);
    for (let number = 0; number < 50_000; number++) await log.append(`message-${number}`, [event], 'none');

    await log.append('user-1', [event], 0);
    await log.append('user-2', [event], 1);
    expect(read).toHaveBeenCalledTimes(2);
    await log.close();
  });

  it('the chain of a stream shows what is missing before the events that are left of a stream deleted on the server (AUDIT-04)', async () => {
    vi.spyOn(ServerReads.prototype, 'all').mockResolvedValue(storedIn('group-1', 3).slice(2));
    const gone = Object.assign(new Error('deleted'), { type: 'stream-deleted' });
    vi.spyOn(ServerConnection.prototype, 'read').mockRejectedValue(gone);
    const log = new EventStoreDbEventLog({ uri: URI });
    const faults: string[] = [];
    for await (const { revision, reason } of log.verify()) faults.push(`${revision} ${reason}`);
    expect(faults).toEqual(['0 missing', '1 missing']);
    await log.close();
  });
});

describe('a ping', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('a ping fails while the server answers reads but stores nothing, and not once an append without events succeeds (OPER-10)', async () => {
    vi.spyOn(ServerReads.prototype, 'ping').mockResolvedValue();
    vi.spyOn(ServerReads.prototype, 'head').mockResolvedValue('');
    const appending = vi.spyOn(ServerConnection.prototype, 'append').mockRejectedValue(new Error('no majority'));
    const log = new EventStoreDbEventLog({ uri: URI, timeout: 1 });
    await log.ping();
    const event = { id: 'e', type: 'Happened', data: '{}', metadata: '{}' };
    await expect(log.append('user-1', [event], 'none')).rejects.toThrow('no majority');
    await expect(log.ping()).rejects.toThrow('a moment ago');
    expect(appending).toHaveBeenCalledTimes(1);
    vi.setSystemTime(Date.now() + 5_000);
    await expect(log.ping()).rejects.toThrow('no majority');
    appending.mockResolvedValue({ success: true, nextExpectedRevision: -1n } as AppendResult);
    vi.setSystemTime(Date.now() + 5_000);
    await log.ping();
    await log.ping();
    expect(appending.mock.calls.map(([, events]) => events.length)).toEqual([1, 0, 0]);
    await log.close();
  });
});
