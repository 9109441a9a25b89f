import {
  type Collection,
  type Index,
  type Query,
  type Scalar,
  UnindexedQueryError,
} from '@quorum/service-kit/ports/read-store.ts';

/** How a query is served. */
export type Access =
  /** By primary key, in the order of ids. */
  { readonly index: undefined } | { readonly index: Index };

export type Condition = Pick<Query, 'where' | 'range' | 'order'>;

export const equalityOf = (value: Scalar | readonly Scalar[]): readonly Scalar[] =>
  typeof value === 'object' ? value : [value];

/**
 * The index that serves a query: equality fields first (in any order), then the range or order field. Every engine asks here,
 * so that a query that one engine would serve by reading everything is refused by all of them.
 * @throws UnindexedQueryError
 */
// eslint-disable-next-line complexity -- one rule, which every engine asks
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

/** Fields that have to lie outside the document to be indexed, each once. */
export const indexedFields = (collection: Collection): readonly string[] => [...new Set(collection.indexes.flat())];
