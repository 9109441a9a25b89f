import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../handling/context.ts';
import type { ProcessManager } from './process-manager.ts';
import { startProcessManagers } from './runner.ts';

const positionOf = (number: number): string => String(number).padStart(16, '0');

/** The parts of a context that a runner needs, with this many events in the log. */
const contextWith = (count: number) => {
  const saved: string[] = [];
  const events = Array.from({ length: count }, (_, number) => ({
    type: 'GroupDeleted',
    id: `e${number}`,
    position: positionOf(number),
  })) as unknown as StoredEvent[];
  const context = {
    events: {
      current: () => undefined,
      follow: (_: string, handler: (batch: readonly StoredEvent[]) => Promise<void>) => {
        void handler(events);
        return { stop: async () => {} };
      },
    },
    reads: {
      prepare: async () => {},
      checkpoint: async () => '',
      lease: async () => true,
      releaseLease: async () => {},
      commit: async ({ to }: { to: string }) => void saved.push(to),
    },
    log: { error: () => {}, warn: () => {} },
  };
  return { context: context as unknown as Context, saved, events };
};

describe('process managers', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('continue past many events that keep failing, and leave the checkpoint before them', async () => {
    const poisoned = 300;
    const reacted: string[] = [];
    const manager: ProcessManager = {
      name: 'picky',
      types: new Set(['GroupDeleted']),
      react: async (_, event) => {
        if (event.position < positionOf(poisoned)) throw new Error('never');
        reacted.push(event.id);
      },
    };
    const { context, saved } = contextWith(poisoned + 1);
    const runner = startProcessManagers(context, [manager], 'holder');
    await vi.advanceTimersByTimeAsync(20_000);

    expect(reacted).toEqual([`e${poisoned}`]);
    expect(saved).toEqual([]);
    const stopped = runner.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    await stopped;
  });

  it('leave an unreadable event to a version that can read it, and continue after it', async () => {
    const reacted: string[] = [];
    const manager: ProcessManager = {
      name: 'eager',
      types: new Set(['GroupDeleted']),
      react: async (_, event) => void reacted.push(event.id),
    };
    const { context, saved, events } = contextWith(3);
    events[1] = { type: 'GroupDeleted', id: 'e1', position: positionOf(1), unreadable: 'unknown version 9' } as never;
    const runner = startProcessManagers(context, [manager], 'holder');
    await vi.advanceTimersByTimeAsync(5000);
    expect(reacted).toEqual(['e0', 'e2']);
    expect(saved).toEqual([positionOf(0)]);
    await runner.stop();
    expect(saved).toEqual([positionOf(0)]);
  });

  it('receive only events that concern them, and start over whenever following restarts', async () => {
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

  it('end when their last reactions have ended, and count them as done', async () => {
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

  it('stop without a reaction that does not end, and leave it to the next leader', async () => {
    const { context, saved } = contextWith(1);
    const runner = startProcessManagers(context, [slow(new Promise(() => {}))], 'holder');
    await vi.advanceTimersByTimeAsync(10);
    const stopped = runner.stop();
    await vi.advanceTimersByTimeAsync(5000);
    await stopped;
    expect(saved).toEqual([]);
  });

  it('stop at once if a reaction is only waiting for a retry', async () => {
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
});
