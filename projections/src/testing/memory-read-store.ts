import { type Clock, systemClock } from '@quorum/service-kit/ports/clock.ts';
import { BEFORE_FIRST, type Position } from '@quorum/service-kit/ports/event-log.ts';
import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import { chooseIndex } from '@quorum/service-kit/ports/index-choice.ts';
import type { ParkedEvent } from '@quorum/service-kit/ports/parked-events.ts';
import {
  type Change,
  type Commit,
  type Document,
  type Query,
  type ReadEngine,
  type ReadModels,
  ReadStoreUnavailableError,
  StaleCheckpointError,
  type Swept,
} from '@quorum/service-kit/ports/read-store.ts';
import type { TermEntry } from '@quorum/service-kit/ports/term-index.ts';
import { fits, foundByTerms, matching } from './memory-query.ts';

type Generation = {
  model: ModelGeneration;
  checkpoint: Position;
  /** Collection → id → JSON text: the bytes that a rebuild must reproduce. */
  readonly documents: Map<string, Map<string, string>>;
};

const keyOf = ({ model, generation }: ModelGeneration): string => `${model}/${generation}`;
const first = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Changes of an audience that are kept, as by the engines. */
const KEPT_CHANGES = 5_000;

/** @returns whether nothing is left */
const removeSome = (rows: Map<string, string>, where: Parameters<typeof fits>[1], max: number): boolean => {
  const found = [...rows].filter(([, text]) => fits(JSON.parse(text) as Document, where));
  for (const [id] of found.slice(0, max)) rows.delete(id);
  return found.length <= max;
};

