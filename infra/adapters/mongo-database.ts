import { type Db, MongoClient } from 'mongodb';
import { guarded } from './mongo-failure.ts';

/** The database of a product, and the one pool of connections that a process has to it. All its stores share them. */
export type MongoDatabase = { readonly db: Db; close(): Promise<void> };

/** Milliseconds to look for a server. */
const SELECTION_TIMEOUT_MS = 4_000;

/**
 * @param name by default the one in the address
 * @throws ReadStoreUnavailableError if the server does not respond within 5 s
 */
export const openMongoDatabase = async (uri: string, name?: string): Promise<MongoDatabase> => {
  const client = new MongoClient(uri, {
    appName: 'quorum',
    serverSelectionTimeoutMS: SELECTION_TIMEOUT_MS,
    // Also how long a busy server may take to answer a heartbeat; otherwise all its calls would fail.
    connectTimeoutMS: 15_000,
    socketTimeoutMS: 30_000,
    // Under overload, calls fail at once instead of waiting for a connection that never comes.
    waitQueueTimeoutMS: 2_000,
    // Reads and writes only what no failover can roll back: nobody could read what a lost key encrypts.
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
  });
  const db = client.db(name);
  try {
    await guarded(() => db.command({ ping: 1 }));
  } catch (error) {
    await client.close();
    throw error;
  }
  return { db, close: () => client.close() };
};
