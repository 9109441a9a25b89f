import type { Collection, Index } from './generations.ts';
import { type Query, type Scalar, UnindexedQueryError } from './read-store.ts';

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
export const chooseIndex = (collection: Collection, query: Condition): Access => {
  const equal = Object.keys(query.where).filter((field) => field !== 'id');
  const sorted = sortedField(query);
  if ('id' in query.where || (equal.length === 0 && sorted === undefined)) return { index: undefined };

  const [index] = collection.indexes
    .filter((each) => equal.every((field) => each.slice(0, equal.length).includes(field)))
    .filter((each) => sorted === undefined || each[equal.length] === sorted)
    .sort((a, b) => a.length - b.length);
  if (index !== undefined) return { index };
  const wanted = [...equal, ...(sorted === undefined ? [] : [sorted])].join(', ');
  throw new UnindexedQueryError(`The collection ${collection.name} has no index over (${wanted}).`);
};

/** The field that an index has to be sorted by, besides the id. */
const sortedField = ({ range, order }: Condition): string | undefined => {
  const field = range?.field ?? order?.field;
  return field === 'id' ? undefined : field;
};

/** An index with the id, which makes every order total: at the end, unless it names another place. */
export const withId = (index: Index): Index => (index.includes('id') ? index : [...index, 'id']);

/** Fields stored outside the document so that they can be indexed, each once. */
export const indexedFields = (collection: Collection): readonly string[] => [
  ...new Set(collection.indexes.flat().filter((field) => field !== 'id')),
];
