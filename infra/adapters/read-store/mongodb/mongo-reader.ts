import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import { chooseIndex, indexedFields } from '@quorum/service-kit/ports/index-choice.ts';
import type { Document, Query, ReadModels, Scalar } from '@quorum/service-kit/ports/read-store.ts';
import { scopedTerm, type TermQuery } from '@quorum/service-kit/ports/term-index.ts';
import type { Db, Filter, Sort } from 'mongodb';
import { BOUNDED, guarded } from '../../mongo-failure.ts';
import type { Place } from '../place.ts';
import { collectionName, nameOf, type StoredDocument } from './mongo-steps.ts';

type Comparison = NonNullable<Query['filter']>[number];

const OPERATORS = { '<': '$lt', '<=': '$lte', '>': '$gt', '>=': '$gte', '=': '$eq' } as const;

/** Reads from named places. `place` finds a collection's generation at the moment of the read. */
export class MongoReader implements ReadModels {
  readonly #db: Db;
  readonly #place: (collection: string) => Promise<Place>;

  constructor(db: Db, place: (collection: string) => Promise<Place>) {
    this.#db = db;
    this.#place = place;
  }

  get<D extends Document>(collection: string, id: string): Promise<D | undefined> {
    return guarded(async () => {
      const place = await this.#place(collection);
      const stored = await this.#stored(place).findOne({ _id: id }, BOUNDED);
      return stored === null ? undefined : (JSON.parse(stored.doc) as D);
    });
  }

  getMany<D extends Document>(collection: string, ids: readonly string[]): Promise<ReadonlyMap<string, D>> {
    return guarded(async () => {
      if (ids.length === 0) return new Map<string, D>();
      const place = await this.#place(collection);
      const filter = { _id: { $in: [...new Set(ids)] } };
      const found = await this.#stored(place).find(filter, BOUNDED).toArray();
      return new Map(found.map((stored) => [stored._id, JSON.parse(stored.doc) as D]));
    });
  }

  query<D extends Document>(collection: string, query: Query): Promise<readonly D[]> {
    return guarded(async () => {
      const documents: D[] = [];
      if (query.limit <= 0) return documents;
      for await (const document of this.#matches<D>(await this.#place(collection), query, query.limit))
        documents.push(document);
      return documents;
    });
  }

  count(collection: string, query: Pick<Query, 'where' | 'range' | 'filter'>, cap: number): Promise<number> {
    return guarded(async () => {
      if (cap <= 0) return 0;
      const place = await this.#place(collection);
      const { filter, rest } = conditionOf(place, query);
      if (rest.length === 0) return this.#stored(place).countDocuments(filter, { limit: cap, ...BOUNDED });
      let count = 0;
      for await (const _ of this.#matches(place, query, cap)) count += 1;
      return count;
    });
  }

  find(collection: string, query: TermQuery): Promise<readonly Position[]> {
    return guarded(async () => {
      if (query.scopes.length === 0) return [];
      const found = this.#stored(await this.#place(collection)).find(conditionOfTerms(query), BOUNDED);
      const entries = await found.project<{ _id: string }>({ _id: 1 }).sort({ _id: -1 }).limit(query.limit).toArray();
      return entries.map(({ _id }) => _id);
    });
  }

  /** Applies the conditions that the index cannot, to the rows that it found. */
  async *#matches<D extends Document>(place: Place, query: Omit<Query, 'limit'>, limit: number): AsyncGenerator<D> {
    const { filter, rest } = conditionOf(place, query);
    const cursor = this.#stored(place).find(filter, BOUNDED).sort(sortOf(query));
    if (rest.length === 0 && !mayTie(query)) cursor.limit(limit);
    // One more, because a page's bound includes the last document of the page before.
    else cursor.batchSize(limit + 1);
    let found = 0;
    try {
      for await (const stored of cursor) {
        const document = JSON.parse(stored.doc) as D;
        if (!follows(document, query) || !rest.every((one) => holds(document[one.field], one))) continue;
        yield document;
        found += 1;
        if (found === limit) return;
      }
    } finally {
      await cursor.close();
    }
  }

  #stored(place: Place) {
    return this.#db.collection<StoredDocument>(collectionName(place.collection.name, place.generation));
  }
}

const sortOf = ({ order }: Pick<Query, 'order'>): Sort => {
  const direction = order?.direction === 'desc' ? -1 : 1;
  return order === undefined || order.field === 'id'
    ? { _id: direction }
    : { [order.field]: direction, _id: direction };
};

type Term = Filter<StoredDocument>;

const term = (field: string, condition: object | Scalar): Term => ({ [nameOf(field)]: condition });

const conditionOf = (
  place: Place,
  query: Omit<Query, 'limit'>,
): { filter: Filter<StoredDocument>; rest: readonly Comparison[] } => {
  chooseIndex(place.collection, query);
  const stored = new Set([...indexedFields(place.collection), 'id']);
  const { filter = [] } = query;
  const terms = [
    ...equalityTerms(query),
    ...rangeTerms(query),
    ...pageTerms(query),
    ...filter
      .filter(({ field }) => stored.has(field))
      .map(({ field, op, value }) => term(field, { [OPERATORS[op]]: value })),
  ];
  return {
    filter: joined(terms),
    rest: filter.filter(({ field }) => !stored.has(field)),
  };
};

