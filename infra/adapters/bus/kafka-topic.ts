import { BusUnavailableError } from '@quorum/service-kit/ports/bus.ts';
import type { Admin } from 'kafkajs';

const PARTITIONS = 6;
const MAX_COPIES = 3;
/** Retention. Gateways that were away longer read what they missed from the read store. */
const RETENTION_MS = 3_600_000;
/** A segment is deleted as a whole, once its last message is old enough. By default a segment is filled for a week. */
const RETENTION = ['retention.ms', 'segment.ms'].map((name) => ({ name, value: String(RETENTION_MS) }));
const MAX_TRIES = 40;
const RECHECK_DELAY_MS = 250;

export type PartitionEnds = { readonly partition: number; readonly low: string; readonly high: string };

/** The topic that carries all messages. */
export class KafkaTopic {
  readonly name: string;
  readonly #admin: Admin;
  readonly #onError: (error: unknown) => void;

  /** @param onError called if a broker's loss would take part of the topic with it. */
  constructor(admin: Admin, name: string, onError: (error: unknown) => void) {
    this.#admin = admin;
    this.name = name;
    this.#onError = onError;
  }

  /** Creates the topic if it is missing, at start or after someone deleted it. */
  async ensure(): Promise<void> {
    await this.#admin.connect();
    const { brokers } = await this.#admin.describeCluster();
    const copies = Math.min(MAX_COPIES, brokers.length);
    // On a managed Kafka, the account may have no right to create what is there already.
    if ((await this.#admin.listTopics()).includes(this.name)) return await this.#checkCopies(copies);
    await this.#admin.createTopics({
      waitForLeaders: true,
      topics: [
        {
          topic: this.name,
          numPartitions: PARTITIONS,
          // The cluster's own default is one copy, and a partition of it is gone with its broker.
          replicationFactor: copies,
          configEntries: RETENTION,
        },
      ],
    });
  }

  /** A topic keeps as many copies as there were brokers when it was created. */
  async #checkCopies(wanted: number): Promise<void> {
    // A partition without a leader fails this call, and is no reason to have no bus.
    const { topics } = await this.#admin.fetchTopicMetadata({ topics: [this.name] }).catch(() => ({ topics: [] }));
    const partitions = topics.flatMap((topic) => topic.partitions);
    const fewest = Math.min(wanted, ...partitions.map(({ replicas }) => replicas.length));
    if (fewest === wanted) return;
    const line = `Kafka's topic ${this.name} has ${fewest} of ${wanted} copies: changes arrive late while a broker is away.`;
    this.#onError(new BusUnavailableError(line));
  }

  /** A broker that just created the topic may not lead it yet, and the client does not retry that. */
  async ends(): Promise<readonly PartitionEnds[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#admin.fetchTopicOffsets(this.name);
      } catch (error) {
        if ((error as { retriable?: boolean }).retriable !== true || attempt === MAX_TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, RECHECK_DELAY_MS));
      }
    }
  }
}
