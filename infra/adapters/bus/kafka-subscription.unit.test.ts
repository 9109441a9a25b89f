import { BusUnavailableError } from '@quorum/service-kit/ports/bus.ts';
import type { Kafka } from 'kafkajs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { KafkaSubscription } from './kafka-subscription.ts';
import type { KafkaTopic } from './kafka-topic.ts';

type Take = (payload: { partition: number; message: object }) => Promise<void>;

type Step = 'ends' | 'connect' | 'subscribe' | 'disconnect';

/** The first of these steps waits for this. */
type Slow = { readonly step: Step; readonly until: Promise<unknown> };

/**
 * A broker whose group refuses to be joined as often as given. `deliver` sends a record to who joined last. `connected` counts
 * consumers.
 */
const subscribing = (failures: readonly Error[], slow?: Slow) => {
  let [joins, connected] = [0, 0];
  const taken = new Set<Step>();
  const begin = async (step: Step): Promise<void> => {
    const isFirst = !taken.has(step);
    taken.add(step);
    if (isFirst && slow?.step === step) await slow.until;
  };
  const left = [...failures];
  const heard: string[] = [];
  const reports: unknown[] = [];
  let take: Take | undefined;
  const consumer = () => {
    const listeners = new Map<string, (event: object) => void>();
    let isConnected = false;
    return {
      events: { GROUP_JOIN: 'joined', CRASH: 'crashed' },
      on: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
      connect: async () => {
        await begin('connect');
        isConnected = true;
        connected += 1;
      },
      subscribe: () => begin('subscribe'),
      seek: () => {},
      disconnect: async () => {
        await begin('disconnect');
        if (isConnected) connected -= 1;
        isConnected = false;
      },
      run: async ({ eachMessage }: { eachMessage: Take }) => {
        const error = left.shift();
        if (error !== undefined) return listeners.get('crashed')?.({ payload: { error } });
        take = eachMessage;
        joins += 1;
        listeners.get('joined')?.({});
      },
    };
  };
  const topic = {
    name: 'changes',
    ensure: async () => {},
    ends: async () => {
      await begin('ends');
      return [{ partition: 0, low: '0', high: '0' }];
    },
  };
  const started = KafkaSubscription.start({
    kafka: { consumer } as unknown as Kafka,
    topic: topic as unknown as KafkaTopic,
    handler: (text) => void heard.push(text),
    onError: (error) => void reports.push(error),
  });
  const deliver = (text: string) =>
    take?.({ partition: 0, message: { offset: '0', timestamp: '1', value: Buffer.from(text) } });
  return { started, heard, reports, deliver, joins: () => joins, connected: () => connected };
};

const away = new Error('no coordinator');

describe('a subscription to a group that cannot be joined at first (RUN-11)', () => {
  it('a subscription to a group that cannot be joined at first starts all the same, says so, and delivers once it has joined', async () => {
    const { started, heard, reports, deliver, joins } = subscribing([away]);
    const subscription = await started;
    expect(reports.map(String)).toEqual([expect.stringContaining('No messages are received from Kafka for now')]);
    await expect.poll(joins).toBe(1);
    await deliver('later');
    expect(heard).toEqual(['later']);
    await subscription.stop();
  });

  it.each(['ends', 'connect', 'subscribe'] as const)(
    'a subscription to a group that cannot be joined at first joins once, even if an attempt whose "%s" took too long continues later',
    async (step) => {
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      let goOn = (_: unknown): void => {};
      const until = new Promise((resolve) => (goOn = resolve));
      const { started, joins, connected } = subscribing([], { step, until });
      await vi.advanceTimersByTimeAsync(31_000);
      expect(joins()).toBe(1);
      goOn(undefined);
      await vi.advanceTimersByTimeAsync(1_000);
      expect([joins(), connected()]).toEqual([1, 1]);
      await (await started).stop();
      expect(connected()).toBe(0);
    },
  );

  it('a subscription to a group that cannot be joined at first stops while it waits for the next try', async () => {
    const { started, joins } = subscribing([away, away]);
    await (await started).stop();
    expect(joins()).toBe(0);
  });

  it.each([
    ['stops', []],
    ['is joined again', [away]],
  ])(
    'a subscription to a group that cannot be joined at first %s although the broker does not answer while it is left',
    async (_, failures) => {
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      const { started, joins } = subscribing(failures, { step: 'disconnect', until: new Promise(() => {}) });
      const subscription = await started;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(joins()).toBe(1);
      const stopped = vi.fn();
      void subscription.stop().then(stopped);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(stopped).toHaveBeenCalledOnce();
    },
  );

  it('a subscription to a group that cannot be joined at first fails if the account may not join it, which waiting does not fix', async () => {
    const { started, reports } = subscribing([new Error('Not authorized to access group: Group authorization failed')]);
    await expect(started).rejects.toThrow(BusUnavailableError);
    expect(reports).toEqual([]);
  });
});
