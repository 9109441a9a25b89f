import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventStoreDbEventLog } from './eventstoredb-event-log.ts';
import type { ServerEvent } from './eventstoredb-format.ts';
import { ServerReads } from './eventstoredb-reads.ts';

const PATIENCE = 1_000;

describe('a long stream on a slow server', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A stream of so many events, of which the server sends each page within so many milliseconds. */
  const slowStream = (length: number, delay: number): EventStoreDbEventLog => {
    const stored = Array.from({ length }, (_, revision): ServerEvent => {
      const place = { streamId: 'group-1', revision: BigInt(revision), position: { commit: 1n, prepare: 1n } };
      return { ...place, id: `e${revision}`, type: 'Happened', data: {}, created: new Date(0) };
    });
    vi.spyOn(ServerReads.prototype, 'stream').mockImplementation(async (_, from, most = length) => {
      // biome-ignore lint/plugin: a slow server, by the test's own clock
      await new Promise((resolve) => setTimeout(resolve, delay));
      return stored.slice(from, from + most);
    });
    return new EventStoreDbEventLog({ uri: 'esdb://127.0.0.1:1?tls=false', patience: PATIENCE });
  };
  /** How a read went, and after how many milliseconds. */
  const timed = async (log: EventStoreDbEventLog): Promise<{ readonly outcome: unknown; readonly after: number }> => {
    const began = Date.now();
    const reading = log.read('group-1').then(
      (events) => events.length,
      (error: Error) => error.name,
    );
    await vi.runAllTimersAsync();
    const outcome = await reading;
    await log.close();
    return { outcome, after: Date.now() - began };
  };

  it('is read if each of its pages comes within the patience of one call', async () => {
    expect(await timed(slowStream(12_001, 0.6 * PATIENCE))).toEqual({ outcome: 12_001, after: 4 * 0.6 * PATIENCE });
  });

  it('is given up after the patience of one call if a page does not come', async () => {
    const { outcome } = await timed(slowStream(1, 1.2 * PATIENCE));
    expect(outcome).toBe('LogUnavailableError');
  });
});
