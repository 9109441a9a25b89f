import type { Holding } from '@quorum/service-kit/ports/read-store.ts';
import type Database from 'better-sqlite3';
import { packAudience, packChange } from './packed-change.ts';
import { jsonOf, type StoredDocument } from './packed-document.ts';
import { toColumn } from './sqlite-values.ts';

/** How statements name the JSON text of a document. */
export const JSON_OF_DOC = 'json_of(doc)';

/** How statements name the column's value of an expression. */
export const columnOf = (expression: string, holding: Holding | undefined): string =>
  holding === undefined ? expression : `column_of(${expression}, '${holding}')`;

/** The functions that statements of the read models call. */
export const withFunctions = (db: Database.Database): Database.Database =>
  db
    .function('json_of', { deterministic: true }, (stored) => jsonOf(stored as StoredDocument))
    .function('pack_audience', (audience) => packAudience(audience as string))
    .function('pack_change', (audience, kind, position, data) =>
      packChange(audience as string, kind as string, position as string, data as string),
    )
    .function('column_of', { deterministic: true }, (value, holding) => toColumn(value, holding as Holding));
