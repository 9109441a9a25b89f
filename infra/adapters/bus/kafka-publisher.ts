import { BusUnavailableError } from '@quorum/service-kit/ports/bus.ts';
import type { Producer } from 'kafkajs';
import { isTopicMissing, messageOf } from './kafka-failure.ts';
import type { BusRecord } from './kafka-records.ts';
import type { KafkaTopic } from './kafka-topic.ts';

type Pending = {
  readonly records: readonly BusRecord[];
  readonly size: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
};

/** Queue limits while a broker is down, in records and characters. The rest is dropped; gateways notice the gap. */
const MAX_RECORDS = 20_000;
const MAX_WAITING = 16_000_000;
/** Characters per batch: a broker refuses a whole batch larger than a megabyte (`message.max.bytes`). */
const MAX_AT_ONCE = 250_000;

const sizeOf = (records: readonly BusRecord[]): number =>
  records.reduce((sum, { key, value }) => sum + key.length + value.length, 0);

/**
 * Sends one batch at a time, so that records stay in order across retries. Records that arrive during a batch go into the next one.
 */
export class KafkaPublisher {
  readonly #producer: Pick<Producer, 'connect' | 'send'>;
  readonly #topic: Pick<KafkaTopic, 'name' | 'ensure'>;
  readonly #onError: (error: unknown) => void;
  #waiting: Pending[] = [];
  #waitingRecords = 0;
  #waitingSize = 0;
  #sending: Promise<void> | undefined;

  /** @param onError called for each dropped batch, because its publisher may no longer be waiting. */
  constructor(
    producer: Pick<Producer, 'connect' | 'send'>,
    topic: Pick<KafkaTopic, 'name' | 'ensure'>,
    onError: (error: unknown) => void,
  ) {
    this.#producer = producer;
    this.#topic = topic;
    this.#onError = onError;
  }

  send(records: readonly BusRecord[]): Promise<void> {
    if (records.length === 0) return Promise.resolve();
    const size = sizeOf(records);
    return new Promise((resolve, reject) => {
      if (this.#waitingRecords + records.length > MAX_RECORDS || this.#waitingSize + size > MAX_WAITING) {
        reject(new BusUnavailableError('Too many messages are waiting for Kafka.'));
        return;
      }
      this.#waiting.push({ records, size, resolve, reject });
      this.#waitingRecords += records.length;
      this.#waitingSize += size;
      this.#sending ??= this.#sendAll();
    });
  }

  /** Resolves when nothing is in flight. */
  async idle(): Promise<void> {
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#sendSome(this.#takeSome());
    this.#sending = undefined;
  }

  /** A record larger than a batch is sent alone, so that nothing else is refused with it. */
  #takeSome(): readonly Pending[] {
    let [count, size] = [0, 0];
    for (const pending of this.#waiting) {
      if (count > 0 && size + pending.size > MAX_AT_ONCE) break;
      count += 1;
      size += pending.size;
    }
    const batch = this.#waiting.splice(0, count);
    this.#waitingRecords -= batch.reduce((sum, { records }) => sum + records.length, 0);
    this.#waitingSize -= size;
    return batch;
  }

  async #sendSome(batch: readonly Pending[]): Promise<void> {
    try {
      const messages = batch.flatMap(({ records }) => records.map(({ key, value }) => ({ key, value })));
      // At once, unless the broker was away when the process started.
      await this.#producer.connect();
      await this.#producer.send({ topic: this.#topic.name, acks: 1, messages });
      for (const pending of batch) pending.resolve();
    } catch (error) {
      const lost = new BusUnavailableError(
        `Kafka accepted no messages; ${batch.length} were dropped: ${messageOf(error)}`,
        {
          cause: error,
        },
      );
      for (const pending of batch) pending.reject(lost);
      this.#onError(lost);
      if (isTopicMissing(error)) await this.#topic.ensure().catch(this.#onError);
    }
  }
}
