import { randomUUID } from 'node:crypto';
import { EventStoreDbEventLog } from '@quorum/infra/adapters/event-log/eventstoredb/eventstoredb-event-log.ts';
import { type EventToAppend, LogUnavailableError, type RecordedEvent } from '@quorum/service-kit/ports/event-log.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../support/processes/fault-proxy.ts';

const named = process.env.EVENTSTORE_URI;
if (named === undefined) throw new Error('EVENTSTORE_URI names no server');

const WAIT = { timeout: 60_000, interval: 50 };
const event = (): EventToAppend => ({ id: randomUUID(), type: 'Happened', data: '{}', metadata: '{}' });

/** A proxy with switchable faults; assertions bypass it. */
describe('the log in EventStoreDB, over a failing connection', () => {
  let proxy: FaultProxy;
  let log: EventStoreDbEventLog;
  let direct: EventStoreDbEventLog;
  beforeEach(async () => {
    const prefix = `${randomUUID()}-`;
    proxy = await startFaultProxy(Number(new URL(named).port));
    const uri = named.replace(/:\d+/, `:${proxy.port}`);
    log = new EventStoreDbEventLog({ uri, prefix, timeout: 3_000 });
    direct = new EventStoreDbEventLog({ uri: named, prefix });
  });
  afterEach(async () => {
    proxy.restore();
    await log.close();
    await direct.close();
    await proxy.close();
  });

  const everything = () => direct.readAll('', 100_000);
  const following = () => {
    const seen: RecordedEvent[] = [];
    const subscription = log.follow('', async (events) => void seen.push(...events));
    return { seen, stop: () => subscription.stop() };
  };
  /** Every acknowledged event is stored, nothing is stored twice, and followers have all of it in order. */
  const expectWhole = async (acknowledged: readonly string[], seen: readonly RecordedEvent[]): Promise<void> => {
    const stored = (await everything()).map(({ id }) => id);
    expect(new Set(stored).size).toBe(stored.length);
    expect(acknowledged.filter((id) => !stored.includes(id))).toEqual([]);
    await vi.waitFor(() => expect(seen.map(({ id }) => id)).toEqual(stored), WAIT);
  };

  it('the log in EventStoreDB loses and duplicates nothing when its connection is cut repeatedly during appends', async () => {
    const { seen, stop } = following();
    const acknowledged: string[] = [];
    const write = async (writer: number): Promise<void> => {
      for (let revision = 0; revision < 25; ) {
        const one = event();
        for (let isDone = false; !isDone; ) {
          const expected = revision === 0 ? 'none' : revision - 1;
          const outcome = await log.append(`s-${writer}`, [one], expected).catch((error: unknown) => {
            if (error instanceof LogUnavailableError) return undefined;
            throw error;
          });
          // Nothing was stored, and nobody else writes: the decision would be the same.
          if (outcome === undefined || (!outcome.ok && outcome.actual === expected)) continue;
          expect(outcome).toMatchObject({ ok: true, revision });
          isDone = true;
        }
        acknowledged.push(one.id);
        revision += 1;
        if (acknowledged.length % 20 === 0) proxy.cut();
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
    expect(acknowledged).toHaveLength(200);
    await expectWhole(acknowledged, seen);
    await stop();
    for await (const fault of direct.verify()) expect.unreachable(JSON.stringify(fault));
  });

  it('the log in EventStoreDB answers every call over a slow connection', async () => {
    const { seen, stop } = following();
    await log.current();
    proxy.delay(120);
    const ids: string[] = [];
    for (let revision = 0; revision < 3; revision++) {
      const one = event();
      await log.current();
      expect(await log.append('s', [one], revision === 0 ? 'none' : revision - 1)).toMatchObject({ ok: true });
      ids.push(one.id);
    }
    await expectWhole(ids, seen);
    await stop();
  });

  it('the log in EventStoreDB answers every call with an error while nothing gets through, and recovers afterwards', async () => {
    const { seen, stop } = following();
    const before = event();
    await log.append('s', [before], 'none');
    await log.current();

    proxy.swallow();
    const lost = event();
    const calls = [log.append('s', [lost], 0), log.read('s'), Promise.resolve(log.current()), log.head(), log.ping()];
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'LogUnavailableError' } });
    }

    proxy.restore();
    await vi.waitFor(() => log.ping(), WAIT);
    // Its outcome was unknown; repeated, it has one effect.
    await vi.waitFor(
      async () => expect(await log.append('s', [lost], 0)).toMatchObject({ ok: true, revision: 1 }),
      WAIT,
    );
    await vi.waitFor(() => log.current(), WAIT);
    expect((await log.read('s')).map(({ id }) => id)).toEqual([before.id, lost.id]);
    await expectWhole([before.id, lost.id], seen);
    await stop();
  });
});
