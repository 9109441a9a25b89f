import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { describeFailure } from '@quorum/service-kit/failure.ts';
import type { Document, ReadModels, Write } from '@quorum/service-kit/ports/read-store.ts';
import type { CollectionName } from '@quorum/service-kit/reads/collections.ts';
import { pagesOf } from '@quorum/service-kit/reads/pages.ts';
import type { Model, Reader, Ref, Where } from '../model.ts';
import type { Build } from './builds/model-build.ts';
import { CollectionBuffer } from './collection-buffer.ts';
import type { AnyStep } from './event-routing.ts';
import type { PendingRemovals } from './pending-removals.ts';

type Found = ReadonlyMap<AnyStep, readonly Document[]>;

const NOTHING_FOUND: Found = new Map();

const PAGE_SIZE = 1_000;

/** Collections that some fold of the model reads by id. */
const readByFolds = (model: Model): ReadonlySet<string> => {
  const read = new Set<string>();
  for (const step of Object.values(model.on).flat() as readonly AnyStep[]) {
    if (step.step === 'fold') read.add(step.collection);
    // The reads of a step are only known given an event, but they only go to collections that the model also folds.
  }
  return read;
};

/** The documents of some generations as events touch them, and the effects of steps on them, in memory. */
export class DocumentCache {
  readonly #stored: ReadModels;
  readonly #buffers: ReadonlyMap<string, CollectionBuffer>;
  readonly #read: Reader;
  readonly #removals: PendingRemovals;

  /** @param kept documents per collection to keep beyond their batch. */
  constructor(
    builds: readonly Build[],
    stored: ReadModels,
    { kept, removals }: { kept: number; removals: PendingRemovals },
  ) {
    this.#stored = stored;
    this.#removals = removals;
    this.#buffers = new Map(
      builds.flatMap(({ model }) => {
        const read = readByFolds(model);
        return model.collections.map((name) => [name, new CollectionBuffer(name, read.has(name) ? kept : 0)] as const);
      }),
    );
    this.#read = ((collection: string, id: string) => this.#buffer(collection).get(id)) as Reader;
  }

  /** Loads unknown documents. Only between batches, because it also drops what has not been used for long. */
  async load(refs: readonly Ref[]): Promise<void> {
    const wanted = new Map<CollectionBuffer, Set<string>>();
    for (const buffer of this.#buffers.values()) buffer.trim();
    for (const { collection, id } of refs) {
      const buffer = this.#buffer(collection);
      if (buffer.has(id)) continue;
      const ids = wanted.get(buffer);
      if (ids === undefined) wanted.set(buffer, new Set([id]));
      else ids.add(id);
    }
    const loads = [...wanted].map(([buffer, ids]) =>
      buffer.load([...ids], async (missing) => {
        const present = this.#removals.filterFor(buffer.collection);
        const stored = await this.#stored.getMany<Document>(buffer.collection, missing);
        return present([...stored.values()]);
      }),
    );
    await Promise.all(loads);
  }

  /** @returns why the event's steps cannot be applied; the documents are then unchanged. */
  apply(event: StoredEvent, steps: readonly AnyStep[], found: Found = NOTHING_FOUND): string | undefined {
    const effects: (() => void)[] = [];
    try {
      for (const step of steps) this.#prepare(step, event, found, effects);
    } catch (error) {
      return describeFailure(error);
    }
    for (const effect of effects) effect();
    return undefined;
  }

  /**
   * Like `apply`, but also for steps that fold query results.
   * @throws the store's failure, which is not the event's fault.
   */
  async applyToFound(event: StoredEvent, steps: readonly AnyStep[]): Promise<string | undefined> {
    const queries: { readonly step: AnyStep; readonly where: Where }[] = [];
    try {
      for (const step of steps) if (step.step === 'foldWhere') queries.push({ step, where: step.where(event) });
    } catch (error) {
      return describeFailure(error);
    }
    const found = new Map<AnyStep, readonly Document[]>();
    for (const { step, where } of queries) found.set(step, await this.#matching(step.collection, where));
    return this.apply(event, steps, found);
  }

  /** The writes since the last call. They are in flight until `acknowledge`. */
  drain(): readonly Write[] {
    const writes: Write[] = [];
    for (const buffer of this.#buffers.values()) buffer.drain(writes);
    return writes;
  }

  acknowledge(): void {
    for (const buffer of this.#buffers.values()) buffer.acknowledge();
  }

  /** Computes what a step does, without applying it. */
  #prepare(step: AnyStep, event: StoredEvent, found: Found, effects: (() => void)[]): void {
    const buffer = this.#buffer(step.collection);
    switch (step.step) {
      case 'put': {
        const documents = step.documents(event, this.#read) as readonly Document[];
        if (documents.length > 0)
          effects.push(() => {
            for (const document of documents) buffer.put(document);
          });
        return;
      }
      case 'fold': {
        const id = step.id(event);
        const before = buffer.get(id);
        const after = step.fold(before as Parameters<typeof step.fold>[0], event, this.#read) as Document | null;
        effects.push(...replacing(buffer, id, before, after));
        return;
      }
      case 'remove': {
        const id = step.id(event);
        effects.push(() => buffer.remove(id));
        return;
      }
      case 'removeWhere': {
        const where = step.where(event);
        effects.push(() => buffer.removeWhere(where));
        return;
      }
      case 'foldWhere': {
        for (const before of found.get(step) ?? []) {
          const after = step.fold(before as Parameters<typeof step.fold>[0], event) as Document | null;
          effects.push(...replacing(buffer, before.id, before, after));
        }
      }
    }
  }

  #matching(collection: CollectionName, where: Where): Promise<readonly Document[]> {
    return this.#buffer(collection).matching(where, async () => {
      const stored: Document[] = [];
      const present = this.#removals.filterFor(collection);
      for await (const page of pagesOf(this.#stored, collection, { where }, PAGE_SIZE)) stored.push(...page);
      return present(stored);
    });
  }

  #buffer(collection: string): CollectionBuffer {
    const buffer = this.#buffers.get(collection);
    if (buffer === undefined) throw new Error(`${collection} belongs to no model that is being written`);
    return buffer;
  }
}

/** The write that turns `before` into `after`; undefined if they are equal. */
const replacing = (
  buffer: CollectionBuffer,
  id: string,
  before: Document | undefined,
  after: Document | null,
): readonly (() => void)[] => {
  if (after === null) return before === undefined ? [] : [() => buffer.remove(id)];
  return after === before ? [] : [() => buffer.put(after)];
};
