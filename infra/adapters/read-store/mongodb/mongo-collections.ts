import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import { withId } from '@quorum/service-kit/ports/index-choice.ts';
import { type Db, type Collection as MongoCollection, MongoServerError } from 'mongodb';
import { collectionName, nameOf, removalsIn } from './mongo-steps.ts';

const NAMESPACE_NOT_FOUND = 26;

type Collections = Pick<ModelGeneration, 'generation' | 'collections'>;

/** Creates missing collections and indexes of a generation. */
export const makeCollections = async (db: Db, { generation, collections }: Collections): Promise<void> => {
  for (const collection of collections) {
    const target = await makeCollection(db, collectionName(collection.name, generation));
    for (const index of collection.indexes)
      await target.createIndex(Object.fromEntries(withId(index).map((field) => [nameOf(field), 1])));
    if (collection.isTermIndex) await target.createIndex({ terms: 1, _id: -1 });
  }
};

/** Before the first write, because not every server can create a collection within a transaction. */
const makeCollection = async (db: Db, name: string): Promise<MongoCollection> => {
  const isThere = await db.listCollections({ name }, { nameOnly: true }).hasNext();
  return isThere ? db.collection(name) : db.createCollection(name);
};

/** Drops what remains; an earlier drop may have been partial. */
export const dropCollections = async (db: Db, { generation, collections }: Collections): Promise<void> => {
  await removalsIn(db).deleteMany({ target: { $in: collections.map(({ name }) => collectionName(name, generation)) } });
  for (const { name } of collections) {
    try {
      await db.dropCollection(collectionName(name, generation));
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== NAMESPACE_NOT_FOUND) throw error;
    }
  }
};

/** Whether a collection belongs to the read models, and not to the keys or files in the same database. */
const isOfReadModels = (name: string): boolean => name.startsWith('read_') || name.includes('__');

/** Drops everything that the read models consist of. Nobody may be using them. */
export const dropAllCollections = async (db: Db): Promise<void> => {
  const there = await db.listCollections({}, { nameOnly: true }).toArray();
  for (const { name } of there) if (isOfReadModels(name)) await db.dropCollection(name);
};
