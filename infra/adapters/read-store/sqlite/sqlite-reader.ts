import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import {
  type Document,
  type Query,
  type ReadModels,
  ReadStoreUnavailableError,
  UnindexedQueryError,
} from '@quorum/service-kit/ports/read-store.ts';
import type { TermQuery } from '@quorum/service-kit/ports/term-index.ts';
import { RecentlyUsed } from '@quorum/service-kit/recently-used.ts';
import type Database from 'better-sqlite3-multiple-ciphers';
import type { Place } from '../place.ts';
import type { SqliteFinder } from './sqlite-finder.ts';
import { countSql, type Sql, selectSql } from './sqlite-query.ts';
import { isEngineFailure, quote, tableName } from './sqlite-schema.ts';
import { entriesSql, findSql, idsOf, rowOf } from './sqlite-terms.ts';

const REMEMBERED_STATEMENTS = 500;

/** Turns errors of the engine into errors of the port. */
export const withSqliteErrors = <T>(run: () => T): T => {
  try {
    return run();
  } catch (error) {
    // A closed connection is a TypeError of the library.
    const closed = error instanceof TypeError && error.message.includes('database connection');
    if (!closed && !isEngineFailure(error)) throw error;
    throw new ReadStoreUnavailableError(`The read models cannot be read: ${error.message}`, { cause: error });
  }
};

/** A connection and its prepared statements. For each form of query it checks once that an index is used. */
export class StatementCache {
  readonly #statements = new RecentlyUsed<string, Database.Statement>(REMEMBERED_STATEMENTS);
  readonly #db: Database.Database;

  constructor(db: Database.Database) {
    this.#db = db;
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }

  /** Yields the first column of each row. */
  get(text: string, scanAllowed = true): Database.Statement {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(text).pluck();
    if (!scanAllowed) this.#refuseScan(text);
    this.#statements.set(text, statement);
    return statement;
  }

  #refuseScan(text: string): void {
    const parameters = text.split('?').length - 1;
    const plan = this.#db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...new Array<null>(parameters).fill(null)) as {
      detail: string;
    }[];
    // `SCAN … VIRTUAL TABLE` is the value list of an IN, and a constant row a sub-select; neither scans the collection.
    const scan = plan.find(({ detail }) =>
      /^SCAN (?!.*USING (COVERING )?INDEX)(?!.*VIRTUAL TABLE)(?!\(|CONSTANT)/.test(detail),
    );
    if (scan !== undefined) throw new UnindexedQueryError(`${scan.detail}, by: ${text}`);
  }
}

const documentOf = <D>(json: string): D => JSON.parse(json) as D;

export type Connections = { readonly statements: StatementCache; readonly finder: SqliteFinder };

/** Reads from named places. `place` finds a collection's table at the moment of the read. */
export class SqliteReader implements ReadModels {
  readonly #statements: StatementCache;
  readonly #place: (collection: string) => Place;
  readonly #makeIndexes: (place: Place) => Promise<void>;
  readonly #finder: SqliteFinder;

  constructor(
    { statements, finder }: Connections,
    place: (collection: string) => Place,
    makeIndexes: (place: Place) => Promise<void>,
  ) {
    this.#statements = statements;
    this.#finder = finder;
    this.#makeIndexes = makeIndexes;
    this.#place = place;
  }

  async get<D extends Document>(collection: string, id: string): Promise<D | undefined> {
    return this.#read(collection, (place) => {
      const doc = this.#byId(place).get(id) as string | undefined;
      return doc === undefined ? undefined : documentOf<D>(doc);
    });
  }

  async getMany<D extends Document>(collection: string, ids: readonly string[]): Promise<ReadonlyMap<string, D>> {
    if (ids.length === 0) return new Map();
    return this.#read(collection, (place) => {
      const found = new Map<string, D>();
      const statement = this.#byId(place);
      for (const id of new Set(ids)) {
        const doc = statement.get(id) as string | undefined;
        if (doc !== undefined) found.set(id, documentOf<D>(doc));
      }
      return found;
    });
  }

  async query<D extends Document>(collection: string, query: Query): Promise<readonly D[]> {
    return this.#read(collection, (place) => {
      if (place.collection.isTermIndex) return this.#entries(place, query) as D[];
      const docs = this.#run(selectSql(place, query), (statement, values) => statement.all(...values) as string[]);
      return docs.map((doc) => documentOf<D>(doc));
    });
  }

  async count(collection: string, query: Pick<Query, 'where' | 'range' | 'filter'>, cap: number): Promise<number> {
    return this.#read(collection, (place) =>
      this.#run(countSql(place, query, cap), (statement, values) => statement.get(...values) as number),
    );
  }

  async find(collection: string, query: TermQuery): Promise<readonly Position[]> {
    if (query.scopes.length === 0) return [];
    return this.#read(collection, async (place) => {
      const rows = await this.#finder.rows(findSql(tableName(place.collection.name, place.generation), query));
      return rows.length === 0 ? [] : withSqliteErrors(() => idsOf(rows, this.#aPosition()));
    });
  }

  /** A page of entries in the order of their ids, as far as an index keeps them. */
  #entries({ collection, generation }: Place, { after, limit }: Query): readonly Document[] {
    const text = entriesSql(tableName(collection.name, generation));
    const rows = this.#statements.get(text).all(after === undefined ? '-1' : rowOf(after.id), limit) as string[];
    return rows.length === 0 ? [] : idsOf(rows, this.#aPosition()).map((id) => ({ id }));
  }

  #aPosition(): Position {
    return this.#statements.get('SELECT max(checkpoint) FROM generations').get() as Position;
  }

  #run<T>(sql: Sql, read: (statement: Database.Statement, values: Sql['values']) => T): T {
    return read(this.#statements.get(sql.text, false), sql.values);
  }

  #byId(place: Place): Database.Statement {
    return this.#statements.get(
      `SELECT doc FROM ${quote(tableName(place.collection.name, place.generation))} WHERE id = ?`,
    );
  }

  /**
   * A generation may be dropped between finding its place and reading it, so it is looked up once more. A generation under
   * construction gets an index with the first read that needs it.
   */
  async #read<T>(collection: string, read: (place: Place) => T | Promise<T>): Promise<T> {
    const place = withSqliteErrors(() => this.#place(collection));
    try {
      return await withSqliteErrors(() => read(place));
    } catch (error) {
      const moved = withSqliteErrors(() => this.#place(collection));
      if (isIndexMissing(error)) await this.#makeIndexes(moved);
      else if (moved.generation === place.generation) throw error;
      return withSqliteErrors(() => read(moved));
    }
  }
}

const isIndexMissing = (error: unknown): boolean => error instanceof Error && error.message.startsWith('no such index');
