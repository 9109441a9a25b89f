import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { Db, Collection as MongoCollection } from 'mongodb';
import type { ServerClock } from './mongo-clock.ts';
import { dropCollections } from './mongo-collections.ts';
import { collectionsOf, type MongoGenerations, type StoredGeneration } from './mongo-generations.ts';

type PendingDrop = {
  readonly _id: string;
  readonly model: string;
  readonly generation: string;
  /** JSON text of the collections. */
  readonly collections: string;
  /** By the server's clock, milliseconds. */
  readonly due: number;
};

/** Milliseconds between tries to drop what could not be dropped. */
const TRY_AGAIN = 60_000;

const idOf = ({ model, generation }: Pick<PendingDrop, 'model' | 'generation'>): string => `${model}@${generation}`;

/**
 * Collections of generations that are being dropped. They are recorded before the generation is removed, so that a process that
 * dies in between does not leave them behind. The next process to open the store, or to build in it, drops what is due.
 */
export class MongoPendingDrops {
  readonly #db: Db;
  readonly #clock: ServerClock;
  readonly #generations: MongoGenerations;
  readonly #pendingDrops: MongoCollection<PendingDrop>;
  readonly #timers = new Set<NodeJS.Timeout>();
  #isStopped = false;

  constructor(db: Db, clock: ServerClock, generations: MongoGenerations) {
    this.#db = db;
    this.#clock = clock;
    this.#generations = generations;
    this.#pendingDrops = db.collection<PendingDrop>('read_departures');
  }

  /** Before the generations are removed. @param after milliseconds for which someone may still be reading them. */
  async announce(leaving: readonly StoredGeneration[], after: number): Promise<void> {
    const { now } = await this.#clock();
    for (const { model, generation, collections } of leaving) {
      const drop = { model, generation, collections, due: now + after };
      await this.#pendingDrops.replaceOne({ _id: idOf(drop) }, drop, { upsert: true });
    }
  }

  /** Drops what is due now, and schedules the rest. */
  async dropDue(): Promise<void> {
    const drops = await this.#pendingDrops.find().toArray();
    if (drops.length === 0) return;
    const [{ now }, stored] = await Promise.all([this.#clock(), this.#generations.all()]);
    const there = new Set(stored.map(idOf));
    let next = Number.POSITIVE_INFINITY;
    for (const drop of drops) {
      // The process that announced it died before removing it.
      if (there.has(drop._id)) continue;
      if (drop.due <= now) await this.#end(drop);
      else next = Math.min(next, drop.due);
    }
    if (next < Number.POSITIVE_INFINITY) this.#plan(next - now);
  }

  /** Drops at once what remains of a generation that is being recreated, or that nobody reads. */
  async finish(model: Pick<ModelGeneration, 'model' | 'generation'>): Promise<void> {
    const drop = await this.#pendingDrops.findOne({ _id: idOf(model) });
    if (drop !== null) await this.#end(drop);
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  async #end(drop: PendingDrop): Promise<void> {
    const { generation } = drop;
    await dropCollections(this.#db, { generation, collections: collectionsOf(drop) });
    await this.#pendingDrops.deleteOne({ _id: drop._id });
  }

  #plan(after: number): void {
    if (this.#isStopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      // The server may be unreachable for now.
      void this.dropDue().catch(() => this.#plan(TRY_AGAIN));
    }, after);
    timer.unref();
    this.#timers.add(timer);
  }
}
