import { BEFORE_FIRST, type Position } from '@quorum/service-kit/ports/event-log.ts';
import {
  type Change,
  type Commit,
  type Document,
  type ModelGeneration,
  type ParkedEvent,
  type Query,
  type ReadModels,
  type ReadStore,
  ReadStoreUnavailableError,
  type Scalar,
  StaleCheckpointError,
} from '@quorum/service-kit/ports/read-store.ts';

type Generation = {
  readonly model: ModelGeneration;
  checkpoint: Position;
  /** Collection → id → JSON text: the bytes that a rebuild must reproduce. */
  readonly documents: Map<string, Map<string, string>>;
};

const keyOf = ({ model, generation }: ModelGeneration): string => `${model}/${generation}`;
const first = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const fits = (document: Document, where: Query['where']): boolean =>
  Object.entries(where).every(([field, wanted]) =>
    Array.isArray(wanted) ? wanted.includes(document[field]) : document[field] === wanted,
  );

/** An in-memory read store for tests. Supports the queries that projections make. Can be made to fail. */
export class MemoryReadStore implements ReadStore {
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
  readonly #parked = new Map<string, ParkedEvent>();
  readonly #leases = new Map<string, { holder: string; until: number }>();

  at(models: readonly ModelGeneration[]): ReadModels {
    return this.#readModels((collection) => {
      const model = models.find(({ collections }) => collections.some(({ name }) => name === collection));
      return model === undefined ? undefined : this.builds.get(keyOf(model));
    });
  }

  async prepare(model: ModelGeneration): Promise<void> {
    this.#check();
    if (this.builds.has(keyOf(model))) return;
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

  async commit(commit: Commit): Promise<void> {
    await this.beforeCommit(commit);
    this.#check();
    for (const model of commit.models)
      if (this.builds.get(keyOf(model))?.checkpoint !== commit.from) throw new StaleCheckpointError(keyOf(model));
    for (const model of commit.models) this.#generation(model).checkpoint = commit.to;
    for (const write of commit.writes) {
      const rows = this.#rows(commit.models, write.collection);
      if ('put' in write) rows.set(write.put.id, JSON.stringify(write.put));
      else if ('remove' in write) rows.delete(write.remove);
      else for (const [id, text] of rows) if (fits(JSON.parse(text) as Document, write.removeWhere)) rows.delete(id);
    }
    this.changes.push(...commit.changes);
    for (const event of commit.park ?? []) this.#parked.set(`${event.model} ${event.position}`, event);
    for (const { model, position } of commit.unpark ?? []) this.#parked.delete(`${model} ${position}`);
    this.commits.push(commit);
  }

  async sequence(audience: string): Promise<number> {
    this.#check();
    return this.changes.filter((change) => change.audience === audience).at(-1)?.sequence ?? 0;
  }

  async sequences(audiences: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return new Map(await Promise.all(audiences.map(async (each) => [each, await this.sequence(each)] as const)));
  }

  async changesAfter(audience: string, sequence: number, limit: number): Promise<readonly Change[]> {
    return this.changes.filter((each) => each.audience === audience && each.sequence > sequence).slice(0, limit);
  }

  async parked(model?: string): Promise<readonly ParkedEvent[]> {
    this.#check();
    return [...this.#parked.values()]
      .filter((event) => model === undefined || event.model === model)
      .sort((a, b) => first(a.position, b.position));
  }

  async lease(name: string, holder: string, ttl: number): Promise<boolean> {
    this.#check();
    const lease = this.#leases.get(name);
    if (lease !== undefined && lease.holder !== holder && lease.until > performance.now()) return false;
    this.#leases.set(name, { holder, until: performance.now() + ttl });
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

  async scrub(): Promise<void> {}
  async ping(): Promise<void> {
    this.#check();
  }
  async close(): Promise<void> {}

  #check(): void {
    if (this.unavailable) throw new ReadStoreUnavailableError('the read models are gone');
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
    const rows = (collection: string): Map<string, string> => {
      this.#check();
      return generationOf(collection)?.documents.get(collection) ?? new Map();
    };
    const find = (collection: string, where: { readonly [field: string]: Scalar | readonly Scalar[] }): Document[] =>
      [...rows(collection).values()]
        .map((text) => JSON.parse(text) as Document)
        .filter((document) => fits(document, where))
        .sort((a, b) => first(a.id, b.id));
    return {
      get: async <D extends Document>(collection: string, id: string) => {
        const text = rows(collection).get(id);
        return text === undefined ? undefined : (JSON.parse(text) as D);
      },
      getMany: async <D extends Document>(collection: string, ids: readonly string[]) => {
        const found = new Map<string, D>();
        for (const id of ids) {
          const text = rows(collection).get(id);
          if (text !== undefined) found.set(id, JSON.parse(text) as D);
        }
        return found;
      },
      query: async <D extends Document>(collection: string, { where, after, limit }: Query) =>
        find(collection, where)
          .filter(({ id }) => after === undefined || id > after.id)
          .slice(0, limit) as unknown as readonly D[],
      count: async (collection, { where }, cap) => Math.min(cap, find(collection, where).length),
    };
  }
}