/** An in-memory read store for tests. Can be made to fail. */
export class MemoryReadStore implements ReadEngine {
  readonly builds = new Map<string, Generation>();
  readonly activeOf = new Map<string, string>();
  readonly changes: Change[] = [];
  readonly commits: Commit[] = [];
  readonly active: ReadModels = this.#readModels((collection) =>
    [...this.activeOf]
      .map(([model, generation]) => this.#generation({ model, generation, collections: [] }))
      .find(({ documents }) => documents.has(collection)),
  );
  /** Called before each commit is applied; throws to make it fail. */
  beforeCommit: (commit: Commit) => void | Promise<void> = () => {};
  unavailable = false;
  /** Calls that were refused while it was unavailable. */
  refused = 0;
  /** Documents that a removal by fields removes with its commit, and each sweep after it. */
  removedAtOnce = Number.POSITIVE_INFINITY;
  readonly #left: (() => boolean)[] = [];
  readonly #parked = new Map<string, ParkedEvent>();
  readonly #leases = new Map<string, { holder: string; until: number }>();
  readonly #clock: Clock;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  at(models: readonly ModelGeneration[]): ReadModels {
    return this.#readModels((collection) => {
      const model = models.find(({ collections }) => collections.some(({ name }) => name === collection));
      return model === undefined ? undefined : this.builds.get(keyOf(model));
    });
  }

  async prepare(model: ModelGeneration): Promise<void> {
    this.#check();
    const known = this.builds.get(keyOf(model));
    if (known !== undefined) {
      if (JSON.stringify(known.model.collections) !== JSON.stringify(model.collections))
        throw new Error(`${keyOf(model)} has other collections or indexes. Raise the model's version.`);
      return;
    }
    const documents = new Map(model.collections.map(({ name }) => [name, new Map<string, string>()]));
    this.builds.set(keyOf(model), { model, checkpoint: BEFORE_FIRST, documents });
  }

  async activeGeneration(model: string): Promise<string | undefined> {
    this.#check();
    return this.activeOf.get(model);
  }

  async generations(model: string): Promise<readonly string[]> {
    this.#check();
    return [...this.builds.values()].flatMap((each) => (each.model.model === model ? [each.model.generation] : []));
  }

  async activate(model: ModelGeneration): Promise<void> {
    this.#check();
    this.#generation(model);
    this.activeOf.set(model.model, model.generation);
    for (const [key, other] of this.builds)
      if (other.model.model === model.model && other.model.generation !== model.generation) this.builds.delete(key);
  }

  async drop(model: ModelGeneration): Promise<void> {
    this.#check();
    if (this.activeOf.get(model.model) === model.generation) throw new Error(`${keyOf(model)} is active`);
    this.builds.delete(keyOf(model));
  }

  async checkpoint(model: ModelGeneration): Promise<Position> {
    this.#check();
    return this.#generation(model).checkpoint;
  }

  async commit(commit: Commit): Promise<boolean> {
    await this.beforeCommit(commit);
    this.#check();
    for (const model of commit.models)
      if (this.builds.get(keyOf(model))?.checkpoint !== commit.from) throw new StaleCheckpointError(keyOf(model));
    for (const model of commit.models) this.#generation(model).checkpoint = commit.to;
    for (const write of commit.writes) {
      const rows = this.#rows(commit.models, write.collection);
      if ('put' in write) rows.set(write.put.id, JSON.stringify(write.put));
      else if ('remove' in write) rows.delete(write.remove);
      else {
        const remove = () => removeSome(rows, write.removeWhere, this.removedAtOnce);
        if (!remove()) this.#left.push(remove);
      }
    }
    this.changes.push(...commit.changes);
    for (const event of commit.park ?? []) this.#parked.set(`${event.model} ${event.position}`, event);
    for (const { model, position } of commit.unpark ?? []) this.#parked.delete(`${model} ${position}`);
    this.commits.push(commit);
    return this.#left.length > 0;
  }

  async sequence(audience: string): Promise<number> {
    this.#check();
    return this.changes.filter((change) => change.audience === audience).at(-1)?.sequence ?? 0;
  }

  async sequences(audiences: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return new Map(await Promise.all(audiences.map(async (each) => [each, await this.sequence(each)] as const)));
  }

  async changesAfter(audience: string, sequence: number, limit: number): Promise<readonly Change[] | null> {
    const last = await this.sequence(audience);
    if (sequence > last || sequence < last - KEPT_CHANGES) return null;
    return this.changes.filter((each) => each.audience === audience && each.sequence > sequence).slice(0, limit);
  }

  async parked(model?: string): Promise<readonly ParkedEvent[]> {
    this.#check();
    return [...this.#parked.values()]
      .filter((event) => model === undefined || event.model === model)
      .sort((a, b) => first(a.position, b.position));
  }

  async countParked(models: readonly string[]): Promise<number> {
    return (await this.parked()).filter(({ model }) => models.includes(model)).length;
  }

  async lease(name: string, holder: string, ttl: number): Promise<boolean> {
    this.#check();
    const lease = this.#leases.get(name);
    if (lease !== undefined && lease.holder !== holder && lease.until > this.#clock.now()) return false;
    this.#leases.set(name, { holder, until: this.#clock.now() + ttl });
    return true;
  }

  async releaseLease(name: string, holder: string): Promise<void> {
    if (this.#leases.get(name)?.holder === holder) this.#leases.delete(name);
  }

  /** Every document of the active generations, as stored. */
  snapshot(): { readonly [collection: string]: { readonly [id: string]: string } } {
    const active = [...this.activeOf].map(([model, generation]) =>
      this.#generation({ model, generation, collections: [] }),
    );
    const collections = active.flatMap(({ documents }) => [...documents]).sort(([a], [b]) => first(a, b));
    return Object.fromEntries(
      collections.map(([name, rows]) => [name, Object.fromEntries([...rows].sort(([a], [b]) => first(a, b)))]),
    );
  }

  async sweep(): Promise<Swept> {
    this.#check();
    const [removal] = this.#left;
    if (removal === undefined) return 'nothing';
    if (removal()) this.#left.shift();
    return 'documents';
  }
  async scrub(): Promise<void> {}
  async ping(): Promise<void> {
    this.#check();
  }
  async close(): Promise<void> {}

  #check(): void {
    if (!this.unavailable) return;
    this.refused += 1;
    throw new ReadStoreUnavailableError('the read models are gone');
  }

  #generation(model: ModelGeneration): Generation {
    const generation = this.builds.get(keyOf(model));
    if (generation === undefined) throw new Error(`${keyOf(model)} was not prepared`);
    return generation;
  }

  #rows(models: readonly ModelGeneration[], collection: string): Map<string, string> {
    for (const model of models) {
      const rows = this.#generation(model).documents.get(collection);
      if (rows !== undefined) return rows;
    }
    throw new Error(`${collection} belongs to no model of the commit`);
  }

  #readModels(generationOf: (collection: string) => Generation | undefined): ReadModels {
    const rows = (collection: string): ReadonlyMap<string, string> => {
      this.#check();
      return generationOf(collection)?.documents.get(collection) ?? new Map();
    };
    const find = <D extends Document>(collection: string, query: Omit<Query, 'limit'>): readonly D[] => {
      const documents = [...rows(collection).values()].map((text) => JSON.parse(text) as D);
      const declared = generationOf(collection)?.model.collections.find(({ name }) => name === collection);
      if (declared !== undefined) chooseIndex(declared, query);
      return matching(documents, query);
    };
    const get = <D extends Document>(collection: string, id: string): D | undefined => {
      const text = rows(collection).get(id);
      return text === undefined ? undefined : (JSON.parse(text) as D);
    };
    return {
      get: async (collection, id) => get(collection, id),
      getMany: async <D extends Document>(collection: string, ids: readonly string[]) =>
        new Map(ids.flatMap((id) => get<D>(collection, id) ?? []).map((document) => [document.id, document])),
      query: async <D extends Document>(collection: string, query: Query) =>
        find<D>(collection, query).slice(0, query.limit),
      count: async (collection, query, cap) => Math.min(cap, find(collection, query).length),
      find: async (collection, query) =>
        foundByTerms(
          [...rows(collection).values()].map((text) => JSON.parse(text) as TermEntry),
          query,
        ),
    };
  }
}
