import type { Document, Scalar } from '@quorum/service-kit/ports/read-store.ts';

/** Minimum number of newest changes kept per audience. */
export const KEPT_CHANGES = 5_000;

/** Most documents that one commit removes by fields. The rest is left for later and hidden from every read. */
export const MAX_REMOVED_AT_ONCE = 250;

/** A removal whose documents are not all gone from the store yet. */
export type LeftRemoval = {
  readonly where: { readonly [field: string]: Scalar };
  /** Ids of documents that match but were put after it. */
  readonly kept: readonly string[];
};

/** SQLite stores booleans as numbers. */
const asStored = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value);

export const removes = ({ where, kept }: LeftRemoval, document: Document): boolean => {
  for (const field in where) if (asStored(document[field]) !== asStored(where[field])) return false;
  return !kept.includes(document.id);
};

export const isRemoved = (removals: readonly LeftRemoval[] | undefined, document: Document): boolean =>
  removals?.some((removal) => removes(removal, document)) === true;
