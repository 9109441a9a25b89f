import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import { scopedTerm, type TermEntry, type TermQuery } from '@quorum/service-kit/ports/term-index.ts';
import type Database from 'better-sqlite3-multiple-ciphers';
import { LIMIT } from '../../sqlite-file.ts';
import { quote, type SqlValue } from './sqlite-schema.ts';

/** Bytes of a page of the index. With what the cipher adds, it fits a page of the file. */
const PAGE_BYTES = 3_950;

/** Pages of the index that one step writes: some milliseconds of work. */
const PAGES_AT_ONCE = 64;
/** Of these, what the next step of a rewrite writes again, because it may share a page with what comes after it. */
const PAGES_AGAIN = 16;

/**
 * Creates a term index: a full-text table that keeps rows and terms and no text. A row's number is the position in its id. Terms of
 * removed rows stay until its parts are merged.
 */
export const createTerms = (db: Database.Database, table: string): void => {
  db.exec(`
    CREATE VIRTUAL TABLE ${quote(table)} USING fts5(
      terms, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '-:='"
    );
    INSERT INTO ${quote(table)} (${quote(table)}, rank) VALUES ('pgsz', ${PAGE_BYTES});
  `);
};

/** A position is one number, or two that are equal, with leading zeros. */
export const rowOf = (id: Position): string => String(BigInt(id.split('/', 1)[0] ?? ''));

const idOf = (row: string, like: Position): Position =>
  like
    .split('/')
    .map(({ length }) => row.padStart(length, '0'))
    .join('/');

/** The term of an indexed field. No other term looks like it. */
const fieldTerm = (field: string, value: unknown): string => `${field}:=${String(value)}`;

/** Terms have no quotation marks. */
const quoted = (term: string): string => `"${term}"`;

/** Rows that have the values of these fields. */
export const removalOfTerms = (table: string, fields: readonly string[]): string => {
  const wanted = fields.map((field) => `'"${fieldTerm(field, '')}' || ? || '"'`);
  return `${quote(table)} MATCH ${wanted.join(` || ' AND ' || `)}`;
};

/** A connection that writes, with its prepared statements. */
export type Connection = {
  readonly db: Database.Database;
  readonly prepared: (sql: string) => Database.Statement;
};

/** The rows of one term index, as its only writer uses them. Has the methods of `SqliteSlots`. */
export class SqliteTerms {
  readonly #db: Database.Database;
  readonly #prepared: (sql: string) => Database.Statement;
  readonly #name: string;
  readonly #table: string;
  readonly #onRemoved: () => void;
  /** The highest row so far. Most positions are new, so that nothing has to be looked up. */
  #highest: bigint | undefined;

  /** @param onRemoved is called when terms of removed rows may be left. */
  constructor({ db, prepared }: Connection, table: string, onRemoved: () => void) {
    this.#db = db;
    this.#prepared = prepared;
    this.#name = table;
    this.#table = quote(table);
    this.#onRemoved = onRemoved;
  }

