import { describe, expect, it } from 'vitest';
import { KafkaPublisher } from './kafka-publisher.ts';

type Sent = readonly { readonly key: string; readonly value: string }[];

/** A broker that answers when it is told to, and refuses what is larger than a megabyte. */
const brokerLike = () => {
  const sent: Sent[] = [];
  const errors: unknown[] = [];
  let open = (): void => {};
  let gate: Promise<void> = Promise.resolve();
  let fault: Error | undefined;
  let made = 0;
  let isConnected = false;
  const producer = {
    connect: async () => {
      if (fault !== undefined) throw fault;
      isConnected = true;
    },
    send: async ({ messages }: { messages: unknown }) => {
      await gate;
      if (!isConnected) throw new Error('the producer is disconnected');
      if (fault !== undefined) throw fault;
      const batch = messages as Sent;
      if (batch.reduce((sum, { value }) => sum + value.length, 0) > 1_000_000) throw new Error('too large');
      sent.push(batch);
      return [];
    },
  };
  const topic = {
    name: 'changes',
    ensure: async () => {
      made += 1;
      fault = undefined;
    },
  };
  return {
    publisher: new KafkaPublisher(producer, topic, (error) => errors.push(error)),
    sent,
    errors,
    made: () => made,
    fail: (error?: Error) => {
      fault = error;
    },
    close: () => {
      gate = new Promise((resolve) => {
        open = resolve;
      });
    },
    open: () => open(),
  };
};

const record = (n: number, size = 1_000) => ({ key: `group-${n % 5}`, value: `${n} `.padEnd(size, 'x') });
const numbers = (sent: readonly Sent[]) => sent.flat().map(({ value }) => Number(value.split(' ', 1)[0]));

describe('records queued for an unreachable broker', () => {
  it('records queued for an unreachable broker are sent in order and in batches that the broker accepts', async () => {
    const broker = brokerLike();
    broker.close();
    const waiting = Array.from({ length: 5_000 }, (_, n) => broker.publisher.send([record(n)]));
    broker.open();
    await Promise.all(waiting);
    expect(numbers(broker.sent)).toEqual(Array.from({ length: 5_000 }, (_, n) => n));
    expect(broker.errors).toEqual([]);
  });

  it('records queued for an unreachable broker are sent once it is there, if it was away at first (RUN-11)', async () => {
    const broker = brokerLike();
    broker.fail(new Error('connection refused'));
    await expect(broker.publisher.send([record(1)])).rejects.toThrow('connection refused');
    broker.fail(undefined);
    await broker.publisher.send([record(2)]);
    expect(numbers(broker.sent)).toEqual([2]);
    expect(broker.errors).toHaveLength(1);
  });

  it('records queued for an unreachable broker are dropped above a limit on count and size', async () => {
    const broker = brokerLike();
    broker.close();
    const first = broker.publisher.send([record(0)]);
    const large = Array.from({ length: 200 }, (_, n) => broker.publisher.send([record(n, 100_000)]));
    const outcomes = Promise.allSettled(large);
    broker.open();
    await first;
    const refused = (await outcomes).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(30);
    await broker.publisher.send([record(7)]);
    await expect(broker.publisher.send(Array.from({ length: 20_001 }, (_, n) => record(n, 1)))).rejects.toThrow(
      'Too many messages are waiting',
    );
  });
});

describe('a batch that the broker refuses', () => {
  it('a batch that the broker refuses because it is too large affects no other batch, and is reported once', async () => {
    const broker = brokerLike();
    broker.close();
    const before = broker.publisher.send([record(1)]);
    const tooLarge = broker.publisher.send([record(2, 1_500_000)]);
    const after = broker.publisher.send([record(3)]);
    const refused = expect(tooLarge).rejects.toThrow('too large');
    broker.open();
    await Promise.all([before, after, refused]);
    expect(numbers(broker.sent)).toEqual([1, 3]);
    expect(broker.errors).toHaveLength(1);
  });

  it('a batch that the broker refuses because the topic was deleted gets the topic recreated, and the next one succeeds', async () => {
    const broker = brokerLike();
    const missing = Object.assign(new Error('no such topic'), { type: 'UNKNOWN_TOPIC_OR_PARTITION' });
    broker.fail(new Error('gave up', { cause: missing }));
    await expect(broker.publisher.send([record(1)])).rejects.toThrow('gave up');
    await broker.publisher.send([record(2)]);
    expect([broker.made(), numbers(broker.sent)]).toEqual([1, [2]]);
  });
});
