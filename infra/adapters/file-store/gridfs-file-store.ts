import { Readable, type Writable } from 'node:stream';
import { inPages } from '@quorum/service-kit/in-pages.ts';
import type { FileSelection, RawFileStore } from '@quorum/service-kit/ports/file-store.ts';
import { withTimeout } from '@quorum/service-kit/with-timeout.ts';
import { type Db, GridFSBucket, type GridFSBucketWriteStream, ObjectId, type Sort } from 'mongodb';
import type { MongoDatabase } from '../mongo-database.ts';
import { byteBounds } from './byte-bounds.ts';
import { isFileId, requireFileId } from './file-id.ts';
import { isFailureOf, unavailable } from './file-store-failure.ts';

const BUCKET = 'files';
/** Milliseconds. A hanging server keeps its connections open, so nothing else would end the wait. */
const TIMEOUT_MS = 5_000;
/**
 * Two days in milliseconds. The largest upload, 100 MB at the slowest accepted pace of 1 KB/s, takes 28.4 hours, plus about two
 * hours of waiting for this store.
 */
const ABANDONED_AFTER_MS = 172_800_000;
/** Small enough to process before the server closes the cursor, after ten minutes. */
const PAGE_SIZE = 200;
/** Name of a file that is being removed. No id contains a colon. */
const REMOVED = ':removed';

/** Files in MongoDB GridFS. The id is the file name; its newest complete version counts. */
export const gridFsFileStore = ({ db }: MongoDatabase): RawFileStore => {
  const bucket = new GridFSBucket(db, { bucketName: BUCKET });

  const newest = async (id: string) =>
    (await bucket.find({ filename: id }).sort({ uploadDate: -1, _id: -1 }).limit(1).toArray())[0];

  return {
    write: async (id, source) => {
      requireFileId(id);
      const target = bucket.openUploadStream(id);
      try {
        await pour(source, target);
      } catch (error) {
        await answered(() => removeVersion(db, target.id));
        throw isFailureOf(source, error) ? error : unavailable(error);
      }
      await answered(() => removeOlderVersions(db, bucket, target));
      return { id, size: target.length };
    },

    read: async (id, range) => {
      if (!isFileId(id)) return undefined;
      return answered(async () => {
        const file = await newest(id);
        if (file === undefined) return undefined;
        const size = file.length;
        const { start, end } = byteBounds(range, size);
        if (start > end) return { size, stream: Readable.from([]) };
        // GridFS treats the end as exclusive.
        return { size, stream: bucket.openDownloadStream(file._id, { start, end: end + 1 }) };
      });
    },

    remove: async (id) => {
      if (isFileId(id)) await answered(() => removeAllVersions(db, bucket, id));
    },

    list: async function* (before, selection = {}) {
      const limit = new Date(before);
      // The remains of a file have no id that could match `beginning`.
      if (selection.beginning === undefined) {
        await guarded(() => removeAllVersions(db, bucket, REMOVED));
        await guarded(() => removeAbandonedChunks(db, limit, new Date(selection.since ?? 0)));
      }
      yield* namesOf(bucket, limit, selection);
    },

    ping: async () => {
      await answered(() => db.command({ ping: 1 }));
    },
  };
};

/**
 * Read in index order, so that nothing is sorted or kept in memory. By name, the versions of a file are adjacent. Recent files are
 * read by `_id`, which begins with the time when the upload began.
 */
async function* namesOf(
  bucket: GridFSBucket,
  limit: Date,
  { since, beginning }: FileSelection,
): AsyncGenerator<string> {
  const recent = since === undefined ? {} : { _id: { $gte: idAt(Date.parse(since) - ABANDONED_AFTER_MS) } };
  const named = beginning === undefined ? {} : { filename: { $gte: beginning, $lt: `${beginning}\uffff` } };
  const written = { uploadDate: { $gte: new Date(since ?? 0), $lt: limit } };
  const sort: Sort = since === undefined ? { filename: 1, uploadDate: 1 } : { _id: 1 };
  const found = bucket.find(
    { ...recent, ...named, ...written },
    { sort, projection: { _id: 0, filename: 1 }, batchSize: PAGE_SIZE },
  );
  let last = REMOVED;
  for await (const { filename } of found) {
    if (filename !== last && filename !== REMOVED) yield filename;
    last = filename;
  }
}

