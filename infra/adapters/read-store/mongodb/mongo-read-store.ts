import { setTimeout } from 'node:timers/promises';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { ParkedEvent } from '@quorum/service-kit/ports/parked-events.ts';
import {
  type Change,
  type Commit,
  type ReadEngine,
  type ReadModels,
  StaleCheckpointError,
  type Swept,
} from '@quorum/service-kit/ports/read-store.ts';
import { sweepDocuments } from '@quorum/service-kit/sweep-documents.ts';
import type { ClientSession, Db } from 'mongodb';
import type { MongoDatabase } from '../../mongo-database.ts';
import { ANSWER_TIMEOUT_MS, guarded, reached } from '../../mongo-failure.ts';
import { foundIn, otherIndexes, placesOf } from '../place.ts';
import { ActiveCollections, CACHE_TTL_MS } from './mongo-active-collections.ts';
import { MongoChanges } from './mongo-changes.ts';
import { clockAsServer, clockOfServer, type ServerClock } from './mongo-clock.ts';
import { makeCollections } from './mongo-collections.ts';
import { MongoGenerations } from './mongo-generations.ts';
import { MongoLeases } from './mongo-leases.ts';
import { MongoReader } from './mongo-reader.ts';
import { MongoRemovals } from './mongo-removals.ts';
import { PARKED, type StoredParked, stepsOf } from './mongo-steps.ts';
import { MongoTransactions, requireTransactions } from './mongo-transactions.ts';

/** Milliseconds for which a replaced generation may still be read: long enough for readers that know it to get their results. */
const STILL_READ = CACHE_TTL_MS + ANSWER_TIMEOUT_MS + 500;

/** Read models in MongoDB. A commit is one transaction, so the server has to be a replica set. */
export class MongoReadStore implements ReadEngine {
  readonly active: ReadModels;
  readonly #db: Db;
  readonly #generations: MongoGenerations;
  readonly #clock: ServerClock;
  readonly #places: ActiveCollections;
  readonly #changes: MongoChanges;
  readonly #leases: MongoLeases;
  readonly #transactions: MongoTransactions;
  readonly #removals: MongoRemovals;
  #nextDrops: NodeJS.Timeout | undefined;
  #isClosed = false;

  /**
   * @param clock replaces the server's; only in tests
   * @throws ReadStoreUnavailableError if the server does not respond within 5 s; Error if it has no transactions.
   */
  static open({ db }: MongoDatabase, clock?: Clock): Promise<MongoReadStore> {
    return guarded(async () => {
      await requireTransactions(db);
      const store = new MongoReadStore(db, clock === undefined ? clockOfServer(db) : clockAsServer(clock));
      await store.#changes.makeIndexes();
      await db.collection(PARKED).createIndex({ model: 1, position: 1 });
      await store.#dropUnread();
      return store;
    });
  }

