import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '@quorum/service-kit/message-of.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { Collection, ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { ParkedEvent } from '@quorum/service-kit/ports/parked-events.ts';
import {
  type Change,
  type Commit,
  type ReadEngine,
  type ReadModels,
  ReadStoreUnavailableError,
  StaleCheckpointError,
  type Swept,
} from '@quorum/service-kit/ports/read-store.ts';
import type Database from 'better-sqlite3-multiple-ciphers';
import { SqliteCheckpoints } from '../../sqlite-checkpoints.ts';
import { LIMIT } from '../../sqlite-file.ts';
import { WorkerChannel, WorkerLostError } from '../../worker-channel.ts';
import { foundIn, type Place, placesOf } from '../place.ts';
import { CommitPlanner } from './sqlite-commit-plan.ts';
import type { StoreReply, StoreRequest } from './sqlite-committer.ts';
import { SqliteFinder } from './sqlite-finder.ts';
import { type Connections, SqliteReader, StatementCache, withSqliteErrors } from './sqlite-reader.ts';
import { createIndexSql, openForReads } from './sqlite-schema.ts';
import type { RewritePlace } from './sqlite-tables.ts';

export type SqliteReadStoreOptions = {
  /** Folder of the read models; created if missing. */
  readonly folder: string;
  /** Encrypts the file, see `folder-key.ts`. */
  readonly fileKey?: Uint8Array | undefined;
};

const FILE = 'read-models.db';

/** Steps of a sweep or a rewrite until their pages are copied. The log would otherwise grow faster than its thread copies it once a second. */
const STEPS_PER_COPY = 10;

/** Milliseconds for which terms of removed entries may stay in an index. */
const MERGE_DELAY_MS = 300_000;

/** Read models in one SQLite file. A worker thread writes; reads go straight to the file, usually the page cache. */
export class SqliteReadStore implements ReadEngine {
  readonly active: ReadModels;
  readonly #writer: WorkerChannel<StoreRequest, StoreReply>;
  readonly #connections: Connections;
  readonly #checkpoints: SqliteCheckpoints;
  readonly #planner = new CommitPlanner();
  #activePlaces: ReadonlyMap<string, Place> = new Map();
  #activePointers = '';
  #activeVersion = -1;
  #steps = 0;
  #merging: NodeJS.Timeout | undefined;

