import { type Clock, systemClock } from '@quorum/contracts/ports/clock.ts';
import type { Position } from '@quorum/contracts/ports/event-log.ts';
import {
  type Change,
  type Commit,
  type Document,
  type ModelGeneration,
  type ParkedEvent,
  type ReadModels,
  type ReadStore,
  ReadStoreUnavailableError,
  StaleCheckpointError,
} from '@quorum/contracts/ports/read-store.ts';
import { type Db, MongoClient } from 'mongodb';
import { within } from '../within.ts';
import { indexedFields } from './index-choice.ts';
import { isMongoFailure } from './mongo-failure.ts';
import { collectionsOf, MongoGenerations, type StoredGeneration } from './mongo-generations.ts';
import { MongoLeases } from './mongo-leases.ts';
import { MongoNotedCommits } from './mongo-noted-commits.ts';
import { MongoReader } from './mongo-reader.ts';
import {
  CHANGES,
  carryOut,
  collectionName,
  inTransaction,
  PARKED,
  type StoredChange,
  type StoredDocument,
  type StoredParked,
  stepsOf,
  toStored,
} from './mongo-steps.ts';
import { type Place, placeIn, placesOf } from './place.ts';

export type MongoReadStoreOptions = {
  readonly uri: string;
  /** Default: the one that the URI names. */
  readonly database?: string;
  readonly clock?: Clock;
};

const ANSWER_WITHIN = 5_000;
const REACH_WITHIN = 4_000;
/** For how long a reader goes on with the generations it knows, milliseconds. */
const POINTERS_KEPT = 500;
/** A generation that was switched away from is dropped when no reader reads it any more, milliseconds. */
const GRACE = 1_500;
const QUERIES_AT_ONCE = 16;

/** Read models in MongoDB: transactions on a replica set, noted commits on servers without them. */
export class MongoReadStore implements ReadStore {
  readonly active: ReadModels;
  readonly #client: MongoClient;
  readonly #db: Db;
  readonly #generations: MongoGenerations;
  readonly #leases: MongoLeases;
  /** `undefined` where the server has transactions. */
  readonly #noted: MongoNotedCommits | undefined;
  #commits: Promise<unknown> = Promise.resolve();
  #pointers: { readonly at: number; readonly places: Promise<ReadonlyMap<string, Place>> } | undefined;

