import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { systemClock } from '@quorum/service-kit/ports/clock.ts';
import type { ParkedEvent } from '@quorum/service-kit/ports/parked-events.ts';
import { type Commit, ReadStoreUnavailableError } from '@quorum/service-kit/ports/read-store.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../handling/context.ts';
import type { ProcessManager } from './process-manager.ts';
import { type ProcessManagerRunner, startProcessManagers } from './runner.ts';

const positionOf = (number: number): string => String(number).padStart(16, '0');

/** The parts of a context that a runner needs, with this many events in the log. What is stored outlives a runner. */
const contextWith = (count: number) => {
  const saved: string[] = [];
  const parked = new Map<string, ParkedEvent>();
  const events = Array.from({ length: count }, (_, number) => ({
    type: 'GroupDeleted',
    id: `e${number}`,
    stream: 'group-g',
    position: positionOf(number),
    recordedAt: new Date().toISOString(),
  })) as unknown as StoredEvent[];
  const readAll = async (after: string, limit = count) =>
    events.filter(({ position }) => position > after).slice(0, limit);
  const parkedBy = (names: readonly string[]) => [...parked.values()].filter(({ model }) => names.includes(model));
  const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn() };
  const context = {
    clock: systemClock,
    events: {
      current: () => undefined,
      readAll,
      follow: (after: string, handler: (batch: readonly StoredEvent[]) => Promise<void>) => {
        void readAll(after).then(handler);
        return { stop: async () => {} };
      },
    },
    reads: {
      prepare: async () => {},
      checkpoint: async () => saved.at(-1) ?? '',
      lease: async () => true,
      releaseLease: async () => {},
      countParked: async (names: readonly string[]) => parkedBy(names).length,
      parked: async (name: string) => parkedBy([name]),
      commit: async ({ from, to, park = [], unpark = [] }: Commit) => {
        if (to !== from) saved.push(to);
        for (const entry of park) parked.set(`${entry.model} ${entry.position}`, entry);
        for (const { model, position } of unpark) parked.delete(`${model} ${position}`);
      },
    },
    log,
  };
  return { context: context as unknown as Context, saved, events, parked, log };
};

