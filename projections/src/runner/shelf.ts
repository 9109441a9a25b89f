import type { Document, Write } from '@quorum/contracts/ports/read-store.ts';
import type { Where } from '../models/model.ts';

type Known = Document | null;

const matches = (document: Document, where: Where): boolean => {
  for (const field in where) if (document[field] !== where[field]) return false;
  return true;
};

/** What one batch does to a collection. */
class Page {
  readonly documents = new Map<string, Known>();
  readonly removals: Where[] = [];

  removes(document: Document): boolean {
    return this.removals.some((where) => matches(document, where));
  }
}

/**
 * One collection as the runner knows it: the batch being folded over the batch being committed over what was read or
 * committed before. The runner is the only writer, so what it knows stays true until its hold on the store is in doubt.
 */
export class Shelf {
  readonly collection: string;
  readonly #kept: number;
  #page = new Page();
  #flying = new Page();
  #known = new Map<string, Known>();

  /** @param kept how many documents to remember beyond their batch; 0 for a collection whose documents are never read. */
  constructor(collection: string, kept: number) {
    this.collection = collection;
    this.#kept = kept;
  }

  has(id: string): boolean {
    return this.#page.documents.has(id) || this.#flying.documents.has(id) || this.#known.has(id);
  }

  /** @throws Error when the document was not loaded before: a step that did not declare what it reads. */
  get(id: string): Document | undefined {
    let document = this.#page.documents.get(id);
    if (document === undefined) document = this.#flying.documents.get(id);
    if (document === undefined) document = this.#known.get(id);
    if (document === undefined) throw new Error(`${this.collection} ${id} was read without being declared`);
    return document ?? undefined;
  }

  /** Reads documents that are not known. The store may answer before or after the batch in flight has landed. */
  async load(
    ids: readonly string[],
    read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Document>>,
  ): Promise<void> {
    const flying = this.#flying;
    const found = await read(ids);
    for (const id of ids) {
      const document = found.get(id);
      this.#known.set(id, document === undefined || flying.removes(document) ? null : document);
    }
  }

  put(document: Document): void {
    this.#page.documents.set(document.id, document);
  }

  remove(id: string): void {
    this.#page.documents.set(id, null);
  }

  removeWhere(where: Where): void {
    const { documents } = this.#page;
    this.#page.removals.push(where);
    // The newest version of a document decides whether it matches.
    for (const [id, document] of documents) if (document !== null && matches(document, where)) documents.set(id, null);
    for (const [id, document] of this.#flying.documents)
      if (document !== null && !documents.has(id) && matches(document, where)) documents.set(id, null);
    for (const [id, document] of this.#known)
      if (document !== null && !documents.has(id) && !this.#flying.documents.has(id) && matches(document, where))
        documents.set(id, null);
  }

  /** Documents that match now, given those that the store has; nothing may be in flight. Ordered by id. */
  matching(where: Where, stored: readonly Document[]): readonly Document[] {
    const found = new Map<string, Document>();
    for (const document of stored) {
      if (this.#page.documents.has(document.id) || this.#page.removes(document)) continue;
      this.#known.set(document.id, document);
      found.set(document.id, document);
    }
    for (const [id, document] of this.#page.documents)
      if (document !== null && matches(document, where)) found.set(id, document);
    return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /**
   * The batch's writes; the batch is in flight from now on. Removals by field come first: whatever the batch wrote before one of
   * them was judged by it in memory already, and is named one by one.
   */
  takeOff(writes: Write[]): void {
    const { collection } = this;
    for (const where of this.#page.removals) writes.push({ collection, removeWhere: where });
    for (const [id, document] of this.#page.documents)
      writes.push(document === null ? { collection, remove: id } : { collection, put: document });
    this.#flying = this.#page;
    this.#page = new Page();
  }

  /** The batch in flight is in the store. */
  landed(): void {
    if (this.#kept > 0)
      for (const [id, document] of this.#flying.documents) {
        // Set anew, so that the oldest come first.
        this.#known.delete(id);
        this.#known.set(id, document);
      }
    this.#flying = new Page();
  }

  /** Forgets the oldest documents beyond those to keep. Between batches only: what a batch loaded must stay for its folds. */
  trim(): void {
    for (const id of this.#known.keys()) {
      if (this.#known.size <= this.#kept) return;
      this.#known.delete(id);
    }
  }
}
