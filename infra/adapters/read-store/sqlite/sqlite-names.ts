import type { Index } from '@quorum/service-kit/ports/generations.ts';

export type SqlValue = string | number | null;

/** A field's value as a scalar. A value that cannot be indexed (missing, null, nested) is NULL and matches no comparison. */
export const plain = (value: unknown): SqlValue => {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
};

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const tableName = (collection: string, generation: string): string => `${collection}__${generation}`;

export const indexName = (table: string, index: Index): string => `${table}__${index.join('_')}`;