  /** @throws ReadStoreUnavailableError when the server does not answer within 5 s. */
  static async open(options: MongoReadStoreOptions): Promise<MongoReadStore> {
    const client = new MongoClient(options.uri, {
      appName: 'quorum',
      serverSelectionTimeoutMS: REACH_WITHIN,
      connectTimeoutMS: REACH_WITHIN,
      socketTimeoutMS: 30_000,
    });
    try {
      return await guarded(async () => {
        const hello = await client.db('admin').command({ hello: 1 });
        const db = client.db(options.database);
        await db.collection(CHANGES).createIndex({ audience: 1, sequence: 1 });
        return new MongoReadStore(client, db, hello.setName !== undefined || hello.msg === 'isdbgrid', options.clock);
      });
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  private constructor(client: MongoClient, db: Db, hasTransactions: boolean, clock: Clock = systemClock) {
    this.#client = client;
    this.#db = db;
    this.#generations = new MongoGenerations(db);
    this.#leases = new MongoLeases(db, clock);
    this.#noted = hasTransactions ? undefined : new MongoNotedCommits(db, this.#generations);
    this.active = new MongoReader(db, guarded, (collection) => this.#activePlace(collection));
  }

  at(models: readonly ModelGeneration[]): ReadModels {
    const find = placeIn(placesOf(models));
    return new MongoReader(this.#db, guarded, async (collection) => find(collection));
  }

  prepare(model: ModelGeneration): Promise<void> {
    return reached(async () => {
      await this.#noted?.endNoted([model]);
      await this.#noted?.tidy();
      const known = await this.#generations.find(model);
      for (const collection of model.collections) {
        const target = await this.#makeCollection(collectionName(collection.name, model.generation));
        for (const index of collection.indexes) {
          await target.createIndex(Object.fromEntries([...index, '_id'].map((field) => [field, 1])));
        }
      }
      if (known !== undefined && known.collections !== JSON.stringify(model.collections))
        await this.#fillIndexes(model);
      await this.#generations.add(model);
    });
  }

  activeGeneration(model: string): Promise<string | undefined> {
    return guarded(async () => {
      const stored = await this.#generations.all();
      return stored.find((each) => each.model === model && each.active)?.generation;
    });
  }

  generations(model: string): Promise<readonly string[]> {
    return guarded(async () => {
      const stored = await this.#generations.all();
      return stored.filter((each) => each.model === model).map(({ generation }) => generation);
    });
  }

  activate(model: ModelGeneration): Promise<void> {
    return reached(async () => {
      const stored = await this.#generations.all();
      const others = stored.filter((each) => each.model === model.model && each.generation !== model.generation);
      const wasThere = await this.#generations.activate(model, others);
      if (!wasThere) throw new Error(`${model.model} ${model.generation} was not prepared.`);
      this.#pointers = undefined;
      if (others.some((other) => other.active)) await new Promise((resolve) => setTimeout(resolve, GRACE));
      for (const other of others) await this.#forget(other);
    });
  }

  drop(model: ModelGeneration): Promise<void> {
    return reached(async () => {
      const stored = await this.#generations.find(model);
      if (stored?.active) throw new Error(`${model.model} ${model.generation} is active and cannot be dropped.`);
      if (stored !== undefined) await this.#forget(stored);
    });
  }

  checkpoint(model: ModelGeneration): Promise<Position> {
    return guarded(async () => {
      if (this.#noted?.isUncertain === true) await this.#endUncertain(model);
      const stored = await this.#generations.find(model);
      if (stored === undefined) throw new Error(`${model.model} ${model.generation} was not prepared.`);
      return stored.checkpoint;
    });
  }

  commit(commit: Commit): Promise<void> {
    const done = this.#commits.then(() => reached(() => this.#commit(commit)));
    // The next one is carried out whatever became of this one; the caller hears of it.
    this.#commits = done.catch(() => undefined);
    return done;
  }

  sequence(audience: string): Promise<number> {
    return guarded(() => this.#lastSequence(audience));
  }

  sequences(audiences: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return guarded(async () => {
      if (this.#noted === undefined) return this.#lastSequences(audiences);
      // Not every server without transactions knows how to group.
      const found = new Map<string, number>();
      for (let i = 0; i < audiences.length; i += QUERIES_AT_ONCE) {
        const some = audiences.slice(i, i + QUERIES_AT_ONCE);
        const last = await Promise.all(some.map((audience) => this.#lastSequence(audience)));
        for (const [index, audience] of some.entries()) found.set(audience, last[index] ?? 0);
      }
      return found;
    });
  }

  changesAfter(audience: string, sequence: number, limit: number): Promise<readonly Change[] | null> {
    return guarded(async () => {
      const filter = { audience, sequence: { $gt: sequence } };
      const stored = await this.#changes.find(filter).sort({ sequence: 1 }).limit(Math.max(1, limit)).toArray();
      // A client that is ahead of the store knew another one: what it lacks cannot be told.
      if (stored.length === 0) return (await this.#lastSequence(audience)) === sequence ? [] : null;
      if (stored[0]?.sequence !== sequence + 1) return null;
      return stored.slice(0, limit).map(
        (each): Change => ({
          audience,
          sequence: each.sequence,
          kind: each.kind,
          position: each.position,
          data: JSON.parse(each.data) as Change['data'],
        }),
      );
    });
  }

  parked(model?: string): Promise<readonly ParkedEvent[]> {
    return guarded(async () => {
      const filter = model === undefined ? {} : { model };
      const stored = await this.#db
        .collection<StoredParked>(PARKED)
        .find(filter)
        .sort({ position: 1, model: 1 })
        .toArray();
      return stored.map((each) => JSON.parse(each.event) as ParkedEvent);
    });
  }

  lease(name: string, holder: string, ttl: number): Promise<boolean> {
    return guarded(() => this.#leases.take(name, holder, ttl));
  }

  releaseLease(name: string, holder: string): Promise<void> {
    return guarded(() => this.#leases.release(name, holder));
  }

  /** The files are the server's, and so is what lies in them unused. */
  async scrub(): Promise<void> {
    await this.ping();
  }

  ping(): Promise<void> {
    return guarded(async () => {
      await this.#db.command({ ping: 1 });
    });
  }

  async close(): Promise<void> {
    await this.#commits;
    await this.#client.close();
  }

  get #changes() {
    return this.#db.collection<StoredChange>(CHANGES);
  }

  async #commit(commit: Commit): Promise<void> {
    const isDone = this.#noted === undefined ? await this.#transact(commit) : await this.#noted.commit(commit);
    if (isDone) return;
    const names = commit.models.map(({ model, generation }) => `${model} ${generation}`).join(', ');
    throw new StaleCheckpointError(`The checkpoint of ${names} is not ${commit.from || 'the beginning'}.`);
  }

  /** The checkpoint last: the document that all commits share is then locked for the shortest time. */
  async #transact(commit: Commit): Promise<boolean> {
    const steps = stepsOf(commit);
    let isMoved = false;
    await inTransaction(this.#client, async (session) => {
      for (const step of steps) await carryOut(this.#db, step, session);
      isMoved = await this.#generations.move(commit.models, commit.from, commit.to, session);
      if (!isMoved) await session.abortTransaction();
    });
    return isMoved;
  }

  /** Its documents may be written already, so nobody may fold from the checkpoint before it. */
  async #endUncertain(model: ModelGeneration): Promise<void> {
    const ended = this.#commits.then(() => this.#noted?.endNoted([model]));
    this.#commits = ended.catch(() => undefined);
    await ended;
  }

  async #lastSequence(audience: string): Promise<number> {
    const [last] = await this.#changes.find({ audience }).sort({ sequence: -1 }).limit(1).toArray();
    return last?.sequence ?? 0;
  }

  /** One request, which reads one entry of the index per audience. */
  async #lastSequences(audiences: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = new Map(audiences.map((audience) => [audience, 0]));
    const last = this.#changes.aggregate<{ readonly _id: string; readonly sequence: number }>([
      { $match: { audience: { $in: [...found.keys()] } } },
      { $sort: { audience: -1, sequence: -1 } },
      { $group: { _id: '$audience', sequence: { $first: '$sequence' } } },
    ]);
    for await (const { _id, sequence } of last) found.set(_id, sequence);
    return found;
  }

  async #forget(stored: StoredGeneration): Promise<void> {
    await this.#generations.remove(stored);
    for (const { name } of collectionsOf(stored))
      await this.#db.dropCollection(collectionName(name, stored.generation));
  }

  /** Before the first write: within a transaction not every server makes one. */
  async #makeCollection(name: string) {
    const isThere = await this.#db.listCollections({ name }, { nameOnly: true }).hasNext();
    return isThere ? this.#db.collection(name) : this.#db.createCollection(name);
  }

  /** An index declared later is over fields that the stored documents do not carry outside of their text. */
  async #fillIndexes(model: ModelGeneration): Promise<void> {
    for (const collection of model.collections) {
      const fields = indexedFields(collection);
      const target = this.#db.collection<StoredDocument>(collectionName(collection.name, model.generation));
      for await (const stored of target.find()) {
        const { _id, ...rest } = toStored(JSON.parse(stored.doc) as Document, fields);
        await target.replaceOne({ _id }, rest);
      }
    }
  }

  async #activePlace(collection: string): Promise<Place> {
    const now = Date.now();
    if (this.#pointers === undefined || now - this.#pointers.at > POINTERS_KEPT) {
      const places = this.#generations
        .all()
        .then((stored) =>
          placesOf(stored.filter((each) => each.active).map((each) => ({ ...each, collections: collectionsOf(each) }))),
        );
      this.#pointers = { at: now, places };
      places.catch(() => {
        this.#pointers = undefined;
      });
    }
    const place = (await this.#pointers.places).get(collection);
    if (place !== undefined) return place;
    this.#pointers = undefined;
    throw new ReadStoreUnavailableError(`The read model with the collection ${collection} was not built yet.`);
  }
}

/** For work of any length: what cannot be reached is told apart from what is wrong. */
const reached = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!isMongoFailure(error)) throw error;
    throw new ReadStoreUnavailableError(`MongoDB cannot be reached: ${error.message}`, { cause: error });
  }
};

/** For answers that somebody waits for. */
const guarded = <T>(work: () => Promise<T>): Promise<T> =>
  within(
    ANSWER_WITHIN,
    reached(work),
    () => new ReadStoreUnavailableError(`MongoDB did not answer within ${ANSWER_WITHIN} ms.`),
  );
