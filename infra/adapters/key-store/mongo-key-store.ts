import { type KeyStore, KeysUnavailableError } from '@quorum/contracts/ports/key-store.ts';
import { Binary, type Collection, MongoClient, MongoServerError } from 'mongodb';
import { within } from '../within.ts';
import { newWrappedKey, unwrapKey } from './data-key.ts';

/** `wrapped` is null once the key is destroyed; the document stays, so that the subject never gets a key again. */
type KeyDocument = { readonly _id: string; readonly wrapped: Binary | null };

const COLLECTION = 'keys';
const DUPLICATE = 11_000;
/** Milliseconds. */
const PATIENCE = 3_000;
/** A server that hangs keeps its connections, so that nothing else ends the wait. */
const ANSWER_WITHIN = 5_000;

/** Keys in a MongoDB collection, shared by several processes. The server's own journal forgets destroyed keys in its own time. */
export class MongoKeyStore implements KeyStore {
  readonly #client: MongoClient;
  readonly #keys: Collection<KeyDocument>;
  readonly #master: Uint8Array;

  /** @param options `database` is the one named by the address when left out; `masterKey` has 32 bytes. */
  static async open(options: {
    readonly uri: string;
    readonly database?: string;
    readonly masterKey: Uint8Array;
  }): Promise<MongoKeyStore> {
    const client = new MongoClient(options.uri, {
      maxPoolSize: 20,
      serverSelectionTimeoutMS: PATIENCE,
      connectTimeoutMS: PATIENCE,
      writeConcern: { w: 'majority', journal: true },
    });
    const store = new MongoKeyStore(client, options.database, options.masterKey);
    try {
      await store.ping();
    } catch (error) {
      await client.close();
      throw error;
    }
    return store;
  }

  private constructor(client: MongoClient, database: string | undefined, masterKey: Uint8Array) {
    this.#client = client;
    this.#keys = client.db(database).collection<KeyDocument>(COLLECTION);
    this.#master = masterKey;
  }

  obtain(subject: string): Promise<Uint8Array | null> {
    return this.#ask(async () => {
      const known = await this.#keys.findOne({ _id: subject });
      if (known !== null) return this.#unwrap(known);
      const fresh: KeyDocument = { _id: subject, wrapped: new Binary(newWrappedKey(this.#master, subject)) };
      try {
        await this.#keys.insertOne(fresh);
        return this.#unwrap(fresh);
      } catch (error) {
        if (!(error instanceof MongoServerError) || error.code !== DUPLICATE) throw error;
        const winner = await this.#keys.findOne({ _id: subject });
        return winner === null ? null : this.#unwrap(winner);
      }
    });
  }

  find(subjects: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    return this.#ask(async () => {
      const found = new Map<string, Uint8Array>();
      for (const document of await this.#keys.find({ _id: { $in: [...subjects] } }).toArray()) {
        const key = this.#unwrap(document);
        if (key !== null) found.set(document._id, key);
      }
      return found;
    });
  }

  async destroy(subject: string): Promise<void> {
    await this.#ask(() => this.#keys.updateOne({ _id: subject }, { $set: { wrapped: null } }, { upsert: true }));
  }

  async ping(): Promise<void> {
    await this.#ask(() => this.#keys.findOne({ _id: '' }));
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  #unwrap({ _id, wrapped }: KeyDocument): Uint8Array | null {
    return wrapped === null ? null : unwrapKey(this.#master, _id, wrapped.value());
  }

  async #ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await within(ANSWER_WITHIN, question(), () => new Error(`no answer within ${ANSWER_WITHIN} ms`));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new KeysUnavailableError(`The key store does not answer: ${reason}`, { cause: error });
    }
  }
}
