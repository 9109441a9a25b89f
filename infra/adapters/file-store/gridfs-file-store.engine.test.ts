import { randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FileStoreUnavailableError } from '@quorum/service-kit/ports/file-store.ts';
import { fileStoreSuite } from '@quorum/service-kit/testing/file-store-suite.ts';
import { MemoryKeyStore } from '@quorum/service-kit/testing/memory-key-store.ts';
import { type CommandStartedEvent, GridFSBucket, MongoClient, ObjectId } from 'mongodb';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openMongoDatabase } from '../mongo-database.ts';
import { CutLine } from '../read-store/testing/cut-line.ts';
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

describe('GridFS', () => {
  it('drops the chunks of a dead process when files are listed', async () => {
    const store = gridFsFileStore(database);
    const chunks = db.collection('files.chunks');
    const dead = ObjectId.createFromTime(Date.UTC(2020, 0) / 1000);
    await chunks.insertOne({ files_id: dead, n: 0, data: Buffer.from('half') });
    for await (const _ of store.list('2021-01-01T00:00:00.000Z'));
    expect(await chunks.countDocuments({ files_id: dead })).toBe(0);
  });

  it('keeps the chunks of an upload that is under way when all files are listed', async () => {
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

  it('keeps one of two uploads under one id that finish at the same time', async () => {
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

  it('looks for chunks of dead processes only in the index', async () => {
    const emitted = vi.spyOn(MongoClient.prototype, 'emit');
    const monitored = await openMongoDatabase(`${uri}?monitorCommands=true`, name);
    const store = gridFsFileStore(monitored);
    for await (const _ of store.list('2021-01-01T00:00:00.000Z'));
    const commands = emitted.mock.calls.flatMap(([name, event]) =>
      name === 'commandStarted' ? [(event as unknown as CommandStartedEvent).command] : [],
    );
    emitted.mockRestore();
    expect(commands.find(({ find }) => find === 'files.chunks')).toMatchObject({
      hint: { files_id: 1, n: 1 },
      projection: { _id: 0, files_id: 1 },
    });
    await monitored.close();
  });

  it('is reported as unavailable if it does not respond', async () => {
    const line = new CutLine(uri);
    await line.connect();
    const distant = await openMongoDatabase(line.uri, name);
    await line.cut();
    await expect(gridFsFileStore(distant).read('any')).rejects.toThrow(FileStoreUnavailableError);
    await distant.close();
  });
});
