import { randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FileStoreUnavailableError } from '@quorum/service-kit/ports/file-store.ts';
import { fileStoreSuite } from '@quorum/service-kit/testing/file-store-suite.ts';
import { MemoryKeyStore } from '@quorum/service-kit/testing/memory-key-store.ts';
import { type CommandStartedEvent, GridFSBucket, MongoClient, ObjectId } from 'mongodb';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openGridFsFileStore } from './gridfs-file-store.ts';
import { sealedFileStore } from './sealed-file-store.ts';

const uri = process.env.MONGODB_URI ?? '';
const database = `quorum-files-${randomUUID().slice(0, 8)}`;

afterAll(async () => {
  if (uri === '') return;
  const client = await MongoClient.connect(uri);
  await client.db(database).dropDatabase();
  await client.close();
});

fileStoreSuite('GridFS', async () => {
  if (uri === '') throw new Error('MONGODB_URI names no server');
  const store = sealedFileStore(await openGridFsFileStore(uri, { database }), new MemoryKeyStore());
  const leftovers = async (): Promise<number> => {
    const client = await MongoClient.connect(uri);
    try {
      const complete = await client
        .db(database)
        .collection('files.files')
        .find()
        .map((file) => String(file._id))
        .toArray();
      const chunks = await client
        .db(database)
        .collection('files.chunks')
        .find()
        .map((chunk) => String(chunk.files_id))
        .toArray();
      return chunks.filter((id) => !complete.includes(id)).length;
    } finally {
      await client.close();
    }
  };
  return { store, leftovers };
});

describe('GridFS', () => {
  it('drops the chunks of a dead process when files are listed', async () => {
    const store = await openGridFsFileStore(uri, { database });
    const client = await MongoClient.connect(uri);
    const chunks = client.db(database).collection('files.chunks');
    const dead = ObjectId.createFromTime(Date.UTC(2020, 0) / 1000);
    await chunks.insertOne({ files_id: dead, n: 0, data: Buffer.from('half') });
    for await (const _ of store.list('2021-01-01T00:00:00.000Z'));
    expect(await chunks.countDocuments({ files_id: dead })).toBe(0);
    await client.close();
    await store.close();
  });

  it('keeps the chunks of an upload that is under way when all files are listed', async () => {
    const store = await openGridFsFileStore(uri, { database });
    const client = await MongoClient.connect(uri);
    const chunks = client.db(database).collection('files.chunks');
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
    await client.close();
    await store.close();
  });

  it('keeps one of two uploads under one id that finish at the same time', async () => {
    const [one, two] = [await openGridFsFileStore(uri, { database }), await openGridFsFileStore(uri, { database })];
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
    await one.close();
    await two.close();
  });

  it('looks for chunks of dead processes only in the index', async () => {
    const emitted = vi.spyOn(MongoClient.prototype, 'emit');
    const store = await openGridFsFileStore(`${uri}?monitorCommands=true`, { database });
    for await (const _ of store.list('2021-01-01T00:00:00.000Z'));
    const commands = emitted.mock.calls.flatMap(([name, event]) =>
      name === 'commandStarted' ? [(event as unknown as CommandStartedEvent).command] : [],
    );
    emitted.mockRestore();
    expect(commands.find(({ find }) => find === 'files.chunks')).toMatchObject({
      hint: { files_id: 1, n: 1 },
      projection: { _id: 0, files_id: 1 },
    });
    await store.close();
  });

  it('is reported as unavailable if it does not respond', async () => {
    const nobody = openGridFsFileStore('mongodb://127.0.0.1:1/', { timeout: 200 });
    await expect(nobody).rejects.toThrow(FileStoreUnavailableError);
  });
});
