import type { ModelGeneration } from '@quorum/contracts/ports/read-store.ts';
import type { Db, Collection as MongoCollection } from 'mongodb';
import type { ServerClock } from './mongo-clock.ts';
import { dropCollections } from './mongo-collections.ts';
import { collectionsOf, type MongoGenerations, type StoredGeneration } from './mongo-generations.ts';

type Departure = {
  readonly _id: string;
  readonly model: string;
  readonly generation: string;
  /** JSON text of the collections. */
  readonly collections: string;
  /** By the server's clock, milliseconds. */
  readonly due: number;
};

/** Between two tries to drop what could not be dropped, milliseconds. */
const TRY_AGAIN = 60_000;

const idOf = ({ model, generation }: Pick<Departure, 'model' | 'generation'>): string => `${model}@${generation}`;

/**
 * Collections of generations that are being dropped. They are written down before the generation is taken away, so that they are not
 * left behind for ever by a process that dies in between: whoever opens the store or builds in it next drops what is due.
 */
export class MongoDepartures {
  readonly #db: Db;
  readonly #clock: ServerClock;
  readonly #generations: MongoGenerations;
  readonly #departures: MongoCollection<Departure>;
  readonly #timers = new Set<NodeJS.Timeout>();
  #isStopped = false;

  constructor(db: Db, clock: ServerClock, generations: MongoGenerations) {
    this.#db = db;
    this.#clock = clock;
    this.#generations = generations;
    this.#departures = db.collection<Departure>('read_departures');
  }

  /** Before the generations are taken away. @param after milliseconds for which somebody may still be reading them. */
  async announce(leaving: readonly StoredGeneration[], after: number): Promise<void> {
    const { now } = await this.#clock();
    for (const { model, generation, collections } of leaving) {
      const departure = { model, generation, collections, due: now + after };
      await this.#departures.replaceOne({ _id: idOf(departure) }, departure, { upsert: true });
    }
  }

  /** Drops what is due now, and plans the rest. */
  async clearAway(): Promise<void> {
    const departures = await this.#departures.find().toArray();
    if (departures.length === 0) return;
    const [{ now }, stored] = await Promise.all([this.#clock(), this.#generations.all()]);
    const there = new Set(stored.map(idOf));
    let next = Number.POSITIVE_INFINITY;
    for (const departure of departures) {
      // Who announced it died before it was taken away.
      if (there.has(departure._id)) continue;
      if (departure.due <= now) await this.#end(departure);
      else next = Math.min(next, departure.due);
    }
    if (next < Number.POSITIVE_INFINITY) this.#plan(next - now);
  }

  /** Drops what is left of a generation that is made anew, or that nobody reads, at once. */
  async finish(model: Pick<ModelGeneration, 'model' | 'generation'>): Promise<void> {
    const departure = await this.#departures.findOne({ _id: idOf(model) });
    if (departure !== null) await this.#end(departure);
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  async #end(departure: Departure): Promise<void> {
    const { generation } = departure;
    await dropCollections(this.#db, { generation, collections: collectionsOf(departure) });
    await this.#departures.deleteOne({ _id: departure._id });
  }

  #plan(after: number): void {
    if (this.#isStopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      // The server may be away for now.
      void this.clearAway().catch(() => this.#plan(TRY_AGAIN));
    }, after);
    timer.unref();
    this.#timers.add(timer);
  }
}
