import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { Commit, Write } from '@quorum/service-kit/ports/read-store.ts';
import { byCollection, foundIn, type Place } from '../place.ts';
import { removeWhereSql } from './sqlite-query.ts';
import { plain, quote, type SqlValue, tableName } from './sqlite-schema.ts';

type RemovalPlan = {
  readonly place: Place;
  readonly fields: readonly string[];
  /** Creates the index that the statement needs, if missing. */
  readonly index?: string;
};

/** Consecutive writes of one kind to one table. `values` contains `width` for each write. */
export type WriteRun = {
  readonly table: string;
  /** For puts, the part of the statement before the rows; for others, the whole statement. */
  readonly sql: string;
  /** For puts, the part after the rows. */
  readonly tail?: string;
  /** For removals by fields, whose rest is left for later if there are many rows. */
  readonly removal?: RemovalPlan;
  readonly width: number;
  readonly values: SqlValue[];
};

/** A commit as the committer takes it: flat, because objects are the most expensive to transfer to the worker's thread. */
export type CommitRequest = {
  readonly kind: 'commit';
  /** Model and generation, alternating. */
  readonly models: readonly (readonly [string, string])[];
  readonly from: string;
  readonly to: string;
  readonly runs: readonly WriteRun[];
  /** Audience, sequence, kind, position, data of each. */
  readonly changes: readonly (string | number)[];
  /** Model, position, event of each. */
  readonly park: readonly string[];
  readonly unpark: readonly string[];
};

/** A run without its values. The same object for writes that belong together. */
type Shape = Omit<WriteRun, 'values'>;

type Table = Place & {
  readonly puts: Shape;
  readonly deletions: Shape;
  /** By the names of their fields. */
  readonly removalsWhere: Map<string, Shape>;
};

const tablesOf = (models: readonly ModelGeneration[]): ReadonlyMap<string, Table> =>
  byCollection(models, (place) => {
    const table = tableName(place.collection.name, place.generation);
    return {
      ...place,
      puts: {
        table,
        sql: `INSERT INTO ${quote(table)} (id, doc) VALUES `,
        tail: ' ON CONFLICT (id) DO UPDATE SET doc = excluded.doc',
        width: 2,
      },
      deletions: { table, sql: `DELETE FROM ${quote(table)} WHERE id = ?`, width: 1 },
      removalsWhere: new Map(),
    };
  });

/** Turns commits into requests. Caches the tables of the models it saw last. */
export class CommitPlanner {
  #models: readonly ModelGeneration[] = [];
  #tables: ReadonlyMap<string, Table> = new Map();

  plan(commit: Commit): CommitRequest {
    if (commit.models !== this.#models) {
      this.#models = commit.models;
      this.#tables = tablesOf(commit.models);
    }
    return {
      kind: 'commit',
      models: commit.models.map(({ model, generation }) => [model, generation] as const),
      from: commit.from,
      to: commit.to,
      runs: this.#runs(commit.writes),
      changes: commit.changes.flatMap(({ audience, sequence, kind, position, data }) => [
        audience,
        sequence,
        kind,
        position,
        JSON.stringify(data),
      ]),
      park: (commit.park ?? []).flatMap((event) => [event.model, event.position, JSON.stringify(event)]),
      unpark: (commit.unpark ?? []).flatMap(({ model, position }) => [model, position]),
    };
  }

  /** Order only matters within a table, so each table's writes are merged into as few runs as that allows. */
  #runs(writes: readonly Write[]): WriteRun[] {
    const runs: WriteRun[] = [];
    const open = new Map<Table, { readonly shape: Shape; readonly values: SqlValue[] }>();
    const valuesOf = (table: Table, shape: Shape): SqlValue[] => {
      const last = open.get(table);
      if (last?.shape === shape) return last.values;
      const run: WriteRun = { ...shape, values: [] };
      runs.push(run);
      open.set(table, { shape, values: run.values });
      return run.values;
    };

    for (const write of writes) {
      const table = foundIn(this.#tables, write.collection);
      if ('put' in write) valuesOf(table, table.puts).push(write.put.id, JSON.stringify(write.put));
      else if ('remove' in write) valuesOf(table, table.deletions).push(write.remove);
      else {
        const fields = Object.keys(write.removeWhere).sort();
        const values = valuesOf(table, removalsBy(table, fields));
        for (const field of fields) values.push(plain(write.removeWhere[field]));
      }
    }
    return runs;
  }
}

const removalsBy = (table: Table, fields: readonly string[]): Shape => {
  const key = fields.join();
  const known = table.removalsWhere.get(key);
  if (known !== undefined) return known;
  const { collection, generation } = table;
  const { sql, ...index } = removeWhereSql(table, fields);
  const removal = { place: { collection, generation }, fields, ...index };
  const shape: Shape = { table: table.puts.table, sql, width: fields.length, removal };
  table.removalsWhere.set(key, shape);
  return shape;
};
