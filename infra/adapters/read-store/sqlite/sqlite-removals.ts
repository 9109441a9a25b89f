import type { Document } from '@quorum/service-kit/ports/read-store.ts';
import type Database from 'better-sqlite3-multiple-ciphers';
import { type LeftRemoval, MAX_REMOVED_AT_ONCE, removes } from '../left-removal.ts';
import type { WriteRun } from './sqlite-commit-plan.ts';
import type { SqlValue } from './sqlite-names.ts';
import { restSql } from './sqlite-query.ts';
import { SqliteSlots } from './sqlite-slots.ts';

type Row = { readonly target: string; readonly fields: string; readonly kept: string };

const removalOf = ({ fields, kept }: Pick<Row, 'fields' | 'kept'>): LeftRemoval => ({
  where: JSON.parse(fields) as LeftRemoval['where'],
  kept: JSON.parse(kept) as string[],
});

/** Removals by fields whose rows are removed in steps, after their commit. */
export class SqliteRemovals {
  readonly #prepared: (sql: string) => Database.Statement;

  constructor(prepared: (sql: string) => Database.Statement) {
    this.#prepared = prepared;
  }

  /** Within the commit that removed the first rows. */
  leave(table: string, fields: readonly string[], values: readonly SqlValue[]): void {
    const where = JSON.stringify(Object.fromEntries(fields.map((field, index) => [field, values[index]])));
    this.#prepared(
      `INSERT INTO removals (target, fields, kept) VALUES (?, ?, '[]') ON CONFLICT DO UPDATE SET kept = excluded.kept`,
    ).run(table, where);
  }

  /** Excludes documents that were put after a removal that they match. */
  keep({ table, values }: WriteRun): void {
    const left = this.#prepared('SELECT target, fields, kept FROM removals WHERE target = ?').all(table) as Row[];
    for (const row of left) {
      const removal = removalOf(row);
      const kept = new Set(removal.kept);
      for (let at = 0; at < values.length; at += 2) {
        const document = JSON.parse(values[at + 1] as string) as Document;
        if (removes(removal, document)) kept.add(document.id);
      }
      if (kept.size > removal.kept.length)
        this.#prepared('UPDATE removals SET kept = ? WHERE target = ? AND fields = ?').run(
          JSON.stringify([...kept]),
          table,
          row.fields,
        );
    }
  }

  /** One step of one removal, or of dropping a table. */
  sweep(): { readonly more: boolean } {
    const [row] = this.#prepared('SELECT target, fields, kept FROM removals LIMIT 1').all() as Row[];
    if (row === undefined) return { more: this.#sweepDropped() };
    const { text, values } = restSql(removalOf(row));
    const removed = this.#slots(row.target).removeWhere(text, values, MAX_REMOVED_AT_ONCE);
    if (removed < MAX_REMOVED_AT_ONCE)
      this.#prepared('DELETE FROM removals WHERE target = ? AND fields = ?').run(row.target, row.fields);
    return { more: true };
  }

  /** Leaves a table to be dropped. */
  drop(table: string): void {
    this.#prepared('DELETE FROM removals WHERE target = ?').run(table);
    this.#prepared('INSERT INTO dropped (target) VALUES (?) ON CONFLICT DO NOTHING').run(table);
  }

  isDropped(table: string): boolean {
    return this.#prepared('SELECT 1 FROM dropped WHERE target = ?').get(table) !== undefined;
  }

  #sweepDropped(): boolean {
    const [table] = this.#prepared('SELECT target FROM dropped LIMIT 1').all() as { target: string }[];
    if (table === undefined) return false;
    if (!this.#slots(table.target).drop()) this.#prepared('DELETE FROM dropped WHERE target = ?').run(table.target);
    return true;
  }

  #slots(table: string): SqliteSlots {
    return new SqliteSlots(this.#prepared, table);
  }
}
