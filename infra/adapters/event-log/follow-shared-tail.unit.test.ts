import type { Position, RecordedEvent } from '@quorum/service-kit/ports/event-log.ts';
import { describe, expect, it, vi } from 'vitest';
import { Wake } from './follow-loop.ts';
import { followSharedTail } from './follow-shared-tail.ts';
import { FollowedTail } from './followed-tail.ts';

const at = (number: number): string => String(number).padStart(4, '0');
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A log whose tail gets its events and its failures when the test hands them over. */
const logOf = (gathered: number) => {
  const events: RecordedEvent[] = [];
  let deliver: (batch: readonly RecordedEvent[]) => Promise<void> = async () => {};
  let fail: (error: unknown) => void = () => {};
  let reconnect = (): void => {};
  const tail = new FollowedTail({
    head: async () => events.at(-1)?.position ?? '',
    follow: (_, handler, { onError, onCaughtUp }) => {
      deliver = handler;
      fail = (error) => onError?.(error);
      reconnect = () => onCaughtUp?.(true);
      reconnect();
      return { stop: async () => {} };
    },
    limit: (work) => work,
    gathered,
  });
  const append = (count: number): readonly RecordedEvent[] => {
    const added = Array.from({ length: count }, (_, index) => {
      const number = events.length + index + 1;
      const event = { id: `${number}`, type: 'T', data: '{}', metadata: '{}', recordedAt: '' };
      return { ...event, stream: 's', revision: number - 1, position: at(number) };
    });
    events.push(...added);
    return added;
  };
  return {
    tail,
    events,
    append,
    deliver: (batch: readonly RecordedEvent[]) => deliver(batch),
    fail: (error: unknown) => fail(error),
    reconnect: () => reconnect(),
  };
};

/** A follower with a subscription of its own, and what it did. */
const follower = ({ tail, events }: ReturnType<typeof logOf>, handle: () => Promise<void> = async () => {}) => {
  const wake = new Wake();
  const seen: string[] = [];
  const states: boolean[] = [];
  const errors: unknown[] = [];
  const own = { reads: 0, left: 0 };
  const source = {
    read: async (after: Position, limit: number) => {
      own.reads += 1;
      return events.filter(({ position }) => position > after).slice(0, limit);
    },
    isEnd: (position: Position) => own.reads > 0 && position >= (events.at(-1)?.position ?? ''),
    leave: () => {
      own.left += 1;
    },
  };
  const subscription = followSharedTail(
    { tail, own: source, wake },
    '',
    async (batch) => {
      await handle();
      seen.push(...batch.map(({ id }) => id));
    },
    { batchSize: 3, onCaughtUp: (state) => states.push(state), onError: (error) => errors.push(error) },
  );
  return { seen, states, errors, own, wake, stop: () => subscription.stop() };
};

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index + 1));

describe('followers of one process', () => {
  it('catch up by themselves, then share one subscription', async () => {
    const log = logOf(100);
    log.append(7);
    const all = [follower(log), follower(log)];
    await vi.waitFor(() => expect(all.map(({ seen }) => seen.length)).toEqual([7, 7]));
    // The end of what there was wakes whoever is there.
    for (const { wake } of all) wake.give();
    await vi.waitFor(() => expect(all.every(({ own }) => own.left > 0)).toBe(true));
    const before = all.map(({ own }) => own.reads);
    for (let turn = 0; turn < 5; turn++) await log.deliver(log.append(4));
    await vi.waitFor(() => expect(all.map(({ seen }) => seen)).toEqual([ids(27), ids(27)]));
    expect(all.map(({ own }) => own.reads)).toEqual(before);
    await Promise.all(all.map(({ stop }) => stop()));
  });

  it('go back to a subscription of their own when they fall behind, and get every event once', async () => {
    const log = logOf(5);
    await log.tail.start();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = follower(log, () => held);
    await log.deliver(log.append(3));
    const before = slow.own.reads;
    for (let turn = 0; turn < 10; turn++) await log.deliver(log.append(4));
    release();
    await vi.waitFor(() => expect(slow.seen).toEqual(ids(43)));
    expect(slow.own.reads).toBeGreaterThan(before);
    await slow.stop();
  });

  it('are told when the shared subscription breaks, and when it is back', async () => {
    const log = logOf(10);
    await log.tail.start();
    const one = follower(log);
    await vi.waitFor(() => expect(one.states).toEqual([true]));
    log.fail(new Error('cut'));
    await vi.waitFor(() => expect(one.states).toEqual([true, false]));
    expect(one.errors).toHaveLength(1);
    log.reconnect();
    await vi.waitFor(() => expect(one.states).toEqual([true, false, true]));
    await one.stop();
    log.fail(new Error('cut again'));
    await settled();
    expect(one.errors).toHaveLength(1);
  });
});
