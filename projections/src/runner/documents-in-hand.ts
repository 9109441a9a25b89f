import type { StoredEvent } from '@quorum/contracts/ports/event-store.ts';
import type { Document, Query, ReadModels, Write } from '@quorum/contracts/ports/read-store.ts';
import { describeFailure } from '@quorum/service-kit/failure.ts';
import type { Model, Reader, Ref, Where } from '../models/model.ts';
import type { AnyStep } from './following.ts';
import type { Build } from './model-build.ts';
import { Shelf } from './shelf.ts';

type Found = ReadonlyMap<AnyStep, readonly Document[]>;

const NOTHING_FOUND: Found = new Map();

const PAGE = 1_000;

/** Collections that some fold of the model reads by id. */
const readByFolds = (model: Model): ReadonlySet<string> => {
  const read = new Set<string>();
  for (const step of Object.values(model.on).flat() as readonly AnyStep[]) {
    if (step.step === 'fold') read.add(step.collection);
    // What a step reads is known only with an event at hand; a model's reads go to collections that it also folds.
  }
  return read;
};

/** The documents of some generations as far as events touch them, and what steps do to them, in memory. */
export class DocumentsInHand {
  readonly #stored: ReadModels;
  readonly #shelves: ReadonlyMap<string, Shelf>;
  readonly #read: Reader;

  /** @param kept documents of each collection that are remembered beyond their batch. */
  constructor(builds: readonly Build[], stored: ReadModels, kept: number) {
    this.#stored = stored;
    this.#shelves = new Map(
      builds.flatMap(({ model }) => {
        const read = readByFolds(model);
        return model.collections.map((name) => [name, new Shelf(name, read.has(name) ? kept : 0)] as const);
      }),
    );
    this.#read = ((collection: string, id: string) => this.#shelf(collection).get(id)) as Reader;
  }

  /** Loads documents that are not known. Between batches only: it also forgets what was not used for long. */
  async load(refs: readonly Ref[]): Promise<void> {
    const wanted = new Map<Shelf, Set<string>>();
    for (const shelf of this.#shelves.values()) shelf.trim();
    for (const { collection, id } of refs) {
      const shelf = this.#shelf(collection);
      if (shelf.has(id)) continue;
      const ids = wanted.get(shelf);
      if (ids === undefined) wanted.set(shelf, new Set([id]));
      else ids.add(id);
    }
    const loads = [...wanted].map(([shelf, ids]) =>
      shelf.load([...ids], (missing) => this.#stored.getMany<Document>(shelf.collection, missing)),
    );
    await Promise.all(loads);
  }

  /** @returns why the event's steps cannot be carried out; the documents are then as before. */
  apply(event: StoredEvent, steps: readonly AnyStep[], found: Found = NOTHING_FOUND): string | undefined {
    const effects: (() => void)[] = [];
    try {
      for (const step of steps) this.#prepare(step, event, found.get(step) ?? [], effects);
    } catch (error) {
      return describeFailure(error);
    }
    for (const effect of effects) effect();
    return undefined;
  }

  /**
   * As `apply`, also for steps that fold what a query finds.
   * @param settled resolves when nothing is in flight to the store.
   * @throws what the store fails with: that is not the event's fault.
   */
  async applyToFound(
    event: StoredEvent,
    steps: readonly AnyStep[],
    settled: () => Promise<void>,
  ): Promise<string | undefined> {
    const queries: { readonly step: AnyStep; readonly where: Where }[] = [];
    try {
      for (const step of steps) if (step.step === 'foldWhere') queries.push({ step, where: step.where(event) });
    } catch (error) {
      return describeFailure(error);
    }
    await settled();
    const found = new Map<AnyStep, readonly Document[]>();
    for (const { step, where } of queries) found.set(step, await this.#matching(step.collection, where));
    return this.apply(event, steps, found);
  }

  /** The writes of what was done since the last time; they are in flight until `landed`. */
  takeOff(): readonly Write[] {
    const writes: Write[] = [];
    for (const shelf of this.#shelves.values()) shelf.takeOff(writes);
    return writes;
  }

  landed(): void {
    for (const shelf of this.#shelves.values()) shelf.landed();
  }

  /** Works out what a step does, without doing it. */
  #prepare(step: AnyStep, event: StoredEvent, stored: readonly Document[], effects: (() => void)[]): void {
    const shelf = this.#shelf(step.collection);
    switch (step.step) {
      case 'put': {
        const documents = step.documents(event, this.#read) as readonly Document[];
        if (documents.length > 0)
          effects.push(() => {
            for (const document of documents) shelf.put(document);
          });
        return;
      }
      case 'fold': {
        const id = step.id(event);
        const before = shelf.get(id);
        const after = step.fold(before as Parameters<typeof step.fold>[0], event, this.#read) as Document | null;
        replace(shelf, id, before, after, effects);
        return;
      }
      case 'remove': {
        const id = step.id(event);
        effects.push(() => shelf.remove(id));
        return;
      }
      case 'removeWhere': {
        const where = step.where(event);
        effects.push(() => shelf.removeWhere(where));
        return;
      }
      case 'foldWhere': {
        for (const before of shelf.matching(step.where(event), stored)) {
          const after = step.fold(before as Parameters<typeof step.fold>[0], event) as Document | null;
          replace(shelf, before.id, before, after, effects);
        }
      }
    }
  }

  async #matching(collection: string, where: Where): Promise<readonly Document[]> {
    const found: Document[] = [];
    for (;;) {
      const last = found.at(-1);
      const query: Query = { where, limit: PAGE, ...(last === undefined ? {} : { after: { id: last.id } }) };
      const page = await this.#stored.query<Document>(collection, query);
      found.push(...page);
      if (page.length < PAGE) return found;
    }
  }

  #shelf(collection: string): Shelf {
    const shelf = this.#shelves.get(collection);
    if (shelf === undefined) throw new Error(`${collection} belongs to no model that is being written`);
    return shelf;
  }
}

const replace = (
  shelf: Shelf,
  id: string,
  before: Document | undefined,
  after: Document | null,
  effects: (() => void)[],
): void => {
  if (after === null) {
    if (before !== undefined) effects.push(() => shelf.remove(id));
  } else if (after !== before) effects.push(() => shelf.put(after));
};
