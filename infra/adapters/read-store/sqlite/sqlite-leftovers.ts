import type { Swept } from '@quorum/service-kit/ports/read-store.ts';
import type Database from 'better-sqlite3-multiple-ciphers';
import { MAX_REMOVED_AT_ONCE } from '../bounds.ts';
import type { SqlValue } from './sqlite-schema.ts';
import type { SqliteTables } from './sqlite-tables.ts';

type Removal = { readonly target: string; readonly condition: string; readonly fields: string };

/** Removals that commits leave to be done in steps: many documents, and tables of dropped generations. */
export class SqliteLeftovers {
  readonly #prepared: (sql: string) => Database.Statement;
  readonly #tables: SqliteTables;

  constructor(prepared: (sql: string) => Database.Statement, tables: SqliteTables) {
    this.#prepared = prepared;
    this.#tables = tables;
  }

  /** Within the commit that removed the first documents. */
  leave(table: string, condition: string, values: readonly SqlValue[]): void {
    this.#prepared('INSERT INTO removals (target, condition, fields) VALUES (?, ?, ?) ON CONFLICT DO NOTHING').run(
      table,
      condition,
      JSON.stringify(values),
    );
  }

  leaveTable(table: string): void {
    this.#prepared('DELETE FROM removals WHERE target = ?').run(table);
    this.#prepared('INSERT INTO dropped (target) VALUES (?) ON CONFLICT DO NOTHING').run(table);
  }

  isDropped(table: string): boolean {
    return this.#prepared('SELECT 1 FROM dropped WHERE target = ?').get(table) !== undefined;
  }

  /** One step. */
  sweep(): Swept {
    const [removal] = this.#prepared('SELECT target, condition, fields FROM removals LIMIT 1').all() as Removal[];
    if (removal !== undefined) return this.#sweepDocuments(removal);
    const [dropped] = this.#prepared('SELECT target FROM dropped LIMIT 1').all() as Pick<Removal, 'target'>[];
    if (dropped === undefined) return 'nothing';
    if (this.#tables.get(dropped.target).drop()) return 'generations';
    this.#tables.forget(dropped.target);
    this.#prepared('DELETE FROM dropped WHERE target = ?').run(dropped.target);
    return 'generations';
  }

  #sweepDocuments({ target, condition, fields }: Removal): Swept {
    const values = JSON.parse(fields) as SqlValue[];
    const removed = this.#tables.get(target).removeWhere(condition, values, MAX_REMOVED_AT_ONCE);
    if (removed < MAX_REMOVED_AT_ONCE)
      this.#prepared('DELETE FROM removals WHERE target = ? AND condition = ? AND fields = ?').run(
        target,
        condition,
        fields,
      );
    return 'documents';
  }
}