/** The least id of a time in milliseconds. */
const idAt = (time: number): ObjectId => ObjectId.createFromTime(time / 1_000);

const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw unavailable(error);
  }
};

const late = (): Error => new Error(`no answer within ${TIMEOUT_MS} ms`);

/** For work that someone waits for. */
const answered = <T>(work: () => Promise<T>): Promise<T> => guarded(() => withTimeout(TIMEOUT_MS, work(), late));

/** Chunk by chunk, so that nothing is still in flight when a failure is cleaned up. */
const pour = async (source: Readable, target: Writable): Promise<void> => {
  let failed: (error: Error) => void = () => {};
  const failure = new Promise<never>((_, reject) => {
    failed = reject;
  });
  target.once('error', failed);
  // The steps report it. This only keeps a failure before the first step from counting as unhandled.
  failure.catch(() => {});
  const step = (start: (done: (error?: Error | null) => void) => void): Promise<void> =>
    withTimeout(
      TIMEOUT_MS,
      Promise.race([
        failure,
        new Promise<void>((resolve, reject) => start((error) => (error == null ? resolve() : reject(error)))),
      ]),
      late,
    );
  for await (const chunk of source) await step((done) => target.write(chunk, done));
  await step((done) => target.end(done));
};

const removeAllVersions = async (db: Db, bucket: GridFSBucket, id: string): Promise<void> => {
  for (const version of await bucket.find({ filename: id }).toArray()) await removeVersion(db, version._id);
};

/** Uses the order by which the newest is found: of two that finish together, one remains. */
const removeOlderVersions = async (db: Db, bucket: GridFSBucket, own: GridFSBucketWriteStream): Promise<void> => {
  const versions = await bucket.find({ filename: own.filename }).sort({ uploadDate: 1, _id: 1 }).toArray();
  const older = versions.findIndex(({ _id }) => _id.equals(own.id));
  for (const version of versions.slice(0, Math.max(0, older))) await removeVersion(db, version._id);
};

/**
 * Renamed first, so that nothing can read it. The record goes last: through it, a removal that is cut off is found and finished,
 * however old the file.
 */
const removeVersion = async (db: Db, version: ObjectId): Promise<void> => {
  const files = db.collection(`${BUCKET}.files`);
  await files.updateOne({ _id: version }, { $set: { filename: REMOVED } });
  await db.collection(`${BUCKET}.chunks`).deleteMany({ files_id: version });
  await files.deleteOne({ _id: version });
};

/**
 * A process that dies during an upload leaves chunks without a record, which no other operation would ever see. The index alone
 * answers the query, so that no chunk is read.
 */
const removeAbandonedChunks = async (db: Db, limit: Date, since: Date): Promise<void> => {
  const before = new Date(Math.min(limit.getTime(), Date.now() - ABANDONED_AFTER_MS));
  const files = db.collection(`${BUCKET}.files`);
  const chunks = db.collection<{ readonly files_id: ObjectId; readonly n: number }>(`${BUCKET}.chunks`);
  // The index of every GridFS. The driver makes it with the first upload only, and without it the hint is refused.
  await chunks.createIndex({ files_id: 1, n: 1 }, { unique: true });
  const first = { n: 0, files_id: { $gte: idAt(since.getTime()), $lt: idAt(before.getTime()) } };
  const covered = { projection: { _id: 0, files_id: 1 }, hint: { files_id: 1, n: 1 }, batchSize: PAGE_SIZE } as const;
  for await (const page of inPages(chunks.find(first, covered), PAGE_SIZE)) {
    const versions = page.map(({ files_id }) => files_id);
    const recorded = await files.find({ _id: { $in: versions } }, { projection: { _id: 1 } }).toArray();
    const isRecorded = new Set(recorded.map(({ _id }) => _id.toHexString()));
    for (const version of versions)
      if (!isRecorded.has(version.toHexString())) await chunks.deleteMany({ files_id: version });
  }
};
