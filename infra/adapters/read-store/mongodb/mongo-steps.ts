import type { Collection, ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import { chooseIndex, indexedFields } from '@quorum/service-kit/ports/index-choice.ts';
import type { ParkedEvent } from '@quorum/service-kit/ports/parked-events.ts';
import type { Commit, Document, Scalar, Write } from '@quorum/service-kit/ports/read-store.ts';
import { scopedTerm, type TermEntry } from '@quorum/service-kit/ports/term-index.ts';
import type { AnyBulkWriteOperation, ClientSession, Db, Collection as MongoCollection } from 'mongodb';
import { KEPT_CHANGES } from '../bounds.ts';
import { byCollection, foundIn } from '../place.ts';

/** The document as JSON text, so that it is returned byte for byte and may contain any key, plus the indexed fields. */
export type StoredDocument = {
  readonly _id: string;
  readonly doc: string;
  readonly [field: string]: Scalar | readonly string[];
};

export type StoredChange = {
  readonly _id: string;
  readonly audience: string;
  readonly sequence: number;
  readonly kind: string;
  readonly position: string;
  readonly data: string;
  /** For the server, which removes old ones by itself. */
  readonly at: Date;
};

export type StoredHead = { readonly _id: string; readonly sequence: number };

export type StoredParked = {
  readonly _id: string;
  readonly model: string;
  readonly position: string;
  readonly event: string;
};

/** Documents with all the fields, each equal to one of its values. */
export type RemovalStep = { readonly removeWhere: string; readonly fields: { readonly [field: string]: Scalar[] } };

/** A part of a commit. */
export type Step =
  | { readonly put: string; readonly documents: StoredDocument[] }
  | { readonly remove: string; readonly ids: string[] }
  | RemovalStep
  | { readonly leave: StoredRemoval }
  | { readonly changes: readonly StoredChange[] }
  | { readonly park: readonly StoredParked[] }
  | { readonly unpark: readonly string[] };

export const CHANGES = 'read_changes';
/** The last sequence of each audience. */
export const HEADS = 'read_heads';
export const PARKED = 'read_parked';

/** Documents per step, so that a step stays well below the server's document limit (16 MB). */
const DOCUMENTS_AT_ONCE = 500;
/** An audience's old changes are pruned once per this many sequences. */
const PRUNE_EVERY = 500;

/** A removal whose documents are removed after its commit. */
export type StoredRemoval = {
  readonly _id: string;
  readonly target: string;
  readonly where: { readonly [field: string]: Scalar };
};

export const removalsIn = (db: Db): MongoCollection<StoredRemoval> => db.collection<StoredRemoval>('read_removals');

export const collectionName = (collection: string, generation: string): string => `${collection}__${generation}`;

export const nameOf = (field: string): string => (field === 'id' ? '_id' : field);

/** An entry of a term index has its terms, each with its scope, instead of a text with them. */
const toStoredEntry = (entry: Document & TermEntry, fields: readonly string[]): StoredDocument => {
  const { terms, ...others } = entry;
  return { ...toStored(others as Document, fields), terms: terms.map((term) => scopedTerm(entry.scope, term)) };
};

export const toStored = (document: Document, fields: readonly string[]): StoredDocument => {
  const stored: { _id: string; doc: string; [field: string]: Scalar } = {
    _id: document.id,
    doc: JSON.stringify(document),
  };
  for (const field of fields) {
    const value = document[field];
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') stored[field] = value;
  }
  return stored;
};

const parkedId = (model: string, position: string): string => `${model}:${position}`;
const toParked = (event: ParkedEvent): StoredParked => ({
  _id: parkedId(event.model, event.position),
  model: event.model,
  position: event.position,
  event: JSON.stringify(event),
});

export const stepsOf = (commit: Commit): readonly Step[] => {
  const steps: Step[] = [...writeSteps(commit)];
  for (let i = 0; i < commit.changes.length; i += DOCUMENTS_AT_ONCE) {
    const changes = commit.changes.slice(i, i + DOCUMENTS_AT_ONCE).map((change) => ({
      ...change,
      _id: `${change.audience}:${change.sequence}`,
      data: JSON.stringify(change.data),
      at: new Date(),
    }));
    steps.push({ changes });
  }
  if (commit.park?.length) steps.push({ park: commit.park.map(toParked) });
  if (commit.unpark?.length)
    steps.push({ unpark: commit.unpark.map(({ model, position }) => parkedId(model, position)) });
  return steps;
};

/** Order only matters within a collection, so each collection's writes are merged into as few steps as that allows. */
const writeSteps = (commit: Commit): readonly Step[] => {
  const tables = tablesOf(commit.models);
  const steps: Step[] = [];
  const lastOf = new Map<string, Step>();
  for (const write of commit.writes) {
    const table = foundIn(tables, write.collection);
    const step = stepOf(table, write);
    if (joins(lastOf.get(table.name), step)) continue;
    steps.push(step);
    lastOf.set(table.name, step);
  }
  return steps;
};

type Table = { readonly name: string; readonly collection: Collection; readonly fields: readonly string[] };

const stepOf = ({ name, collection, fields }: Table, write: Write): Step => {
  if ('put' in write) {
    const stored = collection.isTermIndex
      ? toStoredEntry(write.put as Document & TermEntry, fields)
      : toStored(write.put, fields);
    return { put: name, documents: [stored] };
  }
  if ('remove' in write) return { remove: name, ids: [write.remove] };
  chooseIndex(collection, { where: write.removeWhere });
  const equal = Object.entries(write.removeWhere).map(
    ([field, value]) => [field, [value]] satisfies [string, Scalar[]],
  );
  return { removeWhere: name, fields: Object.fromEntries(equal) };
};

/** Adds a step to the one before it in the same collection. @returns whether the two are of a kind and fit into one */
const joins = (last: Step | undefined, next: Step): boolean => {
  if (last === undefined) return false;
  if ('put' in last && 'put' in next) return add(last.documents, next.documents);
  if ('remove' in last && 'remove' in next) return add(last.ids, next.ids);
  return 'removeWhere' in last && 'removeWhere' in next && joinRemovals(last, next);
};

const add = <T>(list: T[], more: readonly T[]): boolean => list.length < DOCUMENTS_AT_ONCE && list.push(...more) > 0;

/** Only by the same single field. */
const joinRemovals = (last: RemovalStep, next: RemovalStep): boolean => {
  const [field, ...others] = Object.keys({ ...last.fields, ...next.fields });
  const [values, more] = field === undefined || others.length > 0 ? [] : [last.fields[field], next.fields[field]];
  return values !== undefined && more !== undefined && add(values, more);
};

export const conditionOf = ({ fields }: Pick<RemovalStep, 'fields'>): { [field: string]: { $in: Scalar[] } } =>
  Object.fromEntries(Object.entries(fields).map(([field, values]) => [field, { $in: values }]));

const tablesOf = (models: readonly ModelGeneration[]): ReadonlyMap<string, Table> =>
  byCollection(models, ({ collection, generation }) => ({
    name: collectionName(collection.name, generation),
    collection,
    fields: indexedFields(collection),
  }));

export const carryOut = async (db: Db, step: Step, session: ClientSession): Promise<void> => {
  if ('put' in step) return replaceAll(db, step.put, step.documents, session);
  if ('park' in step) return replaceAll(db, PARKED, step.park, session);
  if ('changes' in step) return addChanges(db, step.changes, session);
  await update(db, step, { session });
};

type Update = Exclude<Step, { readonly put: string } | { readonly park: unknown } | { readonly changes: unknown }>;

const update = (db: Db, step: Update, options: { readonly session: ClientSession }): Promise<unknown> => {
  if ('remove' in step)
    return db.collection<StoredDocument>(step.remove).deleteMany({ _id: { $in: step.ids } }, options);
  if ('removeWhere' in step) return db.collection(step.removeWhere).deleteMany(conditionOf(step), options);
  if ('leave' in step) {
    const { _id, ...removal } = step.leave;
    // The count makes a sweep that has just found the last documents start again.
    return removalsIn(db).updateOne({ _id }, { $set: removal, $inc: { times: 1 } }, { ...options, upsert: true });
  }
  return db.collection<StoredParked>(PARKED).deleteMany({ _id: { $in: [...step.unpark] } }, options);
};

const addChanges = async (db: Db, changes: readonly StoredChange[], session: ClientSession): Promise<void> => {
  await db.collection<StoredChange>(CHANGES).insertMany([...changes], { ordered: false, session });
  await replaceAll(
    db,
    HEADS,
    changes.map(({ audience, sequence }) => ({ _id: audience, sequence })),
    session,
  );
  await prune(db, changes, { session });
};

/** The last write for each id, unordered, which is fastest for servers. */
const replaceAll = async <T extends { readonly _id: string }>(
  db: Db,
  collection: string,
  documents: readonly T[],
  session: ClientSession,
): Promise<void> => {
  const last = new Map(documents.map((document) => [document._id, document]));
  const operations = [...last.values()].map(
    (replacement): AnyBulkWriteOperation<{ _id: string }> => ({
      replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
    }),
  );
  await db.collection<{ _id: string }>(collection).bulkWrite(operations, { ordered: false, session });
};

const prune = async (db: Db, changes: readonly StoredChange[], options: { session: ClientSession }): Promise<void> => {
  const due = new Map<string, number>();
  for (const { audience, sequence } of changes) {
    if (sequence > KEPT_CHANGES && sequence % PRUNE_EVERY === 0) due.set(audience, sequence - KEPT_CHANGES);
  }
  for (const [audience, sequence] of due) {
    await db.collection(CHANGES).deleteMany({ audience, sequence: { $lte: sequence } }, options);
  }
};
