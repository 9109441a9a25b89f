import { BusUnavailableError } from '@quorum/contracts/ports/bus.ts';
import type { Producer } from 'kafkajs';
import type { BusRecord } from './kafka-records.ts';

type Pending = {
  readonly records: readonly BusRecord[];
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
};

/** Records waiting for a broker that is away; more are given up, for each of them is found by its gap anyway. */
const WAITING_AT_MOST = 20_000;

/** Sends one batch at a time, so that records keep their order across repeats; what comes meanwhile is the next batch. */
export class KafkaPublisher {
  readonly #producer: Producer;
  readonly #topic: string;
  #waiting: Pending[] = [];
  #waitingRecords = 0;
  #sending: Promise<void> | undefined;

  constructor(producer: Producer, topic: string) {
    this.#producer = producer;
    this.#topic = topic;
  }

  send(records: readonly BusRecord[]): Promise<void> {
    if (records.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      if (this.#waitingRecords + records.length > WAITING_AT_MOST) {
        reject(new BusUnavailableError('Too many messages wait for Kafka.'));
        return;
      }
      this.#waiting.push({ records, resolve, reject });
      this.#waitingRecords += records.length;
      this.#sending ??= this.#sendAll();
    });
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      this.#waitingRecords = 0;
      try {
        const messages = batch.flatMap((pending) => pending.records.map(({ key, value }) => ({ key, value })));
        await this.#producer.send({ topic: this.#topic, acks: 1, messages });
        for (const pending of batch) pending.resolve();
      } catch (error) {
        const lost = new BusUnavailableError(`Kafka took no messages: ${messageOf(error)}`, { cause: error });
        for (const pending of batch) pending.reject(lost);
      }
    }
    this.#sending = undefined;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
