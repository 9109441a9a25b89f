import { ReadStoreUnavailableError } from '@quorum/service-kit/ports/read-store.ts';
import { collectionsOf, type MongoGenerations } from './mongo-generations.ts';
import { type Place, placesOf } from './place.ts';

/** Milliseconds for which a reader caches the active generations. */
export const PLACES_KEPT = 500;

/** Locates the collections of the active generations. */
export class MongoActivePlaces {
  readonly #generations: MongoGenerations;
  #known: { readonly at: number; readonly places: Promise<ReadonlyMap<string, Place>> } | undefined;

  constructor(generations: MongoGenerations) {
    this.#generations = generations;
  }

  /** @throws ReadStoreUnavailableError if no generation with the collection is active yet. */
  async of(collection: string): Promise<Place> {
    const now = performance.now();
    if (this.#known === undefined || now - this.#known.at > PLACES_KEPT) {
      const places = this.#read();
      this.#known = { at: now, places };
      places.catch(() => this.forget());
    }
    const place = (await this.#known.places).get(collection);
    if (place !== undefined) return place;
    this.forget();
    throw new ReadStoreUnavailableError(`The read model with the collection ${collection} was not built yet.`);
  }

  /** After a switch-over by this process. */
  forget(): void {
    this.#known = undefined;
  }

  async #read(): Promise<ReadonlyMap<string, Place>> {
    const active = (await this.#generations.all()).filter((each) => each.active);
    return placesOf(active.map((each) => ({ ...each, collections: collectionsOf(each) })));
  }
}