  /** @throws ReadStoreUnavailableError if the file cannot be opened. */
  static async open({ folder, fileKey: key }: SqliteReadStoreOptions): Promise<SqliteReadStore> {
    mkdirSync(folder, { recursive: true });
    const file = { path: join(folder, FILE), key };
    // The projections commit one batch at a time, and what they publish waits for it.
    const writer = new WorkerChannel<StoreRequest, StoreReply>('sqlite-read-store', file, { gathers: false });
    let checkpoints: SqliteCheckpoints | undefined;
    try {
      await writer.start();
      checkpoints = await SqliteCheckpoints.start(file);
      const statements = new StatementCache(openForReads(file));
      return new SqliteReadStore({ statements, finder: new SqliteFinder(file) }, writer, checkpoints);
    } catch (error) {
      await checkpoints?.close();
      await writer.close();
      throw new ReadStoreUnavailableError(`The read models in ${folder} cannot be opened: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }

  private constructor(
    connections: Connections,
    writer: WorkerChannel<StoreRequest, StoreReply>,
    checkpoints: SqliteCheckpoints,
  ) {
    this.#connections = connections;
    this.#writer = writer;
    this.#checkpoints = checkpoints;
    this.active = this.#readerOf((collection) => this.#activePlace(collection));
    // An earlier process may have left some.
    this.#mergeSoon();
  }

  at(models: readonly ModelGeneration[]): ReadModels {
    const places = placesOf(models);
    return this.#readerOf((collection) => foundIn(places, collection));
  }

  async prepare(model: ModelGeneration): Promise<void> {
    while (!isDone(await this.#do({ kind: 'prepare', model }))) await this.sweep();
    if ((await this.activeGeneration(model.model)) === model.generation)
      await this.#makeIndexes(placesOf([model]).values());
  }

  async activeGeneration(model: string): Promise<string | undefined> {
    return this.#read(
      'SELECT generation FROM generations WHERE model = ? AND active = 1',
      (statement) => statement.get(model) as string | undefined,
    );
  }

  async generations(model: string): Promise<readonly string[]> {
    return this.#read(
      'SELECT generation FROM generations WHERE model = ?',
      (statement) => statement.all(model) as string[],
    );
  }

  async activate(model: ModelGeneration, { indexesLater = false } = {}): Promise<void> {
    // During the build, indexes would have cost more than half the time. Creating them at once takes a fraction of that.
    if (!indexesLater) await this.#makeIndexes(placesOf([model]).values());
    await this.#do({ kind: 'activate', model });
  }

  async drop(model: ModelGeneration): Promise<void> {
    await this.#do({ kind: 'drop', model });
  }

  async checkpoint({ model, generation }: ModelGeneration): Promise<Position> {
    const position = this.#read('SELECT checkpoint FROM generations WHERE model = ? AND generation = ?', (statement) =>
      statement.get(model, generation),
    );
    if (position === undefined) throw new Error(`${model} ${generation} was not prepared.`);
    return position as Position;
  }

  async commit(commit: Commit): Promise<boolean> {
    const reply = await this.#do(this.#planner.plan(commit));
    if ('isUnmerged' in reply) this.#mergeSoon();
    return !isDone(reply);
  }

  async sequence(audience: string): Promise<number> {
    return this.#read(
      'SELECT max(sequence) FROM changes WHERE audience = ?',
      (statement) => (statement.get(audience) as number | null) ?? 0,
    );
  }

  async sequences(audiences: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const pairs = audiences.map(async (audience) => [audience, await this.sequence(audience)] as const);
    return new Map(await Promise.all(pairs));
  }

  async changesAfter(audience: string, sequence: number, limit: number): Promise<readonly Change[] | null> {
    const last = await this.sequence(audience);
    if (sequence === last) return [];
    const text = `SELECT json_array(sequence, kind, position, data) FROM changes WHERE audience = ? AND sequence > ? ORDER BY sequence ${LIMIT}`;
    const rows = this.#read(text, (statement) => statement.all(audience, sequence, Math.max(1, limit)) as string[]);
    const changes = rows.map((row) => changeOf(audience, row));
    // A client ahead of the store knew another one, so what it lacks is unknown.
    return changes[0]?.sequence === sequence + 1 ? changes.slice(0, limit) : null;
  }

  async parked(model?: string): Promise<readonly ParkedEvent[]> {
    const rows = this.#read(
      'SELECT event FROM parked WHERE model = coalesce(?, model) ORDER BY position, model',
      (statement) => statement.all(model ?? null),
    );
    return (rows as string[]).map((row) => JSON.parse(row) as ParkedEvent);
  }

  async countParked(models: readonly string[]): Promise<number> {
    return this.#read(
      'SELECT count(*) FROM parked WHERE model IN (SELECT value FROM json_each(?))',
      (statement) => statement.get(JSON.stringify(models)) as number,
    );
  }

  /** A data folder belongs to one process, so nobody else can have a lease. */
  async lease(): Promise<boolean> {
    return true;
  }

  async releaseLease(): Promise<void> {}

  async sweep(): Promise<Swept> {
    await this.#copySometimes();
    const reply = await this.#do({ kind: 'sweep' });
    return 'swept' in reply ? reply.swept : 'nothing';
  }

  async scrub(): Promise<void> {
    while ((await this.sweep()) !== 'nothing');
    await this.#merge();
    await this.#rewrite();
    await this.#asking(this.#checkpoints.empty());
  }

  /** Removes the terms of removed entries after a while, so that many removals share the work. */
  #mergeSoon(): void {
    this.#merging ??= setTimeout(() => {
      this.#merging = undefined;
      this.#merge().catch(() => this.#mergeSoon());
    }, MERGE_DELAY_MS).unref();
  }

  async #merge(): Promise<void> {
    while (!isDone(await this.#do({ kind: 'merge' })));
  }

  async #rewrite(): Promise<void> {
    let at: RewritePlace | undefined;
    do {
      await this.#copySometimes();
      const reply = await this.#do({ kind: 'rewrite', at });
      at = 'next' in reply ? reply.next : undefined;
    } while (at !== undefined);
  }

  async ping(): Promise<void> {
    await this.#do({ kind: 'ping' });
    this.#read('SELECT 1', (statement) => statement.get());
  }

  async close(): Promise<void> {
    clearTimeout(this.#merging);
    // The last connection to close copies the write-ahead log into the file, which one that only reads cannot.
    this.#connections.statements.close();
    await this.#connections.finder.close();
    await this.#checkpoints.close();
    await this.#writer.close();
  }

  #readerOf(place: (collection: string) => Place): ReadModels {
    return new SqliteReader(this.#connections, place, (each) => this.#makeIndexes([each]));
  }

  /** One after another, so that commits of other models can run in between. */
  async #makeIndexes(places: Iterable<Place>): Promise<void> {
    for (const { collection, generation } of places) {
      if (collection.isTermIndex) continue;
      for (const index of collection.indexes) {
        await this.#do({ kind: 'index', sql: createIndexSql(collection, generation, index) });
      }
    }
  }

  async #copySometimes(): Promise<void> {
    this.#steps += 1;
    if (this.#steps % STEPS_PER_COPY === 0) await this.#asking(this.#checkpoints.copy());
  }

  #read<T>(sql: string, read: (statement: Database.Statement) => T): T {
    return withSqliteErrors(() => read(this.#connections.statements.get(sql)));
  }

  async #asking(checkpoint: Promise<void>): Promise<void> {
    try {
      await checkpoint;
    } catch (error) {
      throw new ReadStoreUnavailableError(`The read models were not scrubbed: ${messageOf(error)}`, { cause: error });
    }
  }

  async #do(request: StoreRequest): Promise<StoreReply> {
    let reply: StoreReply;
    try {
      reply = await this.#writer.send(request);
    } catch (error) {
      if (!(error instanceof WorkerLostError)) throw error;
      throw new ReadStoreUnavailableError(`The read models cannot be written: ${error.message}`, { cause: error });
    }
    if ('stale' in reply) throw new StaleCheckpointError(reply.stale);
    if ('unavailable' in reply)
      throw new ReadStoreUnavailableError(`The read models cannot be written: ${reply.unavailable}`);
    if ('misuse' in reply) throw new Error(reply.misuse);
    return reply;
  }

  /** The pointers are read again when another connection (the worker's or another process's) has committed. */
  #activePlace(collection: string): Place {
    const version = this.#read('PRAGMA data_version', (statement) => statement.get() as number);
    if (version !== this.#activeVersion) {
      const rows = this.#read(
        'SELECT json_array(generation, collections) FROM generations WHERE active = 1',
        (statement) => statement.all() as string[],
      );
      // Nearly always a batch of documents was committed, and the pointers are unchanged.
      const pointers = rows.join();
      if (pointers !== this.#activePointers) this.#activePlaces = placesOf(rows.map(pointerOf));
      this.#activePointers = pointers;
      this.#activeVersion = version;
    }
    const place = this.#activePlaces.get(collection);
    if (place === undefined)
      throw new ReadStoreUnavailableError(`The read model with the collection ${collection} was not built yet.`);
    return place;
  }
}

const isDone = (reply: StoreReply): boolean => 'done' in reply && reply.done;

const pointerOf = (row: string): { generation: string; collections: Collection[] } => {
  const [generation, collections] = JSON.parse(row) as [string, string];
  return { generation, collections: JSON.parse(collections) as Collection[] };
};

const changeOf = (audience: string, row: string): Change => {
  const [sequence, kind, position, data] = JSON.parse(row) as [number, string, string, string];
  return { audience, sequence, kind, position, data: JSON.parse(data) as Change['data'] };
};