const isOperators = (condition: unknown): condition is object =>
  typeof condition === 'object' && condition !== null && !Array.isArray(condition);

/** The conditions of two terms on one field; undefined if both use the same operator. */
const together = (one: unknown, other: unknown): object | undefined => {
  if (!isOperators(one) || !isOperators(other)) return undefined;
  return Object.keys(other).some((operator) => operator in one) ? undefined : { ...one, ...other };
};

/** As few `$and` as possible: not every server that speaks MongoDB's protocol looks for an index within one. */
const joined = (terms: readonly Term[]): Filter<StoredDocument> => {
  const flat: Record<string, unknown> = {};
  const rest: Term[] = [];
  for (const [name, condition] of terms.flatMap((each) => Object.entries<unknown>(each))) {
    const next = name in flat ? together(flat[name], condition) : condition;
    if (next === undefined) rest.push({ [name]: condition } as Term);
    else flat[name] = next;
  }
  return { ...flat, ...(rest.length > 0 && { $and: rest }) } as Filter<StoredDocument>;
};

const equalityTerms = ({ where }: Pick<Query, 'where'>): readonly Term[] =>
  Object.entries(where).map(([field, value]) => term(field, typeof value === 'object' ? { $in: [...value] } : value));

const rangeTerms = ({ range }: Pick<Query, 'range'>): readonly Term[] => {
  if (range === undefined) return [];
  const bounds = [
    ['$gte', range.from],
    ['$gt', range.after],
    ['$lt', range.to],
  ] as const;
  return bounds.flatMap(([op, value]) => (value === undefined ? [] : term(range.field, { [op]: value })));
};

const BY_ID = { field: 'id', direction: 'asc' } as const;

/** Documents that have the order field, from the last one of the previous page on. */
const pageTerms = ({ order = BY_ID, range, after }: Pick<Query, 'order' | 'range' | 'after'>): readonly Term[] => {
  const beyond = order.direction === 'desc' ? '$lt' : '$gt';
  if (order.field === 'id') return after === undefined ? [] : [{ _id: { [beyond]: after.id } }];
  const bound = after === undefined ? [] : [term(order.field, { [`${beyond}e`]: after.value })];
  // With `$lte` alone SecantusDB would lose documents of a compound index.
  return bound.length === 0 && isBounded(order.field, range) ? [] : [term(order.field, { $exists: true }), ...bound];
};

/** The bounds of a range imply that the field is there. */
const isBounded = (field: string, range: Query['range']): boolean =>
  range?.field === field && rangeTerms({ range }).length > 0;

/** Whether documents of the page before may be found again. */
const mayTie = ({ order = BY_ID, after }: Pick<Query, 'order' | 'after'>): boolean =>
  after !== undefined && order.field !== 'id';

/** Whether a document comes after the page before, also if they share the value that orders them. Servers order ids by code points. */
const follows = (document: Document, { order, after }: Pick<Query, 'order' | 'after'>): boolean => {
  if (after === undefined || order === undefined || order.field === 'id') return true;
  if (document[order.field] !== after.value) return true;
  const place = Buffer.compare(Buffer.from(document.id), Buffer.from(after.id));
  return order.direction === 'desc' ? place < 0 : place > 0;
};

const holds = (value: unknown, { op, value: wanted }: Comparison): boolean => {
  if (typeof value !== typeof wanted) return false;
  const comparable = value as Scalar;
  if (op === '=') return comparable === wanted;
  if (op === '<') return comparable < wanted;
  if (op === '<=') return comparable <= wanted;
  return op === '>' ? comparable > wanted : comparable >= wanted;
};

/** Terms carry their scope, so that an entry with one term of some scopes has all of the others in its own. */
const conditionOfTerms = ({ scopes, terms, beginning, from, before }: TermQuery): Filter<StoredDocument> => {
  const has = (condition: object): Term => ({ terms: condition });
  const beginnings = scopes.map((scope) => {
    const first = scopedTerm(scope, beginning ?? '');
    return has({ $elemMatch: { $gte: first, $lt: `${first}\u{10ffff}` } });
  });
  const ids = { ...(from !== undefined && { $gte: from }), ...(before !== undefined && { $lt: before }) };
  return {
    $and: [
      ...terms.map((term) => has({ $in: scopes.map((scope) => scopedTerm(scope, term)) })),
      ...(beginning === undefined ? [] : [{ $or: beginnings }]),
      ...(terms.length === 0 && beginning === undefined ? [{ scope: { $in: [...scopes] } }] : []),
      ...(Object.keys(ids).length === 0 ? [] : [{ _id: ids }]),
    ],
  } as Filter<StoredDocument>;
};
