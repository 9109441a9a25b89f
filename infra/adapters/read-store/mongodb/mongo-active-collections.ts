import { ReadStoreUnavailableError } from '@quorum/service-kit/ports/read-store.ts';
import { type Place, placesOf } from '../place.ts';
import { collectionsOf, type MongoGenerations } from './mongo-generations.ts';

/** Milliseconds for which a reader caches the active generations. */
export const CACHE_TTL_MS = 500;

/** Locates the collections of the active generations. Failed reads are not cached. */
export class ActiveCollections {
  readonly #generations: MongoGenerations;
  #cached: { readonly at: number; readonly places: Promise<ReadonlyMap<string, Place>> } | undefined;

  constructor(generations: MongoGenerations) {
    this.#generations = generations;
  }

  /** @throws ReadStoreUnavailableError if no generation with the collection is active yet. */
  async locate(collection: string): Promise<Place> {
    const place = (await this.#places()).get(collection);
    if (place !== undefined) return place;
    this.forget();
    throw new ReadStoreUnavailableError(`The read model with the collection ${collection} was not built yet.`);
  }

  /** After a switch-over by this process. */
  forget(): void {
    this.#cached = undefined;
  }

  #places(): Promise<ReadonlyMap<string, Place>> {
    const now = performance.now();
    if (this.#cached === undefined || now - this.#cached.at > CACHE_TTL_MS) {
      const places = this.#read();
      this.#cached = { at: now, places };
      places.catch(() => this.forget());
    }
    return this.#cached.places;
  }

  async #read(): Promise<ReadonlyMap<string, Place>> {
    const active = (await this.#generations.all()).filter((each) => each.active);
    return placesOf(active.map((each) => ({ ...each, collections: collectionsOf(each) })));
  }
}