  private constructor(db: Db, clock: ServerClock) {
    this.#db = db;
    this.#generations = new MongoGenerations(db);
    this.#clock = clock;
    this.#places = new ActiveCollections(this.#generations);
    this.#changes = new MongoChanges(db);
    this.#transactions = new MongoTransactions(db, this.#generations);
    this.#leases = new MongoLeases(db, clock, this.#transactions);
    this.#removals = new MongoRemovals(db);
    this.active = new MongoReader(db, (collection) => this.#places.locate(collection));
  }

  at(models: readonly ModelGeneration[]): ReadModels {
    const places = placesOf(models);
    return new MongoReader(this.#db, async (collection) => foundIn(places, collection));
  }

  /** A generation is recorded before its collections are created, so that a process that dies in between leaves none behind. */
  prepare(model: ModelGeneration): Promise<void> {
    return reached(async () => {
      const known = await this.#generations.find(model);
      if (known === undefined) {
        await this.#generations.drop(model);
        await this.#generations.add(model);
      } else if (known.collections !== JSON.stringify(model.collections)) throw otherIndexes(model);
      await makeCollections(this.#db, model);
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

  /**
   * Resolves once every process reads the new generation: anything committed after that is missing from the old one. The others'
   * collections are dropped later, when nobody can be reading them; nobody waits for that.
   */
  activate(model: ModelGeneration): Promise<void> {
    return reached(async () => {
      const stored = await this.#generations.all();
      const others = stored.filter((each) => each.model === model.model && each.generation !== model.generation);
      const isSwitch = others.some(({ active }) => active);
      const { now } = await this.#clock();
      const leaves = isSwitch ? now + STILL_READ : 0;
      const activate = (session: ClientSession) => this.#generations.activate(model, others, leaves, session);
      const wasThere = await this.#transactions.run(activate);
      if (!wasThere) throw new Error(`${model.model} ${model.generation} was not prepared.`);
      this.#places.forget();
      if (isSwitch) await setTimeout(CACHE_TTL_MS);
      await this.#dropUnread();
    });
  }

  drop(model: ModelGeneration): Promise<void> {
    return reached(async () => {
      const stored = await this.#generations.find(model);
      if (stored?.active) throw new Error(`${model.model} ${model.generation} is active and cannot be dropped.`);
      await this.#generations.drop(model);
    });
  }

  checkpoint(model: ModelGeneration): Promise<Position> {
    return guarded(async () => {
      const stored = await this.#generations.find(model);
      if (stored === undefined) throw new Error(`${model.model} ${model.generation} was not prepared.`);
      return stored.checkpoint;
    });
  }

  commit(commit: Commit): Promise<boolean> {
    return reached(async () => {
      const steps = await this.#removals.bounded(stepsOf(commit));
      const isDone = await this.#transactions.commit(commit, steps);
      if (isDone) return steps.some((step) => 'leave' in step);
      const names = commit.models.map(({ model, generation }) => `${model} ${generation}`).join(', ');
      throw new StaleCheckpointError(`The checkpoint of ${names} is not ${commit.from || 'the beginning'}.`);
    });
  }

  sequence(audience: string): Promise<number> {
    return guarded(() => this.#changes.last(audience));
  }

  sequences(audiences: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return guarded(() => this.#changes.lastOfEach(audiences));
  }

  changesAfter(audience: string, sequence: number, limit: number): Promise<readonly Change[] | null> {
    return guarded(() => this.#changes.after(audience, sequence, limit));
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

  countParked(models: readonly string[]): Promise<number> {
    const ofThese = { model: { $in: [...models] } };
    return guarded(() => this.#db.collection<StoredParked>(PARKED).countDocuments(ofThese));
  }

  lease(name: string, holder: string, ttl: number): Promise<boolean> {
    return guarded(() => this.#leases.take(name, holder, ttl));
  }

  releaseLease(name: string, holder: string): Promise<void> {
    return guarded(() => this.#leases.release(name, holder));
  }

  /** Collections of dropped generations are not swept: the server drops them at once. */
  sweep(): Promise<Swept> {
    return reached(async () => {
      const isSwept = await this.#transactions.run((session) => this.#removals.sweep(session));
      return isSwept ? 'documents' : 'nothing';
    });
  }

  /** The files, and unused space in them, belong to the server. */
  async scrub(): Promise<void> {
    await sweepDocuments(this);
  }

  ping(): Promise<void> {
    return guarded(async () => {
      await this.#db.command({ ping: 1 });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#nextDrops);
  }

  async #dropUnread(): Promise<void> {
    const { now } = await this.#clock();
    if (await this.#generations.dropUnread(now)) this.#planDrops();
  }

  #planDrops(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#nextDrops);
    // The server may be unreachable at that moment.
    const drop = () => void this.#dropUnread().catch(() => this.#planDrops());
    this.#nextDrops = globalThis.setTimeout(drop, STILL_READ).unref();
  }
}
