import { SqliteSlots } from './sqlite-slots.ts';
import { type Connection, SqliteTerms } from './sqlite-terms.ts';

/** What has happened since entries of an index were removed. */
type State = 'removed' | 'merging' | 'merged';

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
    const begun = this.#find('merging');
    const name = begun ?? this.#find('removed');
    if (name === undefined) return false;
    this.#mark(name, this.#terms(name).merge(begun === undefined) ? 'merging' : 'merged');
    return true;
  }

  /** Leaves no copy of merged terms in the file. Terms of entries that were removed since are left to the next merge. */
  rewrite(): void {
    const names = this.#prepared('SELECT target FROM unmerged').pluck().all() as string[];
    for (const name of names) this.#terms(name).rewrite();
    this.#prepared(`DELETE FROM unmerged WHERE state = 'merged'`).run();
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
