import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { Commit, Write } from '@quorum/service-kit/ports/read-store.ts';
import { byCollection, foundIn, type Place } from '../place.ts';
import { removalSql } from './sqlite-query.ts';
import { plain, type SqlValue, tableName } from './sqlite-schema.ts';

/** A removal by fields. */
type Removal = {
  readonly fields: readonly string[];
  readonly condition: string;
  /** Creates the index that the condition needs, if missing. */
  readonly index?: string;
};

/** Consecutive writes of one kind to one table. */
export type WriteRun = {
  readonly table: string;
  readonly kind: 'put' | 'remove' | 'removeWhere';
  readonly removal?: Removal;
  /** For each write: id and JSON text, id, or the values of the removal's fields. */
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

type Table = Place & {
  readonly name: string;
  /** By the names of their fields. */
  readonly removals: Map<string, Removal>;
};

const tablesOf = (models: readonly ModelGeneration[]): ReadonlyMap<string, Table> =>
  byCollection(models, (place) => ({
    ...place,
    name: tableName(place.collection.name, place.generation),
    removals: new Map<string, Removal>(),
  }));

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
    const open = new Map<Table, WriteRun>();
    const valuesOf = (table: Table, kind: WriteRun['kind'], removal?: Removal): SqlValue[] => {
      const last = open.get(table);
      if (last?.kind === kind && last.removal === removal) return last.values;
      const run: WriteRun = { table: table.name, kind, values: [], ...(removal !== undefined && { removal }) };
      runs.push(run);
      open.set(table, run);
      return run.values;
    };

    for (const write of writes) {
      const table = foundIn(this.#tables, write.collection);
      if ('put' in write) valuesOf(table, 'put').push(write.put.id, JSON.stringify(write.put));
      else if ('remove' in write) valuesOf(table, 'remove').push(write.remove);
      else {
        const removal = removalBy(table, Object.keys(write.removeWhere).sort());
        const values = valuesOf(table, 'removeWhere', removal);
        for (const field of removal.fields) values.push(plain(write.removeWhere[field]));
      }
    }
    return runs;
  }
}

const removalBy = (table: Table, fields: readonly string[]): Removal => {
  const key = fields.join();
  const known = table.removals.get(key);
  if (known !== undefined) return known;
  const removal: Removal = { fields, ...removalSql(table, fields) };
  table.removals.set(key, removal);
  return removal;
};
