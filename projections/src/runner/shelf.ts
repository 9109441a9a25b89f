import type { Document, Write } from '@quorum/contracts/ports/read-store.ts';
import type { Where } from '../models/model.ts';

type Known = Document | null;

const matches = (document: Document, where: Where): boolean => {
  for (const field in where) if (document[field] !== where[field]) return false;
  return true;
};

/** What the events of one commit do to a collection. */
class Page {
  readonly documents = new Map<string, Known>();
  readonly removals: Where[] = [];
  /** By field and value, ids of documents that had it; made for a field when documents are first removed by it. */
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
 * One collection as the runner knows it: what is folded over what is being committed over what was read or committed before.
 * The runner is the only writer, so what it knows stays true until its hold on the store is in doubt.
 */
export class Shelf {
  readonly collection: string;
  readonly #kept: number;
  #page = new Page();
  #flying = new Page();
  /** Two maps take turns, as in `RecentlyUsed`; but only between batches, for what a batch loaded must stay for its folds. */
  #known = new Map<string, Known>();
  #knownLonger = new Map<string, Known>();

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
      this.#page.documents.has(id) || this.#flying.documents.has(id) || this.#known.has(id) || this.#knownLonger.has(id)
    );
  }

  /** @throws Error when the document was not loaded before: a step that did not declare what it reads. */
  get(id: string): Document | undefined {
    let document = this.#page.documents.get(id);
    if (document === undefined) document = this.#flying.documents.get(id);
    if (document === undefined) document = this.#known.get(id);
    if (document === undefined) {
      document = this.#knownLonger.get(id);
      if (document !== undefined) this.#known.set(id, document);
    }
    if (document === undefined) throw new Error(`${this.collection} ${id} was read without being declared`);
    return document ?? undefined;
  }

  /** Reads documents that are not known. The store may answer before or after the commit in flight has landed. */
  async load(
    ids: readonly string[],
    read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Document>>,
  ): Promise<void> {
    const flying = this.#flying;
    const found = await read(ids);
    for (const id of ids) {
      const document = found.get(id);
      const isThere = document !== undefined && !flying.removes(document) && !this.#page.removes(document);
      this.#known.set(id, isThere ? document : null);
    }
  }

  put(document: Document): void {
    this.#page.set(document.id, document);
  }

  remove(id: string): void {
    this.#page.set(id, null);
  }

  removeWhere(where: Where): void {
    const page = this.#page;
    const flying = this.#flying.documents;
    page.removals.push(where);
    // The newest version of a document decides whether it matches.
    for (const id of page.matching(where)) page.set(id, null);
    for (const id of this.#flying.matching(where)) if (!page.documents.has(id)) page.set(id, null);
    const isNewest = (id: string): boolean => !page.documents.has(id) && !flying.has(id);
    for (const [id, document] of this.#known)
      if (document !== null && isNewest(id) && matches(document, where)) page.set(id, null);
    for (const [id, document] of this.#knownLonger)
      if (document !== null && !this.#known.has(id) && isNewest(id) && matches(document, where)) page.set(id, null);
  }

  /** Documents that match now, given those that the store has; nothing may be in flight. Ordered by id. */
  matching(where: Where, stored: readonly Document[]): readonly Document[] {
    const found = new Map<string, Document>();
    for (const document of stored) {
      if (this.#page.documents.has(document.id) || this.#page.removes(document)) continue;
      this.#known.set(document.id, document);
      found.set(document.id, document);
    }
    for (const id of this.#page.matching(where)) found.set(id, this.#page.documents.get(id) as Document);
    return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /**
   * The writes of what was folded; it is in flight from now on. Removals by field come first: whatever was written before one of
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

  /** What is in flight is in the store. */
  landed(): void {
    if (this.#kept > 0) for (const [id, document] of this.#flying.documents) this.#known.set(id, document);
    this.#flying = new Page();
  }

  /** Forgets what was not used for long. Between batches only. */
  trim(): void {
    if (this.#known.size < this.#kept) return;
    this.#knownLonger = this.#known;
    this.#known = new Map();
  }
}
