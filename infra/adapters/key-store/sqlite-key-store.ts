import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '@quorum/service-kit/message-of.ts';
import { KeysUnavailableError } from '@quorum/service-kit/ports/key-store.ts';
import type Database from 'better-sqlite3-multiple-ciphers';
import { SqliteCheckpoints } from '../sqlite-checkpoints.ts';
import { openSqlite, type SqliteFile } from '../sqlite-file.ts';
import { WorkerChannel } from '../worker-channel.ts';
import { RotatingKeyStore } from './rotating-key-store.ts';
import { type KeyReply, type KeyRequest, keyReader, SELECT_GENERATION } from './sqlite-key-file.ts';

const FILE = 'keys.db';
const WRAPPED_BYTES = 60;

type Channel = WorkerChannel<KeyRequest, KeyReply>;

/** Parts of a store that is not read-only. */
type Writing = { readonly channel: Channel; readonly checkpoints: SqliteCheckpoints };

/** Keys in one SQLite file. A worker thread writes, so that only callers who need a new key wait for the disk. */
export class SqliteKeyStore extends RotatingKeyStore {
  readonly #writing: Writing | undefined;
  readonly #reader: Database.Database;
  readonly #select: (subject: string) => Buffer | undefined;
  readonly #generation: Database.Statement<[], number>;

  /**
   * @param options `folder` of `keys.db`, created if missing; `masterKey` is 32 bytes; `readOnly` is for reading the keys of a
   * running process from another one.
   * @throws KeysUnavailableError
   */
  static async open(options: {
    readonly folder: string;
    readonly masterKey: Uint8Array;
    /** Encrypts the file, see `folder-key.ts`. */
    readonly fileKey?: Uint8Array | undefined;
    readonly readOnly?: boolean;
  }): Promise<SqliteKeyStore> {
    const file = { path: join(options.folder, FILE), key: options.fileKey };
    if (options.readOnly === true) return new SqliteKeyStore(file, options.masterKey);
    mkdirSync(options.folder, { recursive: true });
    const channel: Channel = new WorkerChannel('sqlite-key-store', file);
    let checkpoints: SqliteCheckpoints | undefined;
    try {
      await channel.start();
      checkpoints = await SqliteCheckpoints.start(file);
      return new SqliteKeyStore(file, options.masterKey, { channel, checkpoints });
    } catch (error) {
      await checkpoints?.close();
      await channel.close();
      throw new KeysUnavailableError(`The key store ${file.path} cannot be opened: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }

  private constructor(file: SqliteFile, masterKey: Uint8Array, writing?: Writing) {
    super(masterKey);
    this.#writing = writing;
    this.#reader = openSqlite(file, { readonly: true });
    this.#reader.pragma('cache_size = -8192');
    this.#select = keyReader(this.#reader);
    this.#generation = this.#reader.prepare<[], number>(SELECT_GENERATION).pluck();
  }

  protected async stored(subjects: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    this.#asking(() => {
      for (const subject of subjects) {
        const wrapped = this.#select(subject);
        if (wrapped !== undefined) found.set(subject, wrapped);
      }
    });
    return found;
  }

  protected add(subject: string, wrapped: Uint8Array): Promise<Uint8Array | null> {
    return this.#write({ obtain: subject, fresh: wrapped });
  }

  protected async swap(subject: string, was: Uint8Array, by: Uint8Array): Promise<boolean> {
    const stored = await this.#write({ replace: subject, was, by });
    return stored !== null && Buffer.compare(stored, by) === 0;
  }

  async destroy(subject: string): Promise<void> {
    await this.#write({ destroy: subject, zeros: new Uint8Array(WRAPPED_BYTES) });
  }

  protected async remove(subject: string, wrapped: Uint8Array): Promise<void> {
    await this.#write({ forget: subject, wrapped });
  }

  protected async listed(limit: number, after = ''): Promise<readonly string[]> {
    const select = 'SELECT subject FROM keys WHERE subject > ? ORDER BY subject LIMIT ?';
    return this.#asking(() => this.#reader.prepare(select).pluck().all(after, limit) as string[]);
  }

  async count(): Promise<number> {
    return this.#asking(() => this.#reader.prepare('SELECT count(*) FROM keys').pluck().get() as number);
  }

  async generation(): Promise<number> {
    return this.#asking(() => this.#generation.get() as number);
  }

  /** Every write that takes a key away has raised it. */
  protected async raiseGeneration(): Promise<void> {}

  async ping(): Promise<void> {
    await this.stored(['']);
    try {
      await this.#writing?.channel.start();
    } catch (error) {
      throw new KeysUnavailableError(messageOf(error), { cause: error });
    }
  }

  async close(): Promise<void> {
    this.#reader.close();
    await this.#writing?.checkpoints.close();
    await this.#writing?.channel.close();
  }

  #asking<T>(question: () => T): T {
    try {
      return question();
    } catch (error) {
      throw new KeysUnavailableError(`The key store cannot be read: ${messageOf(error)}`, { cause: error });
    }
  }

  /** @returns the resulting key; null if the subject's key is destroyed. */
  async #write(request: KeyRequest): Promise<Uint8Array | null> {
    if (this.#writing === undefined) throw new KeysUnavailableError('The key store was opened for reading only.');
    let reply: KeyReply;
    try {
      reply = await this.#writing.channel.send(request);
      // A key that was taken away is in the write-ahead log, too.
      if (!('obtain' in request) && !('unavailable' in reply)) await this.#writing.checkpoints.empty();
    } catch (error) {
      reply = { unavailable: messageOf(error) };
    }
    if ('unavailable' in reply) throw new KeysUnavailableError(`The key store cannot be written: ${reply.unavailable}`);
    return reply.wrapped;
  }
}
