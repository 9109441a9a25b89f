import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '@quorum/service-kit/message-of.ts';
import type { Collection, ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { Swept } from '@quorum/service-kit/ports/read-store.ts';
import { RecentlyUsed } from '@quorum/service-kit/recently-used.ts';
import type Database from 'better-sqlite3-multiple-ciphers';
import type { SqliteFile } from '../../sqlite-file.ts';
import { KEPT_CHANGES, MAX_REMOVED_AT_ONCE } from '../bounds.ts';
import { otherIndexes } from '../place.ts';
import type { CommitRequest, WriteRun } from './sqlite-commit-plan.ts';
import { SqliteLeftovers } from './sqlite-leftovers.ts';
import { isEngineFailure, openForCommits, tableName } from './sqlite-schema.ts';
import { createSlots } from './sqlite-slots.ts';
import { type RewritePlace, SqliteTables } from './sqlite-tables.ts';
import { createTerms } from './sqlite-terms.ts';

export type StoreRequest =
  | CommitRequest
  | { readonly kind: 'prepare' | 'activate' | 'drop'; readonly model: ModelGeneration }
  | { readonly kind: 'index'; readonly sql: string }
  | { readonly kind: 'sweep' }
  | { readonly kind: 'merge' }
  | { readonly kind: 'rewrite'; readonly at: RewritePlace | undefined }
  | { readonly kind: 'ping' };

/** Errors as values, because error classes do not survive the transfer between threads. */
export type StoreReply =
  | { readonly done: boolean; readonly isUnmerged?: true }
  | { readonly swept: Swept }
  | { readonly next: RewritePlace }
  | { readonly stale: string }
  | { readonly unavailable: string }
  | { readonly misuse: string };

const DONE: StoreReply = { done: true };

/** An audience's old changes are pruned once per this many sequences. More at once would hold up a commit. */
const PRUNE_EVERY = 50;
const REMEMBERED_STATEMENTS = 500;
/**
 * Removals by unindexed fields that a model under construction may make. Each reads the whole table, but an index costs with
 * every row written after it.
 */
const MAX_SCANS = 8;

class Stale extends Error {}

/**
 * Carries out requests on one connection. `done` is false for a commit that leaves documents, a merge that is not over, and a name still
 * in use.
 */
export class SqliteCommitter {
  readonly #db: Database.Database;
  readonly #leftovers: SqliteLeftovers;
  readonly #statements = new RecentlyUsed<string, Database.Statement>(REMEMBERED_STATEMENTS);
  readonly #tables: SqliteTables;
  /** How often rows were removed by an index's fields, by the statement that creates the index. */
  readonly #removalsBy = new Map<string, number>();

  constructor(file: SqliteFile) {
    this.#db = openForCommits(file);
    const prepared = (sql: string): Database.Statement => this.#prepared(sql);
    this.#tables = new SqliteTables({ db: this.#db, prepared });
    this.#leftovers = new SqliteLeftovers(prepared, this.#tables);
  }

  handle(request: StoreRequest): StoreReply {
    try {
      return this.#carryOut(request);
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      if (error instanceof Stale) return { stale: error.message };
      if (isEngineFailure(error)) return { unavailable: error.message };
      return { misuse: messageOf(error) };
    }
  }

  close(): void {
    this.#db.close();
  }

  #carryOut(request: StoreRequest): StoreReply {
    switch (request.kind) {
      case 'commit':
        return this.#atomic(() => this.#commit(request));
      case 'prepare':
        return this.#atomic(() => this.#prepare(request.model));
      case 'activate':
        return this.#atomic(() => this.#activate(request.model));
      case 'drop':
        return this.#atomic(() => this.#drop(request.model.model, request.model.generation));
      case 'index':
        this.#db.exec(request.sql);
        return DONE;
      case 'sweep':
        return this.#atomic(() => ({ swept: this.#leftovers.sweep() }));
      case 'merge':
        return this.#atomic(() => ({ done: !this.#tables.merge() }));
      case 'rewrite':
        return this.#atomic(() => {
          const next = this.#tables.rewrite(request.at);
          return next === undefined ? DONE : { next };
        });
      case 'ping':
        this.#db.prepare('SELECT 1').get();
        return DONE;
    }
  }

  #commit(request: CommitRequest): StoreReply {
    for (const [model, generation] of request.models) {
      const moved = this.#run(
        'UPDATE generations SET checkpoint = ? WHERE model = ? AND generation = ? AND checkpoint = ?',
        request.to,
        model,
        generation,
        request.from,
      );
      if (moved === 0)
        throw new Stale(`The checkpoint of ${model} ${generation} is not ${request.from || 'the beginning'}.`);
    }
    let isAllGone = true;
    for (const run of request.runs) if (!this.#write(run)) isAllGone = false;
    this.#runEach(
      'INSERT INTO changes (audience, sequence, kind, position, data) VALUES (?, ?, ?, ?, ?)',
      5,
      request.changes,
    );
    this.#runEach(
      'INSERT INTO parked (model, position, event) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET event = excluded.event',
      3,
      request.park,
    );
    this.#runEach('DELETE FROM parked WHERE model = ? AND position = ?', 2, request.unpark);
    this.#prune(request.changes);
    return { done: isAllGone, ...(this.#tables.isUnmerged && { isUnmerged: true }) };
  }

  /** @returns false if documents are left to be removed */
  #write(run: WriteRun): boolean {
    const { table, kind, removal, values } = run;
    const rows = this.#tables.get(table);
    if (removal !== undefined) return this.#removeWhere(run, removal);
    if (kind === 'remove') for (const id of values) rows.remove(id as string);
    else for (let i = 0; i < values.length; i += 2) rows.put(values[i] as string, values[i + 1] as string);
    return true;
  }

  #removeWhere({ table, values }: WriteRun, { fields, condition, index }: NonNullable<WriteRun['removal']>): boolean {
    const width = fields.length;
    if (index !== undefined) this.#prepareRemovals(index, values.length / width);
    let room = MAX_REMOVED_AT_ONCE;
    let isAllGone = true;
    for (let i = 0; i < values.length; i += width) {
      const row = values.slice(i, i + width);
      const removed = room === 0 ? 0 : this.#tables.get(table).removeWhere(condition, row, room);
      room -= removed;
      if (room > 0) continue;
      this.#leftovers.leave(table, condition, row);
      isAllGone = false;
    }
    return isAllGone;
  }

  /** Creates the index for removals once there are many. An active model has all its indexes. */
  #prepareRemovals(index: string, count: number): void {
    const before = this.#removalsBy.get(index) ?? 0;
    if (before > MAX_SCANS) return;
    this.#removalsBy.set(index, before + count);
    if (before + count > MAX_SCANS) this.#db.exec(index);
  }

  #prune(changes: readonly (string | number)[]): void {
    const due = new Map<string, number>();
    for (let i = 0; i < changes.length; i += 5) {
      const sequence = changes[i + 1] as number;
      if (sequence > KEPT_CHANGES && sequence % PRUNE_EVERY === 0) due.set(changes[i] as string, sequence);
    }
    for (const [audience, sequence] of due) {
      const last = sequence - KEPT_CHANGES;
      this.#run('DELETE FROM changes WHERE audience = ? AND sequence <= ?', audience, last);
    }
  }

  /** The rest of a dropped generation of the same name must be swept before. */
  #prepare({ model, generation, collections }: ModelGeneration): StoreReply {
    if (collections.some(({ name }) => this.#leftovers.isDropped(tableName(name, generation)))) return { done: false };
    const isNew = this.#run(
      `INSERT INTO generations (model, generation, collections, checkpoint) VALUES (?, ?, ?, '') ON CONFLICT DO NOTHING`,
      model,
      generation,
      JSON.stringify(collections),
    );
    if (isNew > 0) for (const collection of collections) this.#create(collection, generation);
    else if (!isDeepStrictEqual(this.#collectionsOf(model, generation), collections))
      throw otherIndexes({ model, generation });
    return DONE;
  }

  #create(collection: Collection, generation: string): void {
    if (collection.isTermIndex) createTerms(this.#db, tableName(collection.name, generation));
    else createSlots(this.#db, collection, generation);
  }

  #collectionsOf(model: string, generation: string): readonly Collection[] {
    const stored = this.#db
      .prepare('SELECT collections FROM generations WHERE model = ? AND generation = ?')
      .pluck()
      .get(model, generation);
    return stored === undefined ? [] : (JSON.parse(stored as string) as Collection[]);
  }

  #activate({ model, generation }: ModelGeneration): StoreReply {
    if (this.#run('UPDATE generations SET active = 1 WHERE model = ? AND generation = ?', model, generation) === 0) {
      throw new Error(`${model} ${generation} was not prepared.`);
    }
    const others = this.#db
      .prepare('SELECT generation FROM generations WHERE model = ? AND generation <> ?')
      .pluck()
      .all(model, generation);
    for (const other of others as string[]) this.#forget(model, other);
    return DONE;
  }

  #drop(model: string, generation: string): StoreReply {
    const active = this.#db
      .prepare('SELECT active FROM generations WHERE model = ? AND generation = ?')
      .pluck()
      .get(model, generation);
    if (active === 1) throw new Error(`${model} ${generation} is active and cannot be dropped.`);
    this.#forget(model, generation);
    return DONE;
  }

  #forget(model: string, generation: string): void {
    for (const { name } of this.#collectionsOf(model, generation))
      this.#leftovers.leaveTable(tableName(name, generation));
    // A later generation of the same name starts without its indexes.
    this.#removalsBy.clear();
    this.#run('DELETE FROM generations WHERE model = ? AND generation = ?', model, generation);
  }

  #atomic(run: () => StoreReply): StoreReply {
    this.#prepared('BEGIN IMMEDIATE').run();
    const reply = run();
    this.#prepared('COMMIT').run();
    return reply;
  }

  #run(sql: string, ...values: unknown[]): number {
    return this.#prepared(sql).run(...values).changes;
  }

  /** Once for every `width` values. */
  #runEach(sql: string, width: number, values: readonly unknown[]): void {
    for (let i = 0; i < values.length; i += width) this.#run(sql, ...values.slice(i, i + width));
  }

  #prepared(sql: string): Database.Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
