import { type Bus, type BusMessage, BusUnavailableError } from '@quorum/service-kit/ports/bus.ts';
import { withTimeout } from '@quorum/service-kit/with-timeout.ts';
import { type Admin, Kafka, logLevel, Partitioners, type Producer, type SASLOptions } from 'kafkajs';
import { warn } from './emit-process-warning.ts';
import { messageOf } from './kafka-failure.ts';
import { KafkaPublisher } from './kafka-publisher.ts';
import { fromRecord, toRecords } from './kafka-records.ts';
import { KafkaSubscription } from './kafka-subscription.ts';
import { KafkaTopic } from './kafka-topic.ts';

export type KafkaMechanism = 'plain' | 'scram-sha-256' | 'scram-sha-512';

export type KafkaBusOptions = {
  /** Each as `host:port`. */
  readonly brokers: readonly string[];
  /** Credentials, if the brokers require them, and how they are presented; by default PLAIN. */
  readonly login?: { readonly username: string; readonly password: string };
  readonly mechanism?: KafkaMechanism;
  readonly tls?: boolean;
  /** Created if missing. */
  readonly topic?: string;
  /**
   * Called if no broker answers at first. @returns whether to continue without: messages and subscriptions then try again, as in any
   * later outage. By default it does not.
   */
  readonly whenAway?: (error: BusUnavailableError) => boolean;
  /** Called on lost connections and on messages that could not be sent or read; by default they become process warnings. */
  readonly onError?: (error: unknown) => void;
};

const DEFAULT_TOPIC = 'quorum-changes';
const PUBLISH_TIMEOUT_MS = 2_000;
const PING_TIMEOUT_MS = 3_000;
const OPEN_TIMEOUT_MS = 15_000;
/**
 * Retries while a broker restarts. Subscriptions reconnect on their own, because the client's nested back-offs add up to minutes.
 */
const SENDING_RETRIES = 8;
const FOLLOWING_RETRIES = 3;

type Subscriber = { readonly handler: (message: BusMessage) => void };

/**
 * Carries messages between processes. Each process is a consumer group of its own, whose subscribers share one consumer, and keeps its
 * offsets in memory. A batch whose response was lost is sent again, so it may be delivered twice; the sequence numbers of changes make
 * that harmless.
 */
export class KafkaBus implements Bus {
  readonly #kafka: Kafka;
  readonly #topic: KafkaTopic;
  readonly #admin: Admin;
  readonly #producer: Producer;
  readonly #publisher: KafkaPublisher;
  readonly #onError: (error: unknown) => void;
  readonly #subscribers = new Set<Subscriber>();
  #subscription: Promise<KafkaSubscription> | undefined;

  /** @throws BusUnavailableError if no broker responds within 15 s, unless it may be away. */
  static async open(options: KafkaBusOptions): Promise<KafkaBus> {
    const bus = new KafkaBus(options);
    try {
      const opened = Promise.all([bus.#topic.ensure(), bus.#producer.connect()]);
      await withTimeout(OPEN_TIMEOUT_MS, opened, () => new Error('no answer'));
    } catch (cause) {
      const where = options.brokers.join(', ');
      const error = new BusUnavailableError(`Kafka at ${where} cannot be reached: ${messageOf(cause)}`, { cause });
      if (options.whenAway?.(error) === true) return bus;
      await bus.close();
      throw error;
    }
    return bus;
  }

  private constructor({
    brokers,
    login,
    mechanism = 'plain',
    tls = false,
    topic = DEFAULT_TOPIC,
    onError = warn,
  }: KafkaBusOptions) {
    this.#onError = onError;
    const client = (retries: number) =>
      new Kafka({
        clientId: 'quorum',
        brokers: [...brokers],
        ssl: tls,
        ...(login === undefined ? {} : { sasl: { mechanism, ...login } as SASLOptions }),
        connectionTimeout: 3_000,
        requestTimeout: 10_000,
        retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries },
        logLevel: logLevel.NOTHING,
      });
    this.#kafka = client(FOLLOWING_RETRIES);
    this.#admin = this.#kafka.admin();
    this.#topic = new KafkaTopic(this.#admin, topic, onError);
    this.#producer = client(SENDING_RETRIES).producer({
      createPartitioner: Partitioners.DefaultPartitioner,
      // The broker would create the topic by its own defaults.
      allowAutoTopicCreation: false,
    });
    this.#publisher = new KafkaPublisher(this.#producer, this.#topic, onError);
  }

  async publish(message: BusMessage): Promise<void> {
    const sent = this.#publisher.send(toRecords(message));
    // A publisher that stopped waiting learns of it through `onError`.
    sent.catch(() => {});
    const late = () => new BusUnavailableError(`Kafka did not accept a message within ${PUBLISH_TIMEOUT_MS} ms.`);
    await withTimeout(PUBLISH_TIMEOUT_MS, sent, late);
  }

  async subscribe(handler: Subscriber['handler']): Promise<() => Promise<void>> {
    const subscriber = { handler };
    this.#subscribers.add(subscriber);
    const leave = async (): Promise<void> => {
      this.#subscribers.delete(subscriber);
      if (this.#subscribers.size === 0) await this.#unsubscribe();
    };
    this.#subscription ??= KafkaSubscription.start({
      kafka: this.#kafka,
      topic: this.#topic,
      handler: (text) => this.#deliver(fromRecord(text)),
      onError: this.#onError,
    });
    try {
      await this.#subscription;
      return leave;
    } catch (error) {
      await leave();
      throw error;
    }
  }

  async ping(): Promise<void> {
    try {
      await withTimeout(PING_TIMEOUT_MS, this.#admin.describeCluster(), () => new Error('no answer'));
    } catch (error) {
      throw new BusUnavailableError(`Kafka cannot be reached: ${messageOf(error)}`, { cause: error });
    }
  }

  async close(): Promise<void> {
    this.#subscribers.clear();
    const closed = (async () => {
      await this.#unsubscribe();
      await this.#publisher.idle();
      await Promise.all([this.#producer.disconnect(), this.#admin.disconnect()]);
    })();
    // An unreachable broker must not keep the process from exiting.
    await withTimeout(PUBLISH_TIMEOUT_MS, closed, () => new Error('Kafka did not answer while closing')).catch(
      this.#onError,
    );
  }

  #deliver(message: BusMessage): void {
    for (const { handler } of this.#subscribers) {
      try {
        handler(message);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  async #unsubscribe(): Promise<void> {
    const subscription = this.#subscription;
    this.#subscription = undefined;
    // One that did not start has already stopped.
    const started = await subscription?.catch(() => undefined);
    await started?.stop();
  }
}
