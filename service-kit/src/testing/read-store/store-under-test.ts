import { afterAll, beforeAll } from 'vitest';
import type { Collection, ModelGeneration } from '../../ports/generations.ts';
import type { ParkedEvent } from '../../ports/parked-events.ts';
import type { Change, Commit, Document, ReadEngine, Write } from '../../ports/read-store.ts';

export type Note = Document & {
  readonly group: string;
  readonly order?: string;
  readonly size?: number;
  readonly pinned?: boolean;
  readonly text: string | null;
};

const collections = [
  { name: 'notes', indexes: [['group', 'order'], ['group', 'pinned', 'size'], ['size']] },
  { name: 'tags', indexes: [['noteId']] },
  { name: 'words', indexes: [['scope'], ['writer']], isTermIndex: true },
] as const satisfies readonly Collection[];

/** The n-th position, in the form an event log uses. */
export const at = (position: number): string => (position === 0 ? '' : String(position).padStart(16, '0'));
export const note = (id: string, group: string, rest: Partial<Note> = {}): Note => ({
  id,
  group,
  text: `text of ${id}`,
  ...rest,
});
export const put = (...notes: readonly Note[]): Write[] => notes.map((each) => ({ collection: 'notes', put: each }));
export const ids = (documents: readonly Document[]): string[] => documents.map((each) => each.id);
export const change = (audience: string, sequence: number, position: number): Change => ({
  audience,
  sequence,
  kind: 'noted',
  position: at(position),
  data: { noteId: `n${position}`, count: position, isNew: true },
});
export const parkedEvent = (model: string, position: number): ParkedEvent => ({
  model,
  position: at(position),
  after: at(position - 1),
  stream: 'note-1',
  eventId: `e${position}`,
  type: 'NoteTaken',
  reason: 'no such version',
  attempts: 1,
  parkedAt: '2026-05-14T10:42:00.000Z',
});

export type ReadStoreEngine = {
  /** Opens the same engine at each call, with what is stored in it. */
  readonly open: () => Promise<ReadEngine>;
  /** Makes leases older by this many milliseconds; absent for an engine that belongs to one process. */
  readonly lapse?: (milliseconds: number) => Promise<void>;
  readonly end: () => Promise<void>;
};

/** One engine for all tests of a suite. Each test has a model of its own, so that tests do not interfere. */
export class StoreUnderTest {
  #engine: ReadStoreEngine | undefined;
  #store: ReadEngine | undefined;
  #models = 0;

  /** Opens the engine before the tests of the enclosing describe block, and closes it afterwards. */
  constructor(newEngine: () => Promise<ReadStoreEngine>) {
    beforeAll(async () => {
      this.#engine = await newEngine();
      this.#store = await this.#engine.open();
    });
    afterAll(async () => {
      await this.#store?.close();
      await this.#engine?.end();
    });
  }

  get store(): ReadEngine {
    return opened(this.#store);
  }

  open(): Promise<ReadEngine> {
    return opened(this.#engine).open();
  }

  async lapse(milliseconds: number): Promise<void> {
    await opened(this.#engine).lapse?.(milliseconds);
  }

  newModel(generation = 'v1'): ModelGeneration {
    this.#models += 1;
    const suffix = String(this.#models);
    return {
      model: `model-${suffix}`,
      generation,
      collections: collections.map((each) => ({ ...each, name: `${each.name}${suffix}` })),
    };
  }

  commitTo(model: ModelGeneration, from: number, to: number, writes: readonly Write[], rest: Partial<Commit> = {}) {
    const suffix = model.model.slice('model-'.length);
    const own = writes.map((write) => ({ ...write, collection: write.collection + suffix }));
    return this.store.commit({ models: [model], from: at(from), to: at(to), writes: own, changes: [], ...rest });
  }

  /** A new model at the first position, with these documents. */
  async prepared(writes: readonly Write[] = []) {
    const model = this.newModel();
    await this.store.prepare(model);
    await this.commitTo(model, 0, 1, writes);
    const [notes, tags, words] = model.collections.map((each) => each.name) as [string, string, string];
    return { model, notes, tags, words, read: this.store.at([model]) };
  }
}

const opened = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('The engine is not open yet');
  return value;
};
