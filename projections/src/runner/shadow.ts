import type { Document, ReadModels, ReadStore } from '@quorum/contracts/ports/read-store.ts';
import type { Build } from './model-build.ts';

/** A document in which a rebuild from the first event and the running model differ. JSON texts; `undefined` where there is none. */
export type Difference = {
  readonly model: string;
  readonly collection: string;
  readonly id: string;
  readonly active: string | undefined;
  readonly rebuilt: string | undefined;
};

const PAGE = 1_000;

async function* inOrderOfId(models: ReadModels, collection: string): AsyncGenerator<Document> {
  for (let last: Document | undefined; ; ) {
    const after = last === undefined ? {} : { after: { id: last.id } };
    const page = await models.query<Document>(collection, { where: {}, limit: PAGE, ...after });
    yield* page;
    last = page.at(-1);
    if (page.length < PAGE) return;
  }
}

async function* differencesOf(
  model: string,
  collection: string,
  active: ReadModels,
  rebuilt: ReadModels,
): AsyncGenerator<Difference> {
  const left = inOrderOfId(active, collection);
  const right = inOrderOfId(rebuilt, collection);
  let [a, b] = [(await left.next()).value, (await right.next()).value] as [Document | undefined, Document | undefined];
  while (a !== undefined || b !== undefined) {
    const id = a !== undefined && (b === undefined || a.id <= b.id) ? a.id : (b as Document).id;
    const texts = [a, b].map((document) => (document?.id === id ? JSON.stringify(document) : undefined));
    const [inActive, inRebuilt] = texts;
    if (inActive !== inRebuilt) yield { model, collection, id, active: inActive, rebuilt: inRebuilt };
    if (inActive !== undefined) a = (await left.next()).value as Document | undefined;
    if (inRebuilt !== undefined) b = (await right.next()).value as Document | undefined;
  }
}

/** Compares two builds of one model byte for byte. Both must stand at the same position and stay there. */
export async function* compareBuilds(reads: ReadStore, active: Build, rebuilt: Build): AsyncGenerator<Difference> {
  const [left, right] = [reads.at([active.generation]), reads.at([rebuilt.generation])];
  for (const collection of active.model.collections) yield* differencesOf(active.model.name, collection, left, right);
}
