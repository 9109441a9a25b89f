import { randomUUID } from 'node:crypto';
import { type Bus, type BusMessage, BusUnavailableError } from '@quorum/contracts/ports/bus.ts';
import { type Admin, type Consumer, Kafka, logLevel, Partitioners, type Producer } from 'kafkajs';
import { within } from '../within.ts';
import { KafkaPublisher } from './kafka-publisher.ts';
import { fromRecord, toRecords } from './kafka-records.ts';
import { warn } from './warn.ts';

export type KafkaBusOptions = {
  /** `host:port` of each. */
  readonly brokers: readonly string[];
  /** Made when missing. */
  readonly topic?: string;
  /** Told of lost connections and of messages that could not be carried or read; by default they are warnings of the process. */
  readonly onError?: (error: unknown) => void;
};

const DEFAULT_TOPIC = 'quorum-changes';
const PARTITIONS = 6;
/** Gateways that were away longer read what they missed from the read store. */
const KEPT_MILLISECONDS = 3_600_000;
const PUBLISH_WITHIN = 2_000;
const PING_WITHIN = 3_000;
const OPEN_WITHIN = 15_000;
/** A new group is held open by the broker for some seconds (`group.initial.rebalance.delay.ms`). */
const JOIN_WITHIN = 30_000;
const FETCH_WAITS = 500;
const MOST_LOOKS = 40;
const LOOK_AGAIN_AFTER = 250;

/** Carries messages between processes. Every subscriber is a consumer group of its own and keeps its place in memory. */
export class KafkaBus implements Bus {
  readonly #kafka: Kafka;
  readonly #topic: string;
  readonly #admin: Admin;
  readonly #producer: Producer;
  readonly #publisher: KafkaPublisher;
  readonly #onError: (error: unknown) => void;
  readonly #consumers = new Set<Consumer>();

  /** @throws BusUnavailableError when no broker answers within 15 s. */
  static async open(options: KafkaBusOptions): Promise<KafkaBus> {
    const bus = new KafkaBus(options);
    try {
      const opened = Promise.all([bus.#ensureTopic(), bus.#producer.connect()]);
      await within(OPEN_WITHIN, opened, () => new Error('no answer'));
      return bus;
    } catch (error) {
      await bus.close();
      const where = options.brokers.join(', ');
      throw new BusUnavailableError(`Kafka at ${where} cannot be reached: ${messageOf(error)}`, { cause: error });
    }
  }

  private constructor({ brokers, topic = DEFAULT_TOPIC, onError = warn }: KafkaBusOptions) {
    this.#topic = topic;
    this.#onError = onError;
    this.#kafka = new Kafka({
      clientId: 'quorum',
      brokers: [...brokers],
      connectionTimeout: 3_000,
      requestTimeout: 10_000,
      retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 8 },
      logLevel: logLevel.NOTHING,
    });
    this.#admin = this.#kafka.admin();
    this.#producer = this.#kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
    this.#publisher = new KafkaPublisher(this.#producer, topic);
  }

  async publish(message: BusMessage): Promise<void> {
    const sent = this.#publisher.send(toRecords(message));
    let isLate = false;
    // Nobody waits any more for what is given up later than that.
    sent.catch((error: unknown) => isLate && this.#onError(error));
    await within(PUBLISH_WITHIN, sent, () => {
      isLate = true;
      return new BusUnavailableError(`Kafka did not take a message within ${PUBLISH_WITHIN} ms.`);
    });
  }

  async subscribe(handler: (message: BusMessage) => void): Promise<() => Promise<void>> {
    const consumer = this.#kafka.consumer({
      groupId: `${this.#topic}-${randomUUID()}`,
      allowAutoTopicCreation: false,
      sessionTimeout: 10_000,
      // A fetch under way is waited for when the consumer stops; messages end it at once.
      maxWaitTimeInMs: FETCH_WAITS,
      heartbeatInterval: 3_000,
      retry: {
        initialRetryTime: 100,
        maxRetryTime: 2_000,
        restartOnFailure: async () => this.#consumers.has(consumer),
      },
    });
    this.#consumers.add(consumer);
    const stop = async (): Promise<void> => {
      this.#consumers.delete(consumer);
      await consumer.disconnect();
    };
    try {
      await within(JOIN_WITHIN, this.#join(consumer, handler), () => new Error('joining took too long'));
      return stop;
    } catch (error) {
      await stop();
      throw new BusUnavailableError(`Kafka let nobody subscribe: ${messageOf(error)}`, { cause: error });
    }
  }

  async ping(): Promise<void> {
    try {
      await within(PING_WITHIN, this.#admin.describeCluster(), () => new Error('no answer'));
    } catch (error) {
      throw new BusUnavailableError(`Kafka cannot be reached: ${messageOf(error)}`, { cause: error });
    }
  }

  async close(): Promise<void> {
    const consumers = [...this.#consumers];
    this.#consumers.clear();
    const closed = (async () => {
      await Promise.all(consumers.map((consumer) => consumer.disconnect()));
      await this.#publisher.idle();
      await Promise.all([this.#producer.disconnect(), this.#admin.disconnect()]);
    })();
    // A broker that is away must not keep the process from ending.
    await within(PUBLISH_WITHIN, closed, () => new Error('Kafka did not answer while closing')).catch(this.#onError);
  }

  /**
   * `latest` is found at the first fetch, after joining: messages in between would be lost. So the ends of the partitions are
   * asked for first, and kept up in memory, so that joining again (the group stores no offsets) goes on where it was.
   */
  async #join(consumer: Consumer, handler: (message: BusMessage) => void): Promise<void> {
    const next = new Map<number, string>();
    for (const { partition, high } of await this.#endsOfPartitions()) next.set(partition, high);

    const joined = new Promise<void>((resolve) => {
      consumer.on(consumer.events.GROUP_JOIN, () => {
        for (const [partition, offset] of next) consumer.seek({ topic: this.#topic, partition, offset });
        resolve();
      });
    });
    consumer.on(consumer.events.CRASH, ({ payload }) => this.#onError(payload.error));
    await consumer.connect();
    await consumer.subscribe({ topic: this.#topic, fromBeginning: false });
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ partition, message }) => {
        // After a rejoin an older fetch may still hand out what was handled already.
        if (BigInt(message.offset) < BigInt(next.get(partition) ?? 0)) return;
        next.set(partition, String(BigInt(message.offset) + 1n));
        try {
          handler(fromRecord(message.value?.toString() ?? ''));
        } catch (error) {
          // One that cannot be read must not hold up those behind it.
          this.#onError(error);
        }
      },
    });
    await joined;
  }

  /** A broker that has just made the topic may not yet lead it, which the client does not repeat by itself. */
  async #endsOfPartitions(): Promise<readonly { readonly partition: number; readonly high: string }[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#admin.fetchTopicOffsets(this.#topic);
      } catch (error) {
        if ((error as { retriable?: boolean }).retriable !== true || attempt === MOST_LOOKS) throw error;
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_AFTER));
      }
    }
  }

  async #ensureTopic(): Promise<void> {
    await this.#admin.connect();
    await this.#admin.createTopics({
      waitForLeaders: true,
      topics: [
        {
          topic: this.#topic,
          numPartitions: PARTITIONS,
          // As many as the cluster's own default says.
          replicationFactor: -1,
          configEntries: [{ name: 'retention.ms', value: String(KEPT_MILLISECONDS) }],
        },
      ],
    });
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
