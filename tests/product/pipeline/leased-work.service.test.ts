import { MemoryReadStore } from '@quorum/projections/testing/memory-read-store.ts';
import { LeasedWork } from '@quorum/service-kit/leases/leased-work.ts';
import type { Leases } from '@quorum/service-kit/ports/leases.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const log = pino({ level: 'silent' });
let now: number;
let store: Leases;
let works: LeasedWork[];

beforeEach(() => {
  now = Date.parse('2026-05-14T10:42:00Z');
  store = new MemoryReadStore({ now: () => now });
  works = [];
});
afterEach(() => Promise.all(works.map((work) => work.stop())));

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

const start = (
  holder: string,
  lead: (signal: AbortSignal) => Promise<void> = untilAborted,
  leases: Leases = store,
): LeasedWork => {
  const work = new LeasedWork({ leases, name: 'work', holder, log, lead });
  works.push(work);
  return work;
};
const leads = (work: LeasedWork) => vi.waitFor(() => expect(work.leads).toBe(true));

describe('leased work', () => {
  it('leased work is done by one process, and by the next one when that stops', async () => {
    const first = start('first');
    await leads(first);
    const second = start('second');

    await first.stop();

    await leads(second);
    expect(first.leads).toBe(false);
  });

  it('leased work is taken over if its holder died without releasing the lease', async () => {
    await store.lease('work', 'dead', 5_000);
    const successor = start('successor');
    now += 5_001;
    await leads(successor);
  });

  it('leased work is aborted in the process that lost its lease before another one leads', async () => {
    const ended: string[] = [];
    const paused = start('paused', async (signal) => {
      await untilAborted(signal);
      ended.push('paused');
    });
    await leads(paused);

    // The holder was suspended until its lease expired and passed to another one.
    now += 5_001;
    expect(await store.lease('work', 'other', 60_000)).toBe(true);

    await vi.waitFor(() => expect(ended).toEqual(['paused']));
    expect(paused.leads).toBe(false);
  });

  it('leased work restarts after a failure', async () => {
    let runs = 0;
    const work = start('holder', async (signal) => {
      runs += 1;
      if (runs < 3) throw new Error('not yet');
      await untilAborted(signal);
    });
    await vi.waitFor(() => expect(runs).toBe(3));
    await leads(work);
  });

  it('leased work passes to a process that requests it, while others hold back until the request is withdrawn', async () => {
    const holder = start('holder');
    await leads(holder);
    const asking = start('asking');

    const withdraw = await asking.request();

    await leads(asking);
    expect(holder.leads).toBe(false);
    await withdraw();
    await asking.stop();
    await leads(holder);
  });

  it('leased work continues through a moment in which the lease store does not respond', async () => {
    let outage = false;
    const renewals = vi.fn();
    const leases = {
      lease: async (name: string, holder: string, ttl: number) => {
        if (outage && name === 'work') {
          renewals();
          throw new Error('away');
        }
        return store.lease(name, holder, ttl);
      },
      releaseLease: (name: string, holder: string) => store.releaseLease(name, holder),
    };
    const work = start('holder', untilAborted, leases);
    await leads(work);
    outage = true;
    await vi.waitFor(() => expect(renewals).toHaveBeenCalled());
    expect(work.leads).toBe(true);
  });
});