describe('process managers', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const reactingBy = (react: (event: StoredEvent) => unknown): ProcessManager => ({
    name: 'picky',
    types: new Set(['GroupDeleted']),
    react: async (_, event) => react(event),
  });

  const stop = async (runner: ProcessManagerRunner): Promise<void> => {
    const stopped = runner.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    await stopped;
  };

  it('process managers park events that keep failing, with the reason, and the checkpoint goes on (CQRS-12)', async () => {
    const poisoned = 300;
    const reacted: string[] = [];
    const manager = reactingBy(({ id, position }) => {
      if (position < positionOf(poisoned)) throw new TypeError('never');
      reacted.push(id);
    });
    const { context, saved, parked } = contextWith(poisoned + 1);
    const runner = startProcessManagers(context, [manager], 'holder');
    await vi.advanceTimersByTimeAsync(20_000);

    expect(reacted).toEqual([`e${poisoned}`]);
    expect(saved.at(-1)).toBe(positionOf(poisoned));
    expect(await runner.parked()).toBe(poisoned);
    expect(parked.get(`picky ${positionOf(7)}`)).toMatchObject({
      after: positionOf(6),
      eventId: 'e7',
      stream: 'group-g',
      reason: expect.stringMatching(/^TypeError at /),
    });
    await stop(runner);
  });

  it('process managers retry a parked event with growing pauses, and at once after a restart, until its cause is gone (CQRS-12)', async () => {
    const { context, saved, parked } = contextWith(2);
    const tries = vi.fn();
    const manager = reactingBy(({ id }) => {
      if (id !== 'e0') return;
      tries();
      throw new Error('not now');
    });
    const failing = startProcessManagers(context, [manager], 'holder');
    await vi.advanceTimersByTimeAsync(600_000);
    const { attempts = 0 } = parked.get(`picky ${positionOf(0)}`) ?? {};
    expect(attempts).toBeGreaterThan(5);
    expect(attempts).toBeLessThan(15);
    await stop(failing);
    expect(saved).toEqual([positionOf(1)]);

    tries.mockClear();
    const again = startProcessManagers(context, [manager], 'holder');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(tries).toHaveBeenCalledTimes(1);
    await stop(again);

    const reacted: string[] = [];
    const mended = startProcessManagers(context, [reactingBy(({ id }) => reacted.push(id))], 'holder');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reacted).toEqual(['e0']);
    expect(await mended.parked()).toBe(0);
    await stop(mended);
  });

  it('process managers retry a parked event at once when its attempts are reset, and forget one that was dropped (CQRS-12)', async () => {
    const { context, parked } = contextWith(1);
    const tries = vi.fn().mockRejectedValue(new Error('not now'));
    const runner = startProcessManagers(context, [reactingBy(tries)], 'holder');
    await vi.advanceTimersByTimeAsync(600_000);
    const [[key, entry] = []] = parked;
    tries.mockClear();
    parked.set(key as string, { ...(entry as ParkedEvent), attempts: 0 });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(tries).toHaveBeenCalledTimes(1);

    parked.clear();
    tries.mockClear();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(tries).not.toHaveBeenCalled();
    await stop(runner);
  });

  it('process managers park nothing while an engine is away, nor report it as an error', async () => {
    const { context, saved, parked, log } = contextWith(1);
    const away = vi.fn().mockRejectedValue(new ReadStoreUnavailableError('away'));
    const runner = startProcessManagers(context, [reactingBy(away)], 'holder');
    await vi.advanceTimersByTimeAsync(600_000);
    expect([parked.size, saved, log.error.mock.calls, log.warn.mock.calls]).toEqual([0, [], [], []]);
    away.mockResolvedValue(undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saved).toEqual([positionOf(0)]);
    await stop(runner);
  });

  it('process managers park an unreadable event until a version reads it, and all process managers that it concerns react then', async () => {
    const reacted: string[] = [];
    const manager = reactingBy(({ id }) => reacted.push(id));
    const { context, saved, events, parked } = contextWith(3);
    const readable = events[1] as StoredEvent;
    events[1] = { ...readable, unreadable: 'unknown version 9' } as never;
    const runner = startProcessManagers(context, [manager], 'holder');
    await vi.advanceTimersByTimeAsync(5000);
    expect(reacted).toEqual(['e0', 'e2']);
    expect(saved).toEqual([positionOf(2)]);
    expect([...parked.values()]).toMatchObject([
      { model: 'process-managers', eventId: 'e1', reason: 'unknown version 9' },
    ]);
    await stop(runner);

    events[1] = readable;
    const newer = startProcessManagers(context, [manager, { ...manager, name: 'other' }], 'holder');
    await vi.advanceTimersByTimeAsync(5000);
    expect(reacted).toEqual(['e0', 'e2', 'e1', 'e1']);
    expect(parked.size).toBe(0);
    await stop(newer);
  });

  it('process managers receive only events that concern them, and start over whenever following restarts', async () => {
    const reacted: string[] = [];
    const reset = vi.fn();
    const manager: ProcessManager = {
      name: 'choosy',
      types: new Set(['GroupDeleted']),
      mayConcern: (event) => event.id !== 'e1',
      reset,
      react: async (_, event) => void reacted.push(event.id),
    };
    const { context, saved } = contextWith(3);
    const runner = startProcessManagers(context, [manager], 'holder');
    await vi.advanceTimersByTimeAsync(5000);
    expect(reacted).toEqual(['e0', 'e2']);
    expect(saved).toEqual([positionOf(2)]);
    expect(reset).toHaveBeenCalledTimes(1);
    await runner.stop();
  });

  const slow = (settled: Promise<void>): ProcessManager => ({
    name: 'slow',
    types: new Set(['GroupDeleted']),
    react: () => settled,
  });

  it('process managers end when their last reactions have ended, and count them as done', async () => {
    let finish = (): void => {};
    const manager = slow(new Promise((resolve) => (finish = resolve)));
    const { context, saved } = contextWith(1);
    const runner = startProcessManagers(context, [manager], 'holder');
    await vi.advanceTimersByTimeAsync(10);
    const ended = vi.fn();
    const stopped = runner.stop().then(ended);
    await vi.advanceTimersByTimeAsync(1000);
    expect([ended.mock.calls.length, saved]).toEqual([0, []]);

    finish();
    await vi.advanceTimersByTimeAsync(0);
    await stopped;
    expect(saved).toEqual([positionOf(0)]);
  });

  it('process managers stop without a reaction that does not end, and leave it to the next leader', async () => {
    const { context, saved } = contextWith(1);
    const runner = startProcessManagers(context, [slow(new Promise(() => {}))], 'holder');
    await vi.advanceTimersByTimeAsync(10);
    const stopped = runner.stop();
    await vi.advanceTimersByTimeAsync(5000);
    await stopped;
    expect(saved).toEqual([]);
  });

  it('process managers report nothing about a reaction that a planned stop interrupts, and leave it to the next leader (OPER-15)', async () => {
    let interrupt = (_: Error): void => {};
    const manager = slow(new Promise((_, reject) => (interrupt = reject)));
    const { context, saved, parked, log } = contextWith(1);
    const runner = startProcessManagers(context, [manager], 'holder');
    await vi.advanceTimersByTimeAsync(10);
    const stopped = runner.stop();
    interrupt(new Error('closed'));
    await vi.advanceTimersByTimeAsync(5000);
    await stopped;
    expect([log.error.mock.calls, log.warn.mock.calls, saved, parked.size]).toEqual([[], [], [], 0]);
  });

  it('process managers stop at once if a reaction is only waiting for a retry', async () => {
    const tries = vi.fn().mockRejectedValue(new Error('not now'));
    const { context } = contextWith(1);
    const runner = startProcessManagers(context, [{ ...slow(Promise.resolve()), react: tries }], 'holder');
    await vi.advanceTimersByTimeAsync(60_000);
    const before = tries.mock.calls.length;
    const stopped = runner.stop();
    await vi.advanceTimersByTimeAsync(100);
    await stopped;
    expect(tries).toHaveBeenCalledTimes(before);
  });

  it('process managers start delayed reactions when they are due, while any number waits, and repeat those that a stop interrupted (NOTE-29)', async () => {
    const { context, saved } = contextWith(1000);
    const reacted = vi.fn();
    const manager = { ...reactingBy(reacted), delay: () => 5000 };
    const stopped = startProcessManagers(context, [manager], 'holder');
    await vi.advanceTimersByTimeAsync(4000);
    expect(reacted).not.toHaveBeenCalled();
    await stop(stopped);
    expect(reacted).not.toHaveBeenCalled();
    expect(saved).toEqual([]);

    const next = startProcessManagers(context, [manager], 'next');
    await vi.advanceTimersByTimeAsync(2000);
    expect(reacted).toHaveBeenCalledTimes(1000);
    expect(saved.at(-1)).toBe(positionOf(999));
    await stop(next);
  });
});
