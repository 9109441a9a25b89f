import {
  type Collection,
  type Index,
  type Query,
  type Scalar,
  UnindexedQueryError,
} from '@quorum/service-kit/ports/read-store.ts';

/** How a query is executed. */
export type Access =
  /** By primary key, in id order. */
  { readonly index: undefined } | { readonly index: Index };

export type Condition = Pick<Query, 'where' | 'range' | 'order'>;

export const equalityOf = (value: Scalar | readonly Scalar[]): readonly Scalar[] =>
  typeof value === 'object' ? value : [value];

/**
 * The index for a query: equality fields first (in any order), then the range or order field. Every engine uses this rule, so
 * that a query one engine would answer by a full scan is refused by all.
 * @throws UnindexedQueryError
 */
// eslint-disable-next-line complexity -- one rule, shared by every engine
export const chooseIndex = (collection: Collection, query: Condition): Access => {
  const equal = Object.keys(query.where).filter((field) => field !== 'id');
  const next = query.range?.field ?? query.order?.field ?? 'id';
  if ('id' in query.where || (equal.length === 0 && next === 'id')) return { index: undefined };

  const fits = collection.indexes
    .filter((index) => equal.every((field) => index.slice(0, equal.length).includes(field)))
    .filter((index) => next === 'id' || index[equal.length] === next)
    .sort((a, b) => a.length - b.length);
  const [index] = fits;
  if (index === undefined) {
    const wanted = [...equal, ...(next === 'id' ? [] : [next])].join(', ');
    throw new UnindexedQueryError(`The collection ${collection.name} has no index over (${wanted}).`);
  }
  return { index };
};

/** Fields stored outside the document so that they can be indexed, each once. */
export const indexedFields = (collection: Collection): readonly string[] => [...new Set(collection.indexes.flat())];
