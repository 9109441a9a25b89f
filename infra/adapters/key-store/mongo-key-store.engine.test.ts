import { randomUUID } from 'node:crypto';
import { keyStoreSuite } from '@quorum/contracts/testing/key-store-suite.ts';
import { MongoClient } from 'mongodb';
import { MongoKeyStore } from './mongo-key-store.ts';

const uri = process.env.MONGODB_URI;
if (uri === undefined) throw new Error('MONGODB_URI names no server');
const masterKey = Buffer.alloc(32, 7);

keyStoreSuite('MongoDB', async () => {
  const database = `keys_${randomUUID().replaceAll('-', '')}`;
  const keys = await MongoKeyStore.open({ uri, database, masterKey });
  return {
    keys,
    reopen: async () => {
      await keys.close();
      return MongoKeyStore.open({ uri, database, masterKey });
    },
    dispose: async () => {
      const client = new MongoClient(uri);
      await client.db(database).dropDatabase();
      await client.close();
    },
  };
});
