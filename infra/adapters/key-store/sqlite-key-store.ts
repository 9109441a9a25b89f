import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_BYTES } from '@quorum/service-kit/event-store/data-key.ts';
import { MasterKeys, NEXT_MASTER, tryUnwrap } from '@quorum/service-kit/event-store/master-keys.ts';
import { KeysUnavailableError } from '@quorum/service-kit/ports/key-store.ts';
import type { Rewrapped, WrappedKeyStore } from '@quorum/service-kit/ports/wrapped-key-store.ts';
import type Database from 'better-sqlite3-multiple-ciphers';
import { openSqlite, type SqliteFile } from '../sqlite-file.ts';
import { WorkerChannel } from '../worker-channel.ts';
import { type KeyReply, type KeyRequest, keyReader, SELECT_GENERATION } from './sqlite-key-file.ts';

const FILE = 'keys.db';
const WRAPPED_BYTES = 60;

/** Keys in one SQLite file. A worker thread writes, so that only callers who need a new key wait for the disk. */
export class SqliteKeyStore implements WrappedKeyStore {
  readonly #master: MasterKeys;
  readonly #channel: WorkerChannel<KeyRequest, KeyReply> | undefined;
  readonly #reader: Database.Database;
  readonly #select: (subject: string) => Buffer | undefined;
  readonly #generation: Database.Statement<[], number>;
  readonly #page: Database.Statement<[string, string, number], string>;

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
    const channel = new WorkerChannel<KeyRequest, KeyReply>('sqlite-key-store', file);
    try {
      await channel.start();
      return new SqliteKeyStore(file, options.masterKey, channel);
    } catch (error) {
      await channel.close();
      throw new KeysUnavailableError(`The key store ${file.path} cannot be opened: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  private constructor(file: SqliteFile, masterKey: Uint8Array, channel?: WorkerChannel<KeyRequest, KeyReply>) {
    this.#master = new MasterKeys(masterKey);
    this.#channel = channel;
    this.#reader = openSqlite(file, { readonly: true });
    this.#reader.pragma('cache_size = -8192');
    this.#select = keyReader(this.#reader);
    this.#generation = this.#reader.prepare(SELECT_GENERATION);
    this.#generation.pluck();
    this.#page = this.#reader.prepare(
      'SELECT subject FROM keys WHERE subject > ? AND subject <> ? ORDER BY subject LIMIT ?',
    );
    this.#page.pluck();
  }

  async obtain(subject: string): Promise<Uint8Array | null> {
    const known = this.#read([subject]).get(subject);
    if (known !== undefined) return known;
    return this.adopt(subject, randomBytes(KEY_BYTES));
  }

  async adopt(subject: string, key: Uint8Array): Promise<Uint8Array | null> {
    const fresh = this.#master.wrap(subject, key);
    const { wrapped } = await this.#write({ obtain: subject, fresh });
    if (wrapped === null) return null;
    await this.#afterWrap(subject, wrapped);
    return this.#unwrap(subject, wrapped);
  }

  async find(subjects: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    return this.#read(subjects);
  }

  async destroy(subject: string): Promise<void> {
    await this.#write({ destroy: subject, zeros: new Uint8Array(WRAPPED_BYTES) });
  }

  async forget(subject: string, key: Uint8Array): Promise<void> {
    const wrapped = this.#query(subject);
    if (wrapped === undefined || !this.#unwrap(subject, wrapped).equals(key)) return;
    await this.#write({ forget: subject, wrapped });
  }

  async subjects(limit: number): Promise<readonly string[]> {
    return this.#asking(() => this.#reader.prepare('SELECT subject FROM keys LIMIT ?').pluck().all(limit) as string[]);
  }

  async replace(subject: string, next: (key: Uint8Array) => Uint8Array): Promise<void> {
    for (;;) {
      const was = this.#query(subject);
      if (was === undefined) return;
      const by = this.#master.wrap(subject, next(this.#unwrap(subject, was)));
      const { wrapped } = await this.#write({ replace: subject, was, by });
      if (wrapped === null || Buffer.compare(wrapped, by) === 0) return this.#afterWrap(subject, by);
    }
  }

  async masterKeys(): Promise<readonly Uint8Array[]> {
    this.#learn();
    return this.#master.all;
  }

  async beginRotation(next: Uint8Array): Promise<Uint8Array> {
    this.#learn();
    if (this.#master.all.length === 1)
      await this.#write({ obtain: NEXT_MASTER, fresh: this.#master.wrap(NEXT_MASTER, next) });
    this.#learn();
    return this.#master.all[0] as Uint8Array;
  }

  async rewrap(after: string, limit: number): Promise<Rewrapped> {
    const page = this.#asking(() => this.#page.all(after, NEXT_MASTER, limit));
    const outdated = page.filter((subject) => {
      const wrapped = this.#query(subject);
      return wrapped !== undefined && !this.#master.isNewest(subject, wrapped);
    });
    await Promise.all(outdated.map((subject) => this.#wrapAnew(subject)));
    return { last: page.at(-1), seen: page.length, wrapped: outdated.length };
  }

  async count(): Promise<number> {
    return this.#asking(() => this.#reader.prepare('SELECT count(*) FROM keys').pluck().get() as number);
  }

  async endRotation(inUse: Uint8Array): Promise<boolean> {
    const wrapped = this.#query(NEXT_MASTER);
    if (wrapped === undefined) return true;
    if (tryUnwrap(inUse, NEXT_MASTER, wrapped) !== undefined) return false;
    await this.#write({ forget: NEXT_MASTER, wrapped });
    return true;
  }

  async generation(): Promise<number> {
    return this.#asking(() => this.#generation.get() as number);
  }

  async ping(): Promise<void> {
    this.#read(['']);
    try {
      await this.#channel?.start();
    } catch (error) {
      throw new KeysUnavailableError((error as Error).message, { cause: error });
    }
  }

  async close(): Promise<void> {
    this.#reader.close();
    await this.#channel?.close();
  }

  #read(subjects: readonly string[]): Map<string, Uint8Array> {
    const found = new Map<string, Uint8Array>();
    for (const subject of subjects) {
      const wrapped = this.#query(subject);
      if (wrapped !== undefined) found.set(subject, this.#unwrap(subject, wrapped));
    }
    return found;
  }

  /** A key that no known master key opens may be wrapped with the next one. */
  #unwrap(subject: string, wrapped: Uint8Array): Buffer {
    try {
      return this.#master.unwrap(subject, wrapped);
    } catch (error) {
      if (!this.#learn()) throw error;
      return this.#master.unwrap(subject, wrapped);
    }
  }

  #learn(): boolean {
    return this.#master.learn(this.#query(NEXT_MASTER));
  }

  #wrapAnew(subject: string): Promise<void> {
    return this.replace(subject, (key) => key);
  }

  /** A rotation that started during the write may have missed it. */
  async #afterWrap(subject: string, wrapped: Uint8Array): Promise<void> {
    this.#learn();
    if (!this.#master.isNewest(subject, wrapped)) await this.#wrapAnew(subject);
  }

  #query(subject: string): Buffer | undefined {
    return this.#asking(() => this.#select(subject));
  }

  #asking<T>(question: () => T): T {
    try {
      return question();
    } catch (error) {
      throw new KeysUnavailableError(`The key store cannot be read: ${(error as Error).message}`, { cause: error });
    }
  }

  async #write(request: KeyRequest): Promise<{ readonly wrapped: Uint8Array | null }> {
    if (this.#channel === undefined) throw new KeysUnavailableError('The key store was opened for reading only.');
    let reply: KeyReply;
    try {
      reply = await this.#channel.send(request);
    } catch (error) {
      reply = { unavailable: (error as Error).message };
    }
    if ('unavailable' in reply) throw new KeysUnavailableError(`The key store cannot be written: ${reply.unavailable}`);
    return reply;
  }
}
