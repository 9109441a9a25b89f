import type { StoredEvent } from '@quorum/contracts/ports/event-store.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../context.ts';
import type { EventPolicy } from './policy.ts';
import { startPolicies } from './policy-runner.ts';

const positionOf = (number: number): string => String(number).padStart(16, '0');

/** What a runner needs of its context; the log holds so many events. */
const contextWith = (count: number) => {
  const saved: string[] = [];
  const events = Array.from({ length: count }, (_, number) => ({
    type: 'GroupDeleted',
    id: `e${number}`,
    position: positionOf(number),
  })) as unknown as StoredEvent[];
  const context = {
    events: {
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
  return { context: context as unknown as Context, saved };
};

describe('policies', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('go on behind many events that they can never react to, and keep their checkpoint before those', async () => {
    const poisoned = 300;
    const reacted: string[] = [];
    const policy: EventPolicy = {
      name: 'picky',
      types: new Set(['GroupDeleted']),
      react: async (_, event) => {
        if (event.position < positionOf(poisoned)) throw new Error('never');
        reacted.push(event.id);
      },
    };
    const { context, saved } = contextWith(poisoned + 1);
    const runner = startPolicies(context, [policy], 'holder');
    await vi.advanceTimersByTimeAsync(20_000);

    expect(reacted).toEqual([`e${poisoned}`]);
    expect(saved).toEqual([]);
    const stopped = runner.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    await stopped;
  });
});
