import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type KeyStore, KeysUnavailableError } from '@quorum/contracts/ports/key-store.ts';
import Database from 'better-sqlite3';
import { WorkerChannel } from '../worker-channel.ts';
import { newWrappedKey, unwrapKey } from './data-key.ts';
import type { KeyReply, KeyRequest } from './sqlite-key-file.ts';

const FILE = 'keys.db';
const WRAPPED_BYTES = 60;

/** Keys in one SQLite file. A worker thread writes, so that nobody waits for the disk who does not need a new key. */
export class SqliteKeyStore implements KeyStore {
  readonly #master: Uint8Array;
  readonly #channel: WorkerChannel<KeyRequest, KeyReply> | undefined;
  readonly #reader: Database.Database;
  readonly #select: Database.Statement<[string], Buffer>;

  /**
   * @param options `folder` holds `keys.db`, made when missing; `masterKey` has 32 bytes; `readOnly` is for looking at
   * the keys of a running process from another one.
   * @throws KeysUnavailableError
   */
  static async open(options: {
    readonly folder: string;
    readonly masterKey: Uint8Array;
    readonly readOnly?: boolean;
  }): Promise<SqliteKeyStore> {
    const file = join(options.folder, FILE);
    if (options.readOnly === true) return new SqliteKeyStore(file, options.masterKey);
    mkdirSync(options.folder, { recursive: true });
    const channel = new WorkerChannel<KeyRequest, KeyReply>('sqlite-key-store', { file });
    try {
      await channel.start();
      return new SqliteKeyStore(file, options.masterKey, channel);
    } catch (error) {
      await channel.close();
      throw new KeysUnavailableError(`The key store ${file} cannot be opened: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  private constructor(file: string, masterKey: Uint8Array, channel?: WorkerChannel<KeyRequest, KeyReply>) {
    this.#master = masterKey;
    this.#channel = channel;
    this.#reader = new Database(file, { readonly: true });
    this.#reader.pragma('cache_size = -8192');
    this.#select = this.#reader.prepare('SELECT wrapped FROM keys WHERE subject = ? AND destroyed = 0');
    this.#select.pluck();
  }

  async obtain(subject: string): Promise<Uint8Array | null> {
    const known = this.#read([subject]).get(subject);
    if (known !== undefined) return known;
    const { wrapped } = await this.#write({ obtain: subject, fresh: newWrappedKey(this.#master, subject) });
    return wrapped === null ? null : unwrapKey(this.#master, subject, wrapped);
  }

  async find(subjects: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    return this.#read(subjects);
  }

  async destroy(subject: string): Promise<void> {
    await this.#write({ destroy: subject, zeros: new Uint8Array(WRAPPED_BYTES) });
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
      if (wrapped !== undefined) found.set(subject, unwrapKey(this.#master, subject, wrapped));
    }
    return found;
  }

  #query(subject: string): Buffer | undefined {
    try {
      return this.#select.get(subject);
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
