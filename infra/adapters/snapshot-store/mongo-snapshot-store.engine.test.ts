import { randomUUID } from 'node:crypto';
import { snapshotStoreSuite } from '@quorum/service-kit/testing/snapshot-store-suite.ts';
import { MongoClient } from 'mongodb';
import { MongoSnapshotStore } from './mongo-snapshot-store.ts';

const uri = process.env.MONGODB_URI;
if (uri === undefined) throw new Error('MONGODB_URI names no server');

snapshotStoreSuite('MongoDB', async () => {
  const database = `snapshots_${randomUUID().replaceAll('-', '')}`;
  const snapshots = new MongoSnapshotStore(uri, database);
  return {
    snapshots,
    reopen: async () => {
      await snapshots.close();
      return new MongoSnapshotStore(uri, database);
    },
    dispose: async () => {
      const client = new MongoClient(uri);
      await client.db(database).dropDatabase();
      await client.close();
    },
  };
});
