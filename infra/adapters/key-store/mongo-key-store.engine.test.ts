import { randomUUID } from 'node:crypto';
import { keyStoreSuite } from '@quorum/service-kit/testing/key-store-suite.ts';
import { wrappedKeyStoreSuite } from '@quorum/service-kit/testing/wrapped-key-store-suite.ts';
import { MongoClient } from 'mongodb';
import { MongoKeyStore } from './mongo-key-store.ts';

const uri = process.env.MONGODB_URI;
if (uri === undefined) throw new Error('MONGODB_URI names no server');
const masterKey = Buffer.alloc(32, 7);

const drop = async (database: string): Promise<void> => {
  const client = new MongoClient(uri);
  await client.db(database).dropDatabase();
  await client.close();
};

keyStoreSuite('MongoDB', async () => {
  const database = `keys_${randomUUID().replaceAll('-', '')}`;
  const keys = await MongoKeyStore.open({ uri, database, masterKey });
  return {
    keys,
    reopen: async () => {
      await keys.close();
      return MongoKeyStore.open({ uri, database, masterKey });
    },
    dispose: () => drop(database),
  };
});

wrappedKeyStoreSuite('MongoDB', async () => {
  const database = `keys_${randomUUID().replaceAll('-', '')}`;
  return {
    open: (master) => MongoKeyStore.open({ uri, database, masterKey: master }),
    dispose: () => drop(database),
  };
});
