import type { Collection, ModelGeneration } from '@quorum/service-kit/ports/generations.ts';

/** A collection in one of its generations. */
export type Place = {
  readonly collection: Collection;
  readonly generation: string;
};

/** A generation keeps the indexes that it was prepared with: filling one later would hold up everybody. */
export const otherIndexes = ({ model, generation }: Pick<ModelGeneration, 'model' | 'generation'>): Error =>
  new Error(`${model} ${generation} has other collections or indexes. Raise the model's version.`);

type Models = readonly Pick<ModelGeneration, 'generation' | 'collections'>[];

/** Something about each collection of generations, by its name. */
export const byCollection = <T>(models: Models, about: (place: Place) => T): ReadonlyMap<string, T> =>
  new Map(
    models.flatMap(({ generation, collections }) =>
      collections.map((collection) => [collection.name, about({ collection, generation })] as const),
    ),
  );

/** Places of generations. */
export const placesOf = (models: Models): ReadonlyMap<string, Place> => byCollection(models, (place) => place);

/** @throws Error if the collection belongs to none of the generations. */
export const foundIn = <T>(found: ReadonlyMap<string, T>, collection: string): T => {
  const known = found.get(collection);
  if (known === undefined) throw new Error(`The collection ${collection} belongs to none of the generations.`);
  return known;
};
