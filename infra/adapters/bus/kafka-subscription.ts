import { randomUUID } from 'node:crypto';
import { backOff } from '@quorum/service-kit/back-off.ts';
import { BusUnavailableError } from '@quorum/service-kit/ports/bus.ts';
import { withTimeout } from '@quorum/service-kit/with-timeout.ts';
import type { Consumer, Kafka, KafkaMessage } from 'kafkajs';
import { isAuthFailure, messageOf } from './kafka-failure.ts';
import type { KafkaTopic } from './kafka-topic.ts';

/** The broker holds a new group open for some seconds (`group.initial.rebalance.delay.ms`). */
const JOIN_TIMEOUT_MS = 30_000;
/** A hanging broker must keep neither the process from exiting nor a subscription from its next try. */
const LEAVE_TIMEOUT_MS = 3_000;
const FETCH_WAIT_MS = 500;
const pauseAfter = backOff(100, 5_000);
/** Milliseconds. A subscription that lasted this long starts over with short pauses. */
const STABLE_AFTER_MS = 30_000;

export type KafkaSubscriptionOptions = {
  readonly kafka: Kafka;
  readonly topic: KafkaTopic;
  /** Receives the text of a record. If it throws, the error is reported and the record skipped. */
  readonly handler: (text: string) => void;
  readonly onError: (error: unknown) => void;
};

/** The next offset in a partition, and the newest timestamp read. */
type Place = { readonly offset: bigint; readonly newest: bigint };

/**
 * Follows the topic as a consumer group of its own, with offsets in memory, until stopped. The client's consumer gives up for
 * good on some errors and restarts immediately on others, so we handle restarts ourselves, with growing pauses.
 */
export class KafkaSubscription {
  readonly #options: KafkaSubscriptionOptions;
  readonly #places = new Map<number, Place>();
  #consumer: Consumer | undefined;
  #isStopped = false;
  /** Increases when an attempt is abandoned, so that a late success of it is not joined in addition to the next. */
  #tries = 0;
  #failures = 0;
  #joinedAt = 0;
  #wake: () => void = () => {};

  /**
   * Resolves when it has joined: everything published from then on is delivered. If it cannot join for now, it resolves as well, and
   * keeps trying. @throws BusUnavailableError if the account may not join
   */
  static async start(options: KafkaSubscriptionOptions): Promise<KafkaSubscription> {
    const subscription = new KafkaSubscription(options);
    try {
      await subscription.#join();
    } catch (error) {
      if (isAuthFailure(error)) {
        await subscription.stop();
        throw new BusUnavailableError(`Cannot subscribe to Kafka: ${messageOf(error)}`, { cause: error });
      }
      void subscription.#recover(error);
    }
    return subscription;
  }

  private constructor(options: KafkaSubscriptionOptions) {
    this.#options = options;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    await this.#leave().catch(this.#options.onError);
  }

  #join(): Promise<void> {
    return withTimeout(JOIN_TIMEOUT_MS, this.#joinInTime(), () => new Error('joining took too long'));
  }

  async #joinInTime(): Promise<void> {
    const { kafka, topic } = this.#options;
    const mine = this.#tries;
    await this.#findPlaces();
    if (mine !== this.#tries) return;
    const consumer = kafka.consumer({
      groupId: `${topic.name}-${randomUUID()}`,
      allowAutoTopicCreation: false,
      sessionTimeout: 10_000,
      // Stopping the consumer waits for a fetch in flight, which new messages end at once.
      maxWaitTimeInMs: FETCH_WAIT_MS,
      heartbeatInterval: 3_000,
      retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 3, restartOnFailure: async () => false },
    });
    this.#consumer = consumer;
    const joined = new Promise<void>((resolve) => {
      // Also after rejoining, because the group stores no offsets.
      consumer.on(consumer.events.GROUP_JOIN, () => {
        for (const [partition, { offset }] of this.#places)
          consumer.seek({ topic: topic.name, partition, offset: String(offset) });
        resolve();
      });
    });
    const crashed = new Promise<never>((_, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    });
    crashed.catch(() => {});
    await consumer.connect();
    await consumer.subscribe({ topic: topic.name, fromBeginning: false });
    // It may have connected after it was left.
    if (mine !== this.#tries) return consumer.disconnect();
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ partition, message }) => this.#take(partition, message),
    });
    await Promise.race([joined, crashed]);
    this.#joinedAt = performance.now();
    crashed.catch((error: unknown) => {
      if (this.#consumer === consumer) void this.#recover(error);
    });
  }

  async #recover(failure: unknown): Promise<void> {
    if (performance.now() - this.#joinedAt > STABLE_AFTER_MS) this.#failures = 0;
    for (let error = failure; !this.#isStopped; ) {
      this.#options.onError(
        new BusUnavailableError(`No messages are received from Kafka for now: ${messageOf(error)}`, { cause: error }),
      );
      try {
        await this.#leave();
        await this.#pause(pauseAfter(this.#failures + 1));
        this.#failures += 1;
        if (this.#isStopped) return;
        await this.#options.topic.ensure();
        return await this.#join();
      } catch (next) {
        error = next;
      }
    }
  }

  /**
   * The client would resolve `latest` at the first fetch, losing messages published between joining and fetching. So we ask for
   * the ends of the partitions beforehand and keep offsets in memory. A topic that was recreated is read from its start.
   */
  async #findPlaces(): Promise<void> {
    const isFirst = this.#places.size === 0;
    for (const { partition, low, high } of await this.#options.topic.ends()) {
      const known = this.#places.get(partition);
      if (isFirst) this.#places.set(partition, { offset: BigInt(high), newest: 0n });
      else if (known === undefined || known.offset > BigInt(high))
        this.#places.set(partition, { offset: BigInt(low), newest: 0n });
    }
  }

  #take(partition: number, { offset, timestamp, value }: KafkaMessage): void {
    const place = this.#places.get(partition);
    const [at, time] = [BigInt(offset), BigInt(timestamp)];
    // After rejoining, an older fetch may still deliver what was already handled. In a recreated topic, offsets start over.
    if (place !== undefined && at < place.offset && time <= place.newest) return;
    this.#places.set(partition, { offset: at + 1n, newest: time });
    try {
      this.#options.handler(value?.toString() ?? '');
    } catch (error) {
      // An unreadable record must not block those behind it.
      this.#options.onError(error);
    }
  }

  /** If the broker is down, it ends the group by itself. */
  async #leave(): Promise<void> {
    this.#tries += 1;
    const consumer = this.#consumer;
    this.#consumer = undefined;
    if (consumer !== undefined)
      await withTimeout(
        LEAVE_TIMEOUT_MS,
        consumer.disconnect(),
        () => new BusUnavailableError('Kafka does not answer'),
      );
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
