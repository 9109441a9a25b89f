import { randomUUID } from 'node:crypto';
import { keyStoreSuite } from '@quorum/service-kit/testing/key-store-suite.ts';
import { wrappedKeyStoreSuite } from '@quorum/service-kit/testing/wrapped-key-store-suite.ts';
import { type CommandStartedEvent, MongoClient } from 'mongodb';
import { expect, it, vi } from 'vitest';
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

it('keys in MongoDB are read only once no failover can roll them back', async () => {
  const database = `keys_${randomUUID().replaceAll('-', '')}`;
  const emitted = vi.spyOn(MongoClient.prototype, 'emit');
  const keys = await MongoKeyStore.open({ uri: `${uri}?monitorCommands=true`, database, masterKey });
  await keys.obtain('person-1');
  await keys.find(['person-1']);
  await keys.generation();
  const commands = emitted.mock.calls.flatMap(([name, event]) =>
    name === 'commandStarted' ? [(event as unknown as CommandStartedEvent).command] : [],
  );
  emitted.mockRestore();
  const finds = commands.filter((command) => 'find' in command);
  expect(finds.length).toBeGreaterThanOrEqual(4);
  for (const find of finds) expect(find).toMatchObject({ readConcern: { level: 'majority' } });
  await keys.close();
  await drop(database);
});
