import { equalityOf } from '@quorum/service-kit/ports/index-choice.ts';
import type { Document, Query, Scalar } from '@quorum/service-kit/ports/read-store.ts';
import type { TermEntry, TermQuery } from '@quorum/service-kit/ports/term-index.ts';

type Comparison = NonNullable<Query['filter']>[number];
type Condition = Omit<Query, 'limit'>;

const compares: { readonly [O in Comparison['op']]: (value: Scalar, wanted: Scalar) => boolean } = {
  '<': (value, wanted) => value < wanted,
  '<=': (value, wanted) => value <= wanted,
  '>': (value, wanted) => value > wanted,
  '>=': (value, wanted) => value >= wanted,
  '=': (value, wanted) => value === wanted,
};

const holds = (document: Document, { field, op, value }: Comparison): boolean =>
  typeof document[field] === typeof value && compares[op](document[field] as Scalar, value);

const rangeOf = ({ range }: Condition): readonly Comparison[] =>
  (
    [
      ['>=', range?.from],
      ['>', range?.after],
      ['<', range?.to],
    ] as const
  ).flatMap(([op, value]) => (range === undefined || value === undefined ? [] : { field: range.field, op, value }));

/** Before or behind, by a value and then by id. */
const compare = (a: readonly [Scalar, string], b: readonly [Scalar, string]): number => {
  if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1;
  return a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0;
};

export const fits = (document: Document, where: Query['where']): boolean =>
  Object.entries(where).every(([field, wanted]) => equalityOf(wanted).includes(document[field] as Scalar));

/** The documents that a query asks for, all of them and in its order. */
export const matching = <D extends Document>(documents: readonly D[], query: Condition): readonly D[] => {
  const { where, order = { field: 'id', direction: 'asc' }, after, filter = [] } = query;
  const sign = order.direction === 'desc' ? -1 : 1;
  const placeOf = (document: Document) => [document[order.field] as Scalar, document.id] as const;
  const start = after === undefined ? undefined : ([after.value ?? after.id, after.id] as const);
  return documents
    .filter((document) => document[order.field] !== undefined && fits(document, where))
    .filter((document) => [...rangeOf(query), ...filter].every((comparison) => holds(document, comparison)))
    .filter((document) => start === undefined || compare(placeOf(document), start) * sign > 0)
    .sort((a, b) => compare(placeOf(a), placeOf(b)) * sign);
};

/** The ids of the entries that terms find, the highest first. */
export const foundByTerms = (entries: readonly TermEntry[], query: TermQuery): readonly string[] => {
  const { scopes, terms: wanted, beginning, from, before, limit } = query;
  return entries
    .filter(({ id }) => (from === undefined || id >= from) && (before === undefined || id < before))
    .filter(({ scope, terms }) => scopes.includes(scope) && wanted.every((term) => terms.includes(term)))
    .filter(({ terms }) => beginning === undefined || terms.some((term) => term.startsWith(beginning)))
    .map(({ id }) => id)
    .sort((a, b) => (a < b ? 1 : -1))
    .slice(0, limit);
};
