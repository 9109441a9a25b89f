import type { Document, Write } from '@quorum/service-kit/ports/read-store.ts';
import type { Where } from '../model.ts';

type Known = Document | null;

export const matches = (document: Document, where: { readonly [field: string]: unknown }): boolean => {
  for (const field in where) if (document[field] !== where[field]) return false;
  return true;
};

/** The effect of the events of one commit on a collection. */
class PendingWrites {
  readonly documents = new Map<string, Known>();
  readonly removals: Where[] = [];
  /** By field and value, the ids of documents that had it. Built for a field when documents are first removed by it. */
  readonly #holders = new Map<string, Map<unknown, string[]>>();

  set(id: string, document: Known): void {
    this.documents.set(id, document);
    if (document !== null) for (const [field, ids] of this.#holders) hold(ids, document[field], id);
  }

  removes(document: Document): boolean {
    return this.removals.some((where) => matches(document, where));
  }

  matching(where: Where): readonly string[] {
    const [field] = Object.keys(where);
    if (field === undefined) return [...this.documents.keys()];
    const ids = this.#holdersOf(field).get(where[field]) ?? [];
    return ids.filter((id) => {
      const document = this.documents.get(id);
      return document != null && matches(document, where);
    });
  }

  #holdersOf(field: string): ReadonlyMap<unknown, readonly string[]> {
    const known = this.#holders.get(field);
    if (known !== undefined) return known;
    const made = new Map<unknown, string[]>();
    for (const [id, document] of this.documents) if (document !== null) hold(made, document[field], id);
    this.#holders.set(field, made);
    return made;
  }
}

const hold = (holders: Map<unknown, string[]>, value: unknown, id: string): void => {
  const ids = holders.get(value);
  if (ids === undefined) holders.set(value, [id]);
  else ids.push(id);
};

/**
 * The runner's view of one collection: what is folded, on top of what is being committed, on top of what was read or committed
 * before. The runner is the only writer, so its view stays correct as long as it holds the lease.
 */
export class CollectionBuffer {
  readonly collection: string;
  readonly #kept: number;
  #pending = new PendingWrites();
  #inFlight = new PendingWrites();
  /** Two maps take turns, but only between batches: what a batch loaded must stay for its folds. */
  #recent = new Map<string, Known>();
  #older = new Map<string, Known>();

  /**
   * @param kept how many documents to remember beyond their commit at least, and at most twice as many; 0 for a collection whose
   *   documents are never read.
   */
  constructor(collection: string, kept: number) {
    this.collection = collection;
    this.#kept = kept;
  }

  has(id: string): boolean {
    return (
      this.#pending.documents.has(id) || this.#inFlight.documents.has(id) || this.#recent.has(id) || this.#older.has(id)
    );
  }

  /** @throws Error if the document was not loaded before, because a step did not declare what it reads. */
  get(id: string): Document | undefined {
    let document = this.#pending.documents.get(id);
    if (document === undefined) document = this.#inFlight.documents.get(id);
    if (document === undefined) document = this.#recent.get(id);
    if (document === undefined) {
      document = this.#older.get(id);
      if (document !== undefined) this.#recent.set(id, document);
    }
    if (document === undefined) throw new Error(`${this.collection} ${id} was read without being declared`);
    return document ?? undefined;
  }

  /** Reads unknown documents. The store may respond before or after the commit in flight has landed. */
  async load(ids: readonly string[], read: (ids: readonly string[]) => Promise<readonly Document[]>): Promise<void> {
    const inFlight = this.#inFlight;
    const found = new Map((await read(ids)).map((document) => [document.id, document]));
    for (const id of ids) {
      const document = found.get(id);
      const isThere = document !== undefined && !inFlight.removes(document) && !this.#pending.removes(document);
      this.#recent.set(id, isThere ? document : null);
    }
  }

  put(document: Document): void {
    this.#pending.set(document.id, document);
  }

  remove(id: string): void {
    this.#pending.set(id, null);
  }

  removeWhere(where: Where): void {
    const pending = this.#pending;
    const inFlight = this.#inFlight.documents;
    pending.removals.push(where);
    // The newest version of a document decides whether it matches.
    for (const id of pending.matching(where)) pending.set(id, null);
    for (const id of this.#inFlight.matching(where)) if (!pending.documents.has(id)) pending.set(id, null);
    // The store's own removal takes these, however many they are. Written by id, they would make the commit unbounded.
    for (const [id, document] of this.#remembered())
      if (!pending.documents.has(id) && !inFlight.has(id) && matches(document, where)) this.#recent.set(id, null);
  }

  /** The newest cached version of each existing document. */
  *#remembered(): Generator<readonly [string, Document]> {
    for (const [id, document] of this.#recent) if (document !== null) yield [id, document];
    for (const [id, document] of this.#older) if (document !== null && !this.#recent.has(id)) yield [id, document];
  }

  /**
   * Documents that match now, ordered by id. The store may respond before or after the commit in flight has landed.
   * @param read finds those in the store
   */
  async matching(where: Where, read: () => Promise<readonly Document[]>): Promise<readonly Document[]> {
    const newer = [this.#inFlight, this.#pending];
    const found = new Map<string, Document>();
    for (const document of await read()) {
      if (newer.some((writes) => writes.documents.has(document.id) || writes.removes(document))) continue;
      this.#recent.set(document.id, document);
      found.set(document.id, document);
    }
    for (const writes of newer) {
      for (const id of found.keys()) if (writes.documents.has(id)) found.delete(id);
      for (const id of writes.matching(where)) found.set(id, writes.documents.get(id) as Document);
    }
    return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /**
   * Returns the folded writes, which are in flight from now on. Removals by field come first: writes before such a removal have
   * already been matched in memory and are removed by id.
   */
  drain(writes: Write[]): void {
    const { collection } = this;
    for (const where of this.#pending.removals) writes.push({ collection, removeWhere: where });
    for (const [id, document] of this.#pending.documents)
      writes.push(document === null ? { collection, remove: id } : { collection, put: document });
    this.#inFlight = this.#pending;
    this.#pending = new PendingWrites();
  }

  /** The writes in flight have been stored. */
  acknowledge(): void {
    if (this.#kept > 0) for (const [id, document] of this.#inFlight.documents) this.#recent.set(id, document);
    this.#inFlight = new PendingWrites();
  }

  /** Drops what has not been used for long. Only between batches. */
  trim(): void {
    if (this.#recent.size < this.#kept) return;
    this.#older = this.#recent;
    this.#recent = new Map();
  }
}
