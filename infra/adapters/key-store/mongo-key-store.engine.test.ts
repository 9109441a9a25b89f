import { randomUUID } from 'node:crypto';
import { KeysUnavailableError } from '@quorum/service-kit/ports/key-store.ts';
import { keyStoreSuite } from '@quorum/service-kit/testing/key-store-suite.ts';
import { wrappedKeyStoreSuite } from '@quorum/service-kit/testing/wrapped-key-store-suite.ts';
import { Collection, type CommandStartedEvent, type FindCursor, MongoClient } from 'mongodb';
import { expect, it, vi } from 'vitest';
import { type MongoDatabase, openMongoDatabase } from '../mongo-database.ts';
import { idsOf } from '../mongo-ids.ts';
import { MongoKeyStore } from './mongo-key-store.ts';

const uri = process.env.MONGODB_URI;
if (uri === undefined) throw new Error('MONGODB_URI names no server');
const masterKey = Buffer.alloc(32, 7);

const openDatabase = (at = uri): Promise<MongoDatabase> =>
  openMongoDatabase(at, `keys_${randomUUID().replaceAll('-', '')}`);

const drop = async ({ db, close }: MongoDatabase): Promise<void> => {
  await db.dropDatabase();
  await close();
};

keyStoreSuite('MongoDB', async () => {
  const database = await openDatabase();
  return {
    keys: new MongoKeyStore(database, masterKey),
    reopen: async () => new MongoKeyStore(database, masterKey),
    dispose: () => drop(database),
  };
});

wrappedKeyStoreSuite('MongoDB', async () => {
  const database = await openDatabase();
  return {
    open: async (master) => new MongoKeyStore(database, master),
    dispose: () => drop(database),
  };
});

it('keys in MongoDB are read only once no failover can roll them back', async () => {
  const emitted = vi.spyOn(MongoClient.prototype, 'emit');
  const database = await openDatabase(`${uri}?monitorCommands=true`);
  const keys = new MongoKeyStore(database, masterKey);
  await keys.obtain('person-1');
  await keys.find(['person-1']);
  await keys.generation();
  const commands = emitted.mock.calls.flatMap(([name, event]) =>
    name === 'commandStarted' ? [(event as unknown as CommandStartedEvent).command] : [],
  );
  emitted.mockRestore();
  const finds = commands.filter((command) => 'find' in command);
  expect(finds.length).toBeGreaterThanOrEqual(3);
  for (const find of finds) expect(find).toMatchObject({ readConcern: { level: 'majority' } });
  await drop(database);
});

it('keys in MongoDB are listed page by page', async () => {
  const database = await openDatabase();
  const keys = new MongoKeyStore(database, masterKey);
  const subjects = [1, 2, 3, 4, 5].map((number) => `person-${number}`);
  for (const subject of subjects) await keys.obtain(subject);
  const stored = database.db.collection<{ readonly _id: string }>('keys');
  expect(await idsOf(stored, (question) => question(), { page: 2 })).toEqual(subjects);
  expect(await keys.subjects(4)).toEqual(subjects.slice(0, 4));
  await drop(database);
});

it('keys in MongoDB are counted without reading them', async () => {
  const database = await openDatabase();
  const keys = new MongoKeyStore(database, masterKey);
  for (const subject of ['person-1', 'person-2']) await keys.obtain(subject);
  const reading = vi.spyOn(Collection.prototype, 'countDocuments');
  expect(await keys.count()).toBe(2);
  expect(reading).not.toHaveBeenCalled();
  reading.mockRestore();
  await drop(database);
});

it('a key in MongoDB that no read may see yet is unavailable, not destroyed', async () => {
  const database = await openDatabase();
  const keys = new MongoKeyStore(database, masterKey);
  await keys.obtain('person-1');
  vi.spyOn(Collection.prototype, 'find').mockReturnValue({ toArray: async () => [] } as unknown as FindCursor);
  vi.spyOn(Collection.prototype, 'findOne').mockResolvedValue(null);
  await expect(keys.obtain('person-1')).rejects.toThrow(KeysUnavailableError);
  vi.restoreAllMocks();
  await drop(database);
});
