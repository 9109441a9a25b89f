import { chooseIndex, equalityOf, indexedFields } from '@quorum/service-kit/ports/index-choice.ts';
import type { Query, Scalar } from '@quorum/service-kit/ports/read-store.ts';
import { LIMIT } from '../../sqlite-file.ts';
import type { Place } from '../place.ts';
import { createIndexSql, indexName, plain, quote, type SqlValue, tableName } from './sqlite-schema.ts';
import { idIndex } from './sqlite-slots.ts';
import { removalOfTerms } from './sqlite-terms.ts';

export type Sql = { readonly text: string; readonly values: readonly SqlValue[] };

/**
 * More values than this are looked up together and sorted; fewer are read in order and merged without reading more than
 * necessary, unless few documents are expected. Each part of a merge costs time of its own.
 */
const MERGED_VALUES = 64;

type Combination = { readonly [field: string]: Scalar };

const BY_ID = { field: 'id', direction: 'asc' } as const;

/** Columns that an order compares, the id last. */
const orderedColumns = (field: string): readonly string[] => (field === 'id' ? ['id'] : [quote(field), 'id']);

export const selectSql = (place: Place, query: Query): Sql => {
  const { field, direction } = query.order ?? BY_ID;
  const ordered = orderedColumns(field);
  const order = ordered.map((column) => `${column} ${direction === 'desc' ? 'DESC' : 'ASC'}`).join(', ');
  const combinations = (query.isSelective ? undefined : combine(query.where)) ?? [];
  const { text, values } = conditionSql(place, query, combinations[0] ?? query.where);
  if (combinations.length <= 1) {
    return { text: `SELECT doc ${text} ORDER BY ${order} ${LIMIT}`, values: [...values, query.limit] };
  }
  // The parts differ in their values of equality alone, which come first.
  const part = `SELECT ${['doc', ...ordered].join(', ')} ${text}`;
  const common = values.slice(Object.keys(query.where).length);
  return {
    text: `${Array.from(combinations, () => part).join(' UNION ALL ')} ORDER BY ${order} ${LIMIT}`,
    values: [...combinations.flatMap((each) => [...Object.values(each).map(plain), ...common]), query.limit],
  };
};

export const countSql = (place: Place, query: Pick<Query, 'where' | 'range' | 'filter'>, cap: number): Sql => {
  const condition = conditionSql(place, query, query.where);
  return { text: `SELECT count(*) FROM (SELECT 1 ${condition.text} ${LIMIT})`, values: [...condition.values, cap] };
};

/** A condition on fields, and the statement that creates its index if it is the first to need it. */
export const removalSql = (place: Place, fields: readonly string[]): { condition: string; index?: string } => {
  const { collection, generation } = place;
  if (collection.isTermIndex) return { condition: removalOfTerms(tableName(collection.name, generation), fields) };
  const { index } = chooseIndex(collection, { where: Object.fromEntries(fields.map((field) => [field, ''])) });
  const condition = fields.map((field) => `${quote(field)} = ?`).join(' AND ');
  return index === undefined ? { condition } : { condition, index: createIndexSql(collection, generation, index) };
};

/** `FROM … WHERE …` through the query's index. Naming the index makes SQLite refuse rather than scan. */
const conditionSql = (place: Place, query: Omit<Query, 'limit'>, where: Query['where']): Sql => {
  const { collection } = place;
  const table = tableName(collection.name, place.generation);
  const { index } = chooseIndex(collection, query);
  const from = `FROM ${quote(table)} INDEXED BY ${index === undefined ? idIndex(table) : quote(indexName(table, index))}`;
  const columns = new Set([...indexedFields(collection), 'id']);
  const terms = [
    // A free slot has no id. The index has none of them, which the condition states for SQLite.
    ...(index === undefined ? [term('id IS NOT NULL')] : []),
    ...equalityTerms(where),
    ...rangeTerms(query),
    ...pageTerms(query),
    ...filterTerms(query, columns),
  ];
  return {
    text: terms.length === 0 ? from : `${from} WHERE ${terms.map(({ text }) => text).join(' AND ')}`,
    values: terms.flatMap(({ values }) => values),
  };
};

const term = (text: string, ...values: readonly SqlValue[]): Sql => ({ text, values });

const equalityTerms = (where: Query['where']): readonly Sql[] =>
  Object.entries(where).map(([field, value]) =>
    typeof value === 'object'
      ? term(`${quote(field)} IN (SELECT value FROM json_each(?))`, JSON.stringify(value))
      : term(`${quote(field)} = ?`, plain(value)),
  );

const rangeTerms = ({ range }: Pick<Query, 'range'>): readonly Sql[] => {
  if (range === undefined) return [];
  const bounds = [
    ['>=', range.from],
    ['>', range.after],
    ['<', range.to],
  ] as const;
  return bounds.flatMap(([op, value]) =>
    value === undefined ? [] : term(`${quote(range.field)} ${op} ?`, plain(value)),
  );
};

/** Documents that the order covers, and of these the ones after the page before. */
const pageTerms = ({ order = BY_ID, after }: Pick<Query, 'order' | 'after'>): readonly Sql[] => {
  const isById = order.field === 'id';
  const present = isById ? [] : [term(`${quote(order.field)} IS NOT NULL`)];
  if (after === undefined) return present;
  const sign = order.direction === 'desc' ? '<' : '>';
  const id = plain(after.id);
  if (isById) return [term(`id ${sign} ?`, id)];
  const value = plain(after.value);
  return [...present, term(`(${quote(order.field)}, id) ${sign} (?, ?)`, value, id)];
};

/** Fields without a column of their own are read from the JSON text. */
const filterTerms = ({ filter = [] }: Pick<Query, 'filter'>, columns: ReadonlySet<string>): readonly Sql[] =>
  filter.map(({ field, op, value }) =>
    columns.has(field)
      ? term(`${quote(field)} ${op} ?`, plain(value))
      : term(`json_extract(doc, ?) ${op} ?`, `$."${field}"`, plain(value)),
  );

/** Every distinct combination of the requested values; `undefined` if there are too many to merge. */
const combine = (where: Query['where']): readonly Combination[] | undefined => {
  let combinations: Combination[] = [{}];
  for (const [field, value] of Object.entries(where)) {
    const choices = [...new Set(equalityOf(value))];
    if (combinations.length * choices.length > MERGED_VALUES) return undefined;
    combinations = combinations.flatMap((combination) =>
      choices.map((choice) => ({ ...combination, [field]: choice })),
    );
  }
  return combinations;
};
