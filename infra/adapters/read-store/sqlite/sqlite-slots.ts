import type { Collection } from '@quorum/service-kit/ports/generations.ts';
import { indexedFields } from '@quorum/service-kit/ports/index-choice.ts';
import type Database from 'better-sqlite3-multiple-ciphers';
import { quote, type SqlValue, tableName } from './sqlite-schema.ts';

/** Most rows of a dropped table that one step removes. Each of their pages is overwritten. */
const MAX_DROPPED_AT_ONCE = 1_000;

/** Computed from the document where it is read, so that only indexes store it. Missing, null and booleans: NULL, NULL, 1 or 0. */
const columnOf = (field: string): string =>
  `${quote(field)} GENERATED ALWAYS AS (json_extract(doc, '$.${quote(field)}')) VIRTUAL`;

export const idIndex = (table: string): string => quote(`${table}__id`);
const freeIndex = (table: string): string => quote(`${table}__free`);

/** The text of a free slot: as long as the document that was there. Its columns are all NULL. */
const FREE = `printf('%-*s', octet_length(doc), 'null')`;

/**
 * Creates a collection's table, with a column per indexed field. Its rows are slots: they are never removed or moved, and never change
 * their size. SQLite moves rows when it splits or merges pages, and leaves copies of them in the unused middle of a page. Here,
 * whatever is overwritten is gone. A free slot has no id, and is found by its size.
 */
export const createSlots = (db: Database.Database, collection: Collection, generation: string): void => {
  const table = tableName(collection.name, generation);
  const columns = ['doc TEXT NOT NULL', ...['id', ...indexedFields(collection)].map(columnOf)];
  db.exec(`
    CREATE TABLE ${quote(table)} (${columns.join(', ')});
    CREATE UNIQUE INDEX ${idIndex(table)} ON ${quote(table)} (id) WHERE id IS NOT NULL;
    CREATE INDEX ${freeIndex(table)} ON ${quote(table)} (octet_length(doc)) WHERE id IS NULL;
  `);
};

/** Slots have few sizes, so that a document that changes a little keeps its slot, and a free one fits others. In bytes. */
const MIN_STEP = 64;
const slotSize = (bytes: number): number => {
  const step = Math.max(MIN_STEP, 2 ** (Math.floor(Math.log2(bytes)) - 4));
  return Math.ceil(bytes / step) * step;
};

const padded = (text: string): { readonly doc: string; readonly size: number } => {
  const bytes = Buffer.byteLength(text);
  const size = slotSize(bytes);
  return { doc: text + ' '.repeat(size - bytes), size };
};

type Slot = { readonly rowid: number; readonly size: number };

/** The slots of one table, as its only writer uses them. */
export class SqliteSlots {
  readonly #prepared: (sql: string) => Database.Statement;
  readonly #name: string;
  readonly #table: string;
  readonly #find: string;
  readonly #findFree: string;
  readonly #insert: string;
  readonly #overwrite: string;
  readonly #free: string;

  constructor(prepared: (sql: string) => Database.Statement, table: string) {
    this.#prepared = prepared;
    this.#name = table;
    this.#table = quote(table);
    this.#find = `SELECT rowid, octet_length(doc) AS size FROM ${this.#table} WHERE id = ?`;
    this.#findFree = `SELECT rowid FROM ${this.#table} INDEXED BY ${freeIndex(table)} WHERE id IS NULL AND octet_length(doc) = ? LIMIT 1`;
    this.#insert = `INSERT INTO ${this.#table} (doc) VALUES (?)`;
    this.#overwrite = `UPDATE ${this.#table} SET doc = ? WHERE rowid = ?`;
    this.#free = `UPDATE ${this.#table} SET doc = ${FREE} WHERE`;
  }

  /** @param text the document as JSON. */
  put(id: string, text: string): void {
    const { doc, size } = padded(text);
    const own = this.#prepared(this.#find).get(id) as Slot | undefined;
    if (own?.size === size) {
      this.#prepared(this.#overwrite).run(doc, own.rowid);
      return;
    }
    if (own !== undefined) this.remove(id);
    const free = this.#prepared(this.#findFree).get(size) as Slot | undefined;
    if (free === undefined) this.#prepared(this.#insert).run(doc);
    else this.#prepared(this.#overwrite).run(doc, free.rowid);
  }

  remove(id: string): void {
    this.#prepared(`${this.#free} id = ?`).run(id);
  }

  /**
   * Removes documents that a condition holds for.
   * @returns how many, at most the limit
   */
  removeWhere(condition: string, values: readonly SqlValue[], limit: number): number {
    const matching = `SELECT rowid FROM ${this.#table} WHERE ${condition} LIMIT ${limit}`;
    return this.#prepared(`${this.#free} rowid IN (${matching})`).run(...values).changes;
  }

  /**
   * One step towards dropping the table: an index, or some rows, whose pages are overwritten. All at once would hold up commits.
   * @returns whether there are more
   */
  drop(): boolean {
    const indexes = this.#prepared("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ?").pluck();
    const index = indexes.get(this.#name) as string | undefined;
    if (index !== undefined) return this.#dropIndex(index);
    const first = `SELECT rowid FROM ${this.#table} ORDER BY rowid LIMIT ${MAX_DROPPED_AT_ONCE}`;
    const { changes } = this.#prepared(`DELETE FROM ${this.#table} WHERE rowid IN (${first})`).run();
    if (changes === MAX_DROPPED_AT_ONCE) return true;
    this.#prepared(`DROP TABLE ${this.#table}`).run();
    return false;
  }

  /** An index holds no text, so its pages need not be overwritten. */
  #dropIndex(index: string): true {
    this.#prepared('PRAGMA secure_delete = FAST').run();
    try {
      this.#prepared(`DROP INDEX ${quote(index)}`).run();
    } finally {
      this.#prepared('PRAGMA secure_delete = ON').run();
    }
    return true;
  }
}
