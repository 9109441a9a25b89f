import type { Collection, ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { LeftRemoval } from './left-removal.ts';

/** A collection in one of its generations. */
export type Place = {
  readonly collection: Collection;
  readonly generation: string;
  /** What a read must not find. */
  readonly removals?: readonly LeftRemoval[];
};

/** A generation keeps the indexes that it was prepared with: filling one later would hold up everybody. */
export const otherIndexes = ({ model, generation }: Pick<ModelGeneration, 'model' | 'generation'>): Error =>
  new Error(`${model} ${generation} has other collections or indexes. Raise the model's version.`);

/** Places of generations, by the name of the collection. */
export const placesOf = (
  models: readonly Pick<ModelGeneration, 'generation' | 'collections'>[],
): ReadonlyMap<string, Place> =>
  new Map(
    models.flatMap(({ generation, collections }) =>
      collections.map((collection) => [collection.name, { collection, generation }] as const),
    ),
  );

/** @throws Error if the collection belongs to none of the generations. */
export const placeIn =
  (places: ReadonlyMap<string, Place>) =>
  (collection: string): Place => {
    const place = places.get(collection);
    if (place === undefined) throw new Error(`The collection ${collection} belongs to none of the generations.`);
    return place;
  };
