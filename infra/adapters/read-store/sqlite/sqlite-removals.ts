import type { Document } from '@quorum/service-kit/ports/read-store.ts';
import type Database from 'better-sqlite3-multiple-ciphers';
import { type LeftRemoval, MAX_REMOVED_AT_ONCE, removes } from '../left-removal.ts';
import type { Place } from '../place.ts';
import type { WriteRun } from './sqlite-commit-plan.ts';
import { removeRestSql } from './sqlite-query.ts';
import type { SqlValue } from './sqlite-schema.ts';

type Row = { readonly target: string; readonly fields: string; readonly place: string; readonly kept: string };

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
  leave({ table, removal }: WriteRun, values: readonly SqlValue[]): void {
    if (removal === undefined) return;
    const { place, fields } = removal;
    const where = JSON.stringify(Object.fromEntries(fields.map((field, index) => [field, values[index]])));
    this.#prepared(
      `INSERT INTO removals (target, fields, place, kept) VALUES (?, ?, ?, '[]')
       ON CONFLICT DO UPDATE SET kept = excluded.kept`,
    ).run(table, where, JSON.stringify(place));
  }

  /** Excludes documents that were put after a removal that they match. */
  keep({ table, width, values }: WriteRun): void {
    const left = this.#prepared('SELECT target, fields, kept FROM removals WHERE target = ?').all(table) as Row[];
    for (const row of left) {
      const removal = removalOf(row);
      const kept = new Set(removal.kept);
      for (let at = 0; at < values.length; at += width) {
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

  /** One step of one removal. */
  sweep(): { readonly more: boolean } {
    const [row] = this.#prepared('SELECT target, fields, place, kept FROM removals LIMIT 1').all() as Row[];
    if (row === undefined) return { more: false };
    const { text, values } = removeRestSql(JSON.parse(row.place) as Place, removalOf(row));
    const { changes } = this.#prepared(text).run(...values);
    if (changes < MAX_REMOVED_AT_ONCE)
      this.#prepared('DELETE FROM removals WHERE target = ? AND fields = ?').run(row.target, row.fields);
    return { more: true };
  }

  /** Of a table that is dropped. */
  forget(table: string): void {
    this.#prepared('DELETE FROM removals WHERE target = ?').run(table);
  }
}
