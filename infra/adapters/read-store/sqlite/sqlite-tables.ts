import { SqliteSlots } from './sqlite-slots.ts';
import { type Connection, SqliteTerms } from './sqlite-terms.ts';

/** What has happened since entries of an index were removed. */
type State = 'removed' | 'merging' | 'merged' | 'rewriting';

/** The table of an index, and its row from which a rewrite goes on. */
export type RewritePlace = { readonly table: string; readonly from: bigint };

const START: RewritePlace = { table: '', from: 0n };

/** Bytes of a block that fills a page alone; SQLite moves a part of a larger one elsewhere. Measured on a page of short rows. */
const FULL_BLOCK = `SELECT unused + payload + 3 * ncell + 8 - 39 FROM dbstat WHERE name = 'unmerged'`;

/** The tables of collections, as their only writer uses them. */
export class SqliteTables {
  readonly #connection: Connection;
  readonly #prepared: Connection['prepared'];
  readonly #known = new Map<string, SqliteSlots | SqliteTerms>();

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#prepared = connection.prepared;
  }

  get(name: string): SqliteSlots | SqliteTerms {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const table = this.#isTermIndex(name) ? this.#terms(name) : new SqliteSlots(this.#prepared, name);
    this.#known.set(name, table);
    return table;
  }

  /** A table of this name was dropped. */
  forget(name: string): void {
    this.#known.delete(name);
    this.#prepared('DELETE FROM unmerged WHERE target = ?').run(name);
  }

  /** Whether terms of removed entries are left in some index. */
  get isUnmerged(): boolean {
    return (this.#find('removed') ?? this.#find('merging')) !== undefined;
  }

  /** One step towards indexes without terms of removed entries. @returns whether there is more to do */
  merge(): boolean {
    const unfinished = this.#find('merging');
    const name = unfinished ?? this.#find('removed');
    if (name === undefined) return false;
    this.#mark(name, this.#terms(name).merge(unfinished === undefined) ? 'merging' : 'merged');
    return true;
  }

  /**
   * One step towards a file without copies of merged terms. Terms of entries that were removed since are left to the next merge.
   * @returns where the next step goes on, if there is one
   */
  rewrite({ table, from } = START): RewritePlace | undefined {
    if (table === '') this.#prepared(`UPDATE unmerged SET state = 'rewriting' WHERE state = 'merged'`).run();
    const find = this.#prepared('SELECT target FROM unmerged WHERE target >= ? ORDER BY target LIMIT 1').pluck();
    const name = find.get(table) as string | undefined;
    if (name === undefined) {
      this.#prepared(`DELETE FROM unmerged WHERE state = 'rewriting'`).run();
      return undefined;
    }
    const fullBlock = this.#prepared(FULL_BLOCK).pluck().get() as number;
    const next = this.#terms(name).rewrite(name === table ? from : 0n, fullBlock);
    return next === undefined ? { table: `${name} `, from: 0n } : { table: name, from: next };
  }

  #find(state: State): string | undefined {
    const find = 'SELECT target FROM unmerged WHERE state = ? LIMIT 1';
    return this.#prepared(find).pluck().get(state) as string | undefined;
  }

  #mark(name: string, state: State): void {
    const mark = 'INSERT INTO unmerged (target, state) VALUES (?, ?) ON CONFLICT DO UPDATE SET state = excluded.state';
    this.#prepared(mark).run(name, state);
  }

  #isTermIndex(name: string): boolean {
    const created = this.#prepared('SELECT sql FROM sqlite_master WHERE name = ?').pluck().get(name);
    return typeof created === 'string' && created.startsWith('CREATE VIRTUAL');
  }

  #terms(name: string): SqliteTerms {
    return new SqliteTerms(this.#connection, name, () => this.#mark(name, 'removed'));
  }
}
