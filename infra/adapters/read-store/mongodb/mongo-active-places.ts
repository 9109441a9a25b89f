import { ReadStoreUnavailableError } from '@quorum/service-kit/ports/read-store.ts';
import { KeptReading } from '../kept-reading.ts';
import { type Place, placesOf } from '../place.ts';
import { collectionsOf, type MongoGenerations } from './mongo-generations.ts';

/** Milliseconds for which a reader caches the active generations. */
export const PLACES_KEPT = 500;

/** Locates the collections of the active generations. */
export class MongoActivePlaces {
  readonly #places: KeptReading<ReadonlyMap<string, Place>>;

  constructor(generations: MongoGenerations) {
    this.#places = new KeptReading(async () => {
      const active = (await generations.all()).filter((each) => each.active);
      return placesOf(active.map((each) => ({ ...each, collections: collectionsOf(each) })));
    }, PLACES_KEPT);
  }

  /** @throws ReadStoreUnavailableError if no generation with the collection is active yet. */
  async of(collection: string): Promise<Place> {
    const place = (await this.#places.get()).get(collection);
    if (place !== undefined) return place;
    this.forget();
    throw new ReadStoreUnavailableError(`The read model with the collection ${collection} was not built yet.`);
  }

  /** After a switch-over by this process. */
  forget(): void {
    this.#places.forget();
  }
}
