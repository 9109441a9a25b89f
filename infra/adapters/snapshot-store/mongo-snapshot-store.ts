import {
  type SnapshotStore,
  SnapshotsUnavailableError,
  type StoredSnapshot,
} from '@quorum/service-kit/ports/snapshot-store.ts';
import { Binary, type Collection, MongoClient } from 'mongodb';
import { withTimeout } from '../with-timeout.ts';

const COLLECTION = 'snapshots';
const REACH_WITHIN = 3_000;
/** Milliseconds. A command waits for it, and can do without. */
const FOUND_WITHIN = 1_000;
const WRITTEN_WITHIN = 5_000;

type SnapshotDocument = Omit<StoredSnapshot, 'stream' | 'sealed'> & { readonly _id: string; readonly sealed: Binary };

/** Snapshots in a MongoDB collection, shared by all processes. */
export class MongoSnapshotStore implements SnapshotStore {
  readonly #client: MongoClient;
  readonly #snapshots: Collection<SnapshotDocument>;

  constructor(uri: string, database?: string) {
    this.#client = new MongoClient(uri, {
      maxPoolSize: 5,
      serverSelectionTimeoutMS: REACH_WITHIN,
      connectTimeoutMS: REACH_WITHIN,
    });
    this.#snapshots = this.#client.db(database).collection<SnapshotDocument>(COLLECTION);
  }

  async find(stream: string): Promise<StoredSnapshot | undefined> {
    const found = await ask(FOUND_WITHIN, () => this.#snapshots.findOne({ _id: stream }));
    if (found === null) return undefined;
    const { _id, sealed, revision, fold, event, subjects } = found;
    return { stream: _id, revision, fold, event, subjects, sealed: Uint8Array.from(sealed.value()) };
  }

  async put({ stream: _id, sealed, ...label }: StoredSnapshot): Promise<void> {
    const document = { ...label, sealed: new Binary(sealed) };
    await ask(WRITTEN_WITHIN, () => this.#snapshots.replaceOne({ _id }, document, { upsert: true }));
  }

  async drop(stream: string): Promise<void> {
    await ask(WRITTEN_WITHIN, () => this.#snapshots.deleteOne({ _id: stream }));
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

const ask = async <T>(limit: number, question: () => Promise<T>): Promise<T> => {
  try {
    return await withTimeout(limit, question(), () => new Error(`no answer within ${limit} ms`));
  } catch (error) {
    throw new SnapshotsUnavailableError(`The snapshots do not answer: ${(error as Error).message}`, { cause: error });
  }
};