  /** @param text the entry as JSON. */
  put(id: Position, text: string): void {
    const { id: _, scope, terms, ...fields } = JSON.parse(text) as TermEntry;
    const found = [
      ...Object.entries({ scope, ...fields }).map(([field, value]) => fieldTerm(field, value)),
      ...terms.map((term) => scopedTerm(scope, term)),
    ].join(' ');
    const row = BigInt(rowOf(id));
    this.#highest ??= this.#highestRow();
    if (row > this.#highest) this.#highest = row;
    else this.remove(id);
    this.#prepared(`INSERT INTO ${this.#table} (rowid, terms) VALUES (?, ?)`).run(row, found);
  }

  #highestRow(): bigint {
    const find = `SELECT rowid FROM ${this.#table} ORDER BY rowid DESC LIMIT 1`;
    return (this.#prepared(find).pluck().safeIntegers().get() as bigint | undefined) ?? 0n;
  }

  remove(id: Position): void {
    const row = rowOf(id);
    if (this.#prepared(`SELECT 1 FROM ${this.#table} WHERE rowid = CAST(? AS INTEGER)`).get(row) === undefined) return;
    this.#prepared(`DELETE FROM ${this.#table} WHERE rowid = CAST(? AS INTEGER)`).run(row);
    this.#onRemoved();
  }

  removeWhere(condition: string, values: readonly SqlValue[], limit: number): number {
    const matching = `SELECT rowid FROM ${this.#table} WHERE ${condition} LIMIT ${limit}`;
    const { changes } = this.#prepared(`DELETE FROM ${this.#table} WHERE rowid IN (${matching})`).run(...values);
    if (changes > 0) this.#onRemoved();
    return changes;
  }

  /** One step towards dropping the table. @returns whether there are more */
  drop(): boolean {
    const data = quote(`${this.#name}_data`);
    const some = `SELECT rowid FROM ${data} LIMIT ${PAGES_AT_ONCE}`;
    const { changes } = this.#unsafely(() => this.#prepared(`DELETE FROM ${data} WHERE rowid IN (${some})`).run());
    if (changes > 0) return true;
    this.#prepared(`DROP TABLE ${this.#table}`).run();
    return false;
  }

  /**
   * One step towards a single part, which has no terms of removed rows.
   * @param isFirst starts with the parts that are there now. @returns whether there is more to merge
   */
  merge(isFirst: boolean): boolean {
    const count = this.#prepared('SELECT total_changes()').pluck();
    const before = count.get() as number;
    const merge = `INSERT INTO ${this.#table} (${this.#table}, rank) VALUES ('merge', ?)`;
    this.#prepared(merge).run(isFirst ? -PAGES_AT_ONCE : PAGES_AT_ONCE);
    return (count.get() as number) - before >= 2;
  }

  /**
   * One step towards pages without copies of removed terms. SQLite moves rows when it splits or merges pages, and leaves copies of them in
   * the unused middle of a page. Here, each row fills a page of its own for a moment, and overwrites whatever was there.
   * @param from the first row @param fullBlock bytes that fill a page @returns the row to go on with, if there are more
   */
  rewrite(from: bigint, fullBlock: number): bigint | undefined {
    return this.#unsafely(() => {
      if (from === 0n) this.#rewriteKeys();
      const data = quote(`${this.#name}_data`);
      const some = `SELECT id, block FROM ${data} WHERE id >= ? ORDER BY id LIMIT ${PAGES_AT_ONCE}`;
      const rows = this.#prepared(some).safeIntegers().all(from) as { readonly id: bigint; readonly block: Buffer }[];
      const write = this.#prepared(`UPDATE ${data} SET block = ? WHERE id = ?`);
      const full = Buffer.alloc(fullBlock);
      for (const { id } of rows) write.run(full, id);
      for (const { id, block } of rows) write.run(block, id);
      return rows.length < PAGES_AT_ONCE ? undefined : rows.at(-PAGES_AGAIN)?.id;
    });
  }

  /** Writes the first terms of all pages anew. What is written in order is never moved. */
  #rewriteKeys(): void {
    const [keys, copy] = [quote(`${this.#name}_idx`), quote(`${this.#name}_copy`)];
    this.#db.exec(`
      CREATE TABLE ${copy} AS SELECT * FROM ${keys};
      DELETE FROM ${keys};
      INSERT INTO ${keys} SELECT * FROM ${copy};
      DROP TABLE ${copy};
    `);
  }

  /** With access to the tables in which the engine keeps the index. */
  #unsafely<T>(work: () => T): T {
    this.#db.unsafeMode(true);
    try {
      return work();
    } finally {
      this.#db.unsafeMode(false);
    }
  }
}

const all = (terms: readonly string[]): string => terms.join(' AND ');

/** The rows of a query, highest first, as texts. */
export const findSql = (
  table: string,
  query: TermQuery,
): { readonly text: string; readonly values: readonly SqlValue[] } => {
  const { scopes, terms, beginning, from, before, limit } = query;
  const inScope = (scope: string): string => {
    const wanted = terms.map((term) => quoted(scopedTerm(scope, term)));
    if (beginning !== undefined) wanted.push(`${quoted(scopedTerm(scope, beginning))} *`);
    return wanted.length === 0 ? quoted(fieldTerm('scope', scope)) : `(${all(wanted)})`;
  };
  const bounds = [
    { sql: 'rowid >= CAST(? AS INTEGER)', bound: from },
    { sql: 'rowid < CAST(? AS INTEGER)', bound: before },
  ].filter(({ bound }) => bound !== undefined);
  const conditions = [`${quote(table)} MATCH ?`, ...bounds.map(({ sql }) => sql)].join(' AND ');
  return {
    text: `SELECT CAST(rowid AS TEXT) FROM ${quote(table)} WHERE ${conditions} ORDER BY rowid DESC ${LIMIT}`,
    values: [scopes.map(inScope).join(' OR '), ...bounds.map(({ bound = '' }) => rowOf(bound)), limit],
  };
};

/** The rows of an index from one on, lowest first, as texts. */
export const entriesSql = (table: string): string =>
  `SELECT CAST(rowid AS TEXT) FROM ${quote(table)} WHERE rowid > CAST(? AS INTEGER) ORDER BY rowid ${LIMIT}`;

/** @param like any position of the same log */
export const idsOf = (rows: readonly string[], like: Position): readonly Position[] =>
  rows.map((row) => idOf(row, like));
