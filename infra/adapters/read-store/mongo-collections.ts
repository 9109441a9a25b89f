import type { Document, ModelGeneration } from '@quorum/service-kit/ports/read-store.ts';
import { type Db, type Collection as MongoCollection, MongoServerError } from 'mongodb';
import { indexedFields } from './index-choice.ts';
import { collectionName, type StoredDocument, toStored } from './mongo-steps.ts';

const NAMESPACE_NOT_FOUND = 26;

type Collections = Pick<ModelGeneration, 'generation' | 'collections'>;

/** Makes a generation's collections and indexes where they are missing. */
export const makeCollections = async (db: Db, { generation, collections }: Collections): Promise<void> => {
  for (const collection of collections) {
    const target = await makeCollection(db, collectionName(collection.name, generation));
    for (const index of collection.indexes)
      await target.createIndex(Object.fromEntries([...index, '_id'].map((field) => [field, 1])));
  }
};

/** Before the first write: within a transaction not every server makes one. */
const makeCollection = async (db: Db, name: string): Promise<MongoCollection> => {
  const isThere = await db.listCollections({ name }, { nameOnly: true }).hasNext();
  return isThere ? db.collection(name) : db.createCollection(name);
};

/** An index declared later is over fields that the stored documents do not carry outside of their text. */
export const fillIndexes = async (db: Db, { generation, collections }: Collections): Promise<void> => {
  for (const collection of collections) {
    const fields = indexedFields(collection);
    const target = db.collection<StoredDocument>(collectionName(collection.name, generation));
    for await (const stored of target.find()) {
      const { _id, ...rest } = toStored(JSON.parse(stored.doc) as Document, fields);
      await target.replaceOne({ _id }, rest);
    }
  }
};

/** Drops what is still there: it may have been done in part before. */
export const dropCollections = async (db: Db, { generation, collections }: Collections): Promise<void> => {
  for (const { name } of collections) {
    try {
      await db.dropCollection(collectionName(name, generation));
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== NAMESPACE_NOT_FOUND) throw error;
    }
  }
};
