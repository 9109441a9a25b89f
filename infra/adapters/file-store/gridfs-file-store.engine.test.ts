import { randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type FileSelection, FileStoreUnavailableError } from '@quorum/service-kit/ports/file-store.ts';
import { fileStoreSuite } from '@quorum/service-kit/testing/file-store-suite.ts';
import { MemoryKeyStore } from '@quorum/service-kit/testing/memory-key-store.ts';
import { Collection, type CommandStartedEvent, type Document, GridFSBucket, MongoClient, ObjectId } from 'mongodb';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openMongoDatabase } from '../mongo-database.ts';
import { CuttableProxy } from '../read-store/testing/cuttable-proxy.ts';
import { gridFsFileStore } from './gridfs-file-store.ts';
import { sealedFileStore } from './sealed-file-store.ts';

const uri = process.env.MONGODB_URI;
if (uri === undefined) throw new Error('MONGODB_URI names no server');
const name = `quorum-files-${randomUUID().slice(0, 8)}`;
const database = await openMongoDatabase(uri, name);
const { db } = database;
afterAll(async () => {
  await db.dropDatabase();
  await database.close();
});

fileStoreSuite('GridFS', async () => {
  const store = sealedFileStore(gridFsFileStore(database), new MemoryKeyStore());
  const leftovers = async (): Promise<number> => {
    const complete = await db
      .collection('files.files')
      .find()
      .map((file) => String(file._id))
      .toArray();
    const chunks = await db
      .collection('files.chunks')
      .find()
      .map((chunk) => String(chunk.files_id))
      .toArray();
    return chunks.filter((id) => !complete.includes(id)).length;
  };
  return { store, leftovers };
});

/** As the driver sends a sort. */
const byName = new Map([
  ['filename', 1],
  ['uploadDate', 1],
]);

/** The commands that a list takes, in their order. */
const commandsOfList = async (before: string, selection?: FileSelection): Promise<readonly Document[]> => {
  const emitted = vi.spyOn(MongoClient.prototype, 'emit');
  const monitored = await openMongoDatabase(`${uri}?monitorCommands=true`, name);
  for await (const _ of gridFsFileStore(monitored).list(before, selection));
  const commands = emitted.mock.calls.flatMap(([event, started]) =>
    event === 'commandStarted' ? [(started as unknown as CommandStartedEvent).command] : [],
  );
  emitted.mockRestore();
  await monitored.close();
  return commands;
};

