import type { Query, Scalar } from '@quorum/service-kit/ports/read-store.ts';
import { chooseIndex, equalityOf, indexedFields } from './index-choice.ts';
import type { Place } from './place.ts';
import { createIndexSql, indexName, quote, tableName } from './sqlite-schema.ts';

export type SqlValue = string | number | null;

export type Sql = { readonly text: string; readonly values: readonly SqlValue[] };

/** The value in its column. What cannot be indexed (missing, null, nested) is NULL and matches no comparison. */
export const toColumn = (value: unknown): SqlValue => {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
};

/**
 * More values than this are looked up together and sorted; fewer are read in order and merged without reading more than
 * necessary.
 */
const MERGED_VALUES = 64;

type Combination = { readonly [field: string]: Scalar };

// eslint-disable-next-line complexity -- translates each part of a query into one term
export const selectSql = (place: Place, query: Query): Sql => {
  const direction = query.order?.direction === 'desc' ? 'DESC' : 'ASC';
  const field = query.order?.field ?? 'id';
  const order = field === 'id' ? `id ${direction}` : `${quote(field)} ${direction}, id ${direction}`;
  const combinations = combine(query.where);
  if (combinations === undefined || combinations.length <= 1) {
    const condition = conditionSql(place, query, combinations?.[0] ?? query.where);
    return {
      text: `SELECT doc ${condition.text} ORDER BY ${order} LIMIT ?`,
      values: [...condition.values, query.limit],
    };
  }
  const columns = field === 'id' ? 'doc, id' : `doc, id, ${quote(field)}`;
  const parts = combinations.map((combination) => conditionSql(place, query, combination));
  return {
    text: `${parts.map((part) => `SELECT ${columns} ${part.text}`).join(' UNION ALL ')} ORDER BY ${order} LIMIT ?`,
    values: [...parts.flatMap((part) => part.values), query.limit],
  };
};

export const countSql = (place: Place, query: Pick<Query, 'where' | 'range' | 'filter'>, cap: number): Sql => {
  const condition = conditionSql(place, query, query.where);
  return { text: `SELECT count(*) FROM (SELECT 1 ${condition.text} LIMIT ?)`, values: [...condition.values, cap] };
};

/** The statement, and the one that creates its index if it is the first to need it. */
export const removeWhereSql = (place: Place, fields: readonly string[]): { sql: string; index?: string } => {
  const { index } = chooseIndex(place.collection, { where: Object.fromEntries(fields.map((field) => [field, ''])) });
  const sql = `DELETE FROM ${quote(tableName(place.collection.name, place.generation))} WHERE ${fields.map((field) => `${quote(field)} = ?`).join(' AND ')}`;
  return index === undefined ? { sql } : { sql, index: createIndexSql(place.collection, place.generation, index) };
};

/** `FROM … WHERE …` through the query's index. Naming the index makes SQLite refuse rather than scan. */
// eslint-disable-next-line complexity -- translates each part of a query into one term
const conditionSql = (place: Place, query: Omit<Query, 'limit'>, where: Query['where']): Sql => {
  const { collection } = place;
  const table = tableName(collection.name, place.generation);
  const { index } = chooseIndex(collection, query);
  const columns = new Set([...indexedFields(collection), 'id']);
  const terms: string[] = [];
  const values: SqlValue[] = [];
  const add = (term: string, ...bound: SqlValue[]) => {
    terms.push(term);
    values.push(...bound);
  };

  for (const [field, value] of Object.entries(where)) {
    if (typeof value !== 'object') add(`${quote(field)} = ?`, toColumn(value));
    else add(`${quote(field)} IN (SELECT value FROM json_each(?))`, JSON.stringify(value));
  }
  const { range, order, after } = query;
  if (range?.from !== undefined) add(`${quote(range.field)} >= ?`, toColumn(range.from));
  if (range?.after !== undefined) add(`${quote(range.field)} > ?`, toColumn(range.after));
  if (range?.to !== undefined) add(`${quote(range.field)} < ?`, toColumn(range.to));
  if (order !== undefined && order.field !== 'id') add(`${quote(order.field)} IS NOT NULL`);
  if (after !== undefined) {
    const sign = order?.direction === 'desc' ? '<' : '>';
    if (order === undefined || order.field === 'id') add(`id ${sign} ?`, after.id);
    else add(`(${quote(order.field)}, id) ${sign} (?, ?)`, toColumn(after.value), after.id);
  }
  for (const { field, op, value } of query.filter ?? []) {
    if (columns.has(field)) add(`${quote(field)} ${op} ?`, toColumn(value));
    else add(`json_extract(doc, ?) ${op} ?`, `$."${field}"`, toColumn(value));
  }
  const from = `FROM ${quote(table)}${index === undefined ? '' : ` INDEXED BY ${quote(indexName(table, index))}`}`;
  return { text: terms.length === 0 ? from : `${from} WHERE ${terms.join(' AND ')}`, values };
};

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
