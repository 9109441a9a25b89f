import type { Document, ReadModels, ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import type { CollectionName } from '@quorum/service-kit/reads/collections.ts';
import { pagesOf } from '@quorum/service-kit/reads/pages.ts';
import type { Build } from './model-build.ts';

/** A document that differs between a rebuild from the first event and the running model. JSON texts; `undefined` if missing. */
export type Difference = {
  readonly model: string;
  readonly collection: CollectionName;
  readonly id: string;
  readonly active: string | undefined;
  readonly rebuilt: string | undefined;
};

const PAGE_SIZE = 1_000;

async function* inOrderOfId(models: ReadModels, collection: CollectionName): AsyncGenerator<Document> {
  for await (const page of pagesOf(models, collection, { where: {} }, PAGE_SIZE)) yield* page;
}

const firstId = (...documents: readonly (Document | undefined)[]): string | undefined =>
  documents.flatMap((document) => document?.id ?? []).sort()[0];

const textOf = (document: Document | undefined, id: string): string | undefined =>
  document?.id === id ? JSON.stringify(document) : undefined;

async function* differencesOf(
  { model, collection }: Pick<Difference, 'model' | 'collection'>,
  active: ReadModels,
  rebuilt: ReadModels,
  onCompared: () => void,
): AsyncGenerator<Difference> {
  const [left, right] = [inOrderOfId(active, collection), inOrderOfId(rebuilt, collection)];
  const nextOf = async (documents: AsyncGenerator<Document>) => (await documents.next()).value as Document | undefined;
  let [a, b] = [await nextOf(left), await nextOf(right)];
  for (let id = firstId(a, b); id !== undefined; id = firstId(a, b)) {
    onCompared();
    const [inActive, inRebuilt] = [textOf(a, id), textOf(b, id)];
    if (inActive !== inRebuilt) yield { model, collection, id, active: inActive, rebuilt: inRebuilt };
    if (inActive !== undefined) a = await nextOf(left);
    if (inRebuilt !== undefined) b = await nextOf(right);
  }
}

/**
 * Compares two builds of one model byte for byte. Both must be at the same position and stay there.
 * @param onCompared is called for each document
 */
export async function* compareBuilds(
  reads: ReadStore,
  active: Build,
  rebuilt: Build,
  onCompared: () => void,
): AsyncGenerator<Difference> {
  const model = active.model.name;
  const [left, right] = [reads.at([active.generation]), reads.at([rebuilt.generation])];
  for (const collection of active.model.collections)
    yield* differencesOf({ model, collection }, left, right, onCompared);
}