describe('GridFS', () => {
  it('GridFS drops the chunks of a dead process when files are listed', async () => {
    const store = gridFsFileStore(database);
    const chunks = db.collection('files.chunks');
    const dead = ObjectId.createFromTime(Date.UTC(2020, 0) / 1000);
    await chunks.insertOne({ files_id: dead, n: 0, data: Buffer.from('half') });
    for await (const _ of store.list('2021-01-01T00:00:00.000Z'));
    expect(await chunks.countDocuments({ files_id: dead })).toBe(0);
  });

  it('GridFS keeps the chunks of an upload that is under way when all files are listed', async () => {
    const store = gridFsFileStore(database);
    const chunks = db.collection('files.chunks');
    const before = await chunks.countDocuments();
    const source = new PassThrough();
    const written = store.write('underway', source);
    const half = Buffer.alloc(600_000, 'a');
    source.write(half);
    await expect.poll(() => chunks.countDocuments()).toBeGreaterThan(before);
    for await (const _ of store.list(new Date().toISOString()));
    source.end(half);
    await written;
    const found = await store.read('underway');
    expect(await buffer(found?.stream ?? Readable.from([]))).toEqual(Buffer.concat([half, half]));
  });

  it.each([
    ['keeps', 29, 1],
    ['drops', 49, 0],
  ])('GridFS %s the chunks of an upload that began %i hours ago and has no record yet', async (_, hours, left) => {
    const store = gridFsFileStore(database);
    const chunks = db.collection('files.chunks');
    const begun = ObjectId.createFromTime(Math.floor(Date.now() / 1_000) - hours * 3_600);
    await chunks.insertOne({ files_id: begun, n: 0, data: Buffer.from('half') });
    for await (const _ of store.list(new Date().toISOString()));
    expect(await chunks.countDocuments({ files_id: begun })).toBe(left);
    await chunks.deleteMany({ files_id: begun });
  });

  it('GridFS keeps one of two uploads under one id that finish at the same time', async () => {
    const [one, two] = [gridFsFileStore(database), gridFsFileStore(database)];
    let arrived = 0;
    let open = (): void => {};
    const bothArrived = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { find: plain } = GridFSBucket.prototype;
    GridFSBucket.prototype.find = function (...given) {
      const cursor = plain.apply(this, given);
      const toArray = cursor.toArray.bind(cursor);
      cursor.toArray = async () => {
        arrived += 1;
        if (arrived === 2) open();
        await bothArrived;
        return toArray();
      };
      return cursor;
    };
    try {
      await Promise.all([one.write('twice', Readable.from(['a'])), two.write('twice', Readable.from(['b']))]);
    } finally {
      GridFSBucket.prototype.find = plain;
    }
    const found = await one.read('twice');
    expect(String(await buffer(found?.stream ?? Readable.from([])))).toMatch(/^[ab]$/);
  });

  it('GridFS looks for chunks of dead processes only in the index', async () => {
    const commands = await commandsOfList('2021-01-01T00:00:00.000Z');
    expect(commands.find(({ find }) => find === 'files.chunks')).toMatchObject({
      hint: { files_id: 1, n: 1 },
      projection: { _id: 0, files_id: 1 },
    });
  });

  it('GridFS looks up the records of many chunks at once', async () => {
    const chunks = db.collection('files.chunks');
    const dead = [1, 2, 3].map((day) => ObjectId.createFromTime(Date.UTC(2020, 1, day) / 1000));
    await chunks.insertMany(dead.map((files_id) => ({ files_id, n: 0, data: Buffer.from('half') })));
    const commands = await commandsOfList('2021-01-01T00:00:00.000Z');
    expect(commands.filter(({ find, filter }) => find === 'files.files' && '_id' in filter)).toHaveLength(1);
    expect(await chunks.countDocuments({ files_id: { $in: dead } })).toBe(0);
  });

  it('GridFS looks for chunks of dead processes only since an instant, if asked', async () => {
    const store = gridFsFileStore(database);
    const chunks = db.collection('files.chunks');
    const [early, late] = [0, 6].map((month) => ObjectId.createFromTime(Date.UTC(2019, month) / 1000));
    for (const files_id of [early, late]) await chunks.insertOne({ files_id, n: 0, data: Buffer.from('half') });
    for await (const _ of store.list('2020-01-01T00:00:00.000Z', { since: '2019-03-01T00:00:00.000Z' }));
    expect(await chunks.distinct('files_id', { files_id: { $in: [early, late] } })).toEqual([early]);
    await chunks.deleteMany({ files_id: early });
  });

  it.each<[string, FileSelection, Document]>([
    ['all files along their names', {}, { sort: byName }],
    [
      'those that begin with a text along their names',
      { beginning: 'a' },
      { sort: byName, filter: { filename: { $gte: expect.any(String), $lt: expect.any(String) } } },
    ],
    [
      'recent ones along the time of their upload',
      { since: '2020-06-01T00:00:00.000Z' },
      { sort: new Map([['_id', 1]]), filter: { _id: { $gte: expect.any(ObjectId) } } },
    ],
  ])('GridFS lists %s, a few at a time', async (_, selection, command) => {
    const commands = await commandsOfList('2021-01-01T00:00:00.000Z', selection);
    expect(commands.findLast(({ find }) => find === 'files.files')).toMatchObject({ ...command, batchSize: 200 });
  });

  it('GridFS lists a recent file whose upload took more than a day', async () => {
    const store = gridFsFileStore(database);
    const since = Date.UTC(2017, 5);
    await db.collection('files.files').insertOne({
      _id: ObjectId.createFromTime(since / 1_000 - 29 * 3_600),
      ...{ filename: 'slow', uploadDate: new Date(since + 1), length: 0, chunkSize: 1 },
    });
    const ids: string[] = [];
    for await (const id of store.list('2017-07-01T00:00:00.000Z', { since: new Date(since).toISOString() }))
      ids.push(id);
    expect(ids).toEqual(['slow']);
    await store.remove('slow');
  });

  it('GridFS lists a file once that has two versions', async () => {
    const store = gridFsFileStore(database);
    const uploadDate = new Date(Date.UTC(2018, 0));
    const versions = ['one', 'two', 'one'].map((filename) => ({ filename, uploadDate, length: 0, chunkSize: 1 }));
    await db.collection('files.files').insertMany(versions);
    const ids: string[] = [];
    for await (const id of store.list('2018-02-01T00:00:00.000Z')) ids.push(id);
    expect(ids).toEqual(['one', 'two']);
    for (const id of ids) await store.remove(id);
  });

  it('GridFS finishes a removal that was cut off, however old the file, and does not list it', async () => {
    const store = gridFsFileStore(database);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const chunks = db.collection('files.chunks');
    await store.write('halfway', Readable.from(['bytes']));
    const file = await db.collection('files.files').findOne({ filename: 'halfway' });
    const cut = vi.spyOn(Collection.prototype, 'deleteMany').mockRejectedValueOnce(new Error('cut off'));
    await expect(store.remove('halfway')).rejects.toThrow(FileStoreUnavailableError);
    cut.mockRestore();
    expect(await store.read('halfway')).toBeUndefined();
    expect(await chunks.countDocuments({ files_id: file?._id })).toBe(1);
    for await (const id of store.list(tomorrow, { beginning: '' })) expect(id).not.toMatch(/removed|halfway/);
    for await (const _ of store.list(tomorrow, { since: tomorrow }));
    expect(await chunks.countDocuments({ files_id: file?._id })).toBe(0);
    expect(await db.collection('files.files').countDocuments({ _id: file?._id })).toBe(0);
  });

  it('GridFS is reported as unavailable if it does not respond', async () => {
    const proxy = new CuttableProxy(uri);
    await proxy.connect();
    const distant = await openMongoDatabase(proxy.uri, name);
    await proxy.cut();
    await expect(gridFsFileStore(distant).read('any')).rejects.toThrow(FileStoreUnavailableError);
    await distant.close();
  });
});
