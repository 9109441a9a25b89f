import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import { collections } from '@quorum/service-kit/reads/collections.ts';
import type { Model } from '../../model.ts';

/** A model and the generation being written. */
export type Build = { readonly model: Model; readonly generation: ModelGeneration };

export const generationOf = (model: Model, generation: string): ModelGeneration => ({
  model: model.name,
  generation,
  collections: model.collections.map((name) => collections[name]),
});
