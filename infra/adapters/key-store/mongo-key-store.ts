import { Binary, type Collection } from 'mongodb';
import { askForKeys } from '../key-answer.ts';
import type { MongoDatabase } from '../mongo-database.ts';
import { isDuplicateKey } from '../mongo-failure.ts';
import { idsOf } from '../mongo-ids.ts';
import { RotatingKeyStore } from './rotating-key-store.ts';

/** `wrapped` is null once the key is destroyed. The document stays, so that the subject never gets a key again. */
type KeyDocument = { readonly _id: string; readonly wrapped: Binary | null };

/** Counts destroyed, replaced and forgotten keys, in a single document separate from the keys. */
type GenerationDocument = { readonly _id: 'keys'; readonly generation: number };

const COLLECTION = 'keys';
const GENERATIONS = 'key-generations';

const ask = <T>(question: () => Promise<T>): Promise<T> => askForKeys('The key store', question);

/** Keys in a MongoDB collection, shared by several processes. The server's journal drops destroyed keys in its own time. */
export class MongoKeyStore extends RotatingKeyStore {
  readonly #keys: Collection<KeyDocument>;
  readonly #generations: Collection<GenerationDocument>;

  /** @param masterKey 32 bytes */
  constructor({ db }: MongoDatabase, masterKey: Uint8Array) {
    super(masterKey);
    this.#keys = db.collection<KeyDocument>(COLLECTION);
    this.#generations = db.collection<GenerationDocument>(GENERATIONS);
  }

  protected stored(subjects: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    return ask(async () => {
      const found = await this.#keys.find({ _id: { $in: [...subjects] }, wrapped: { $ne: null } }).toArray();
      return new Map(found.flatMap(({ _id, wrapped }) => (wrapped === null ? [] : [[_id, wrapped.value()] as const])));
    });
  }

  protected add(subject: string, wrapped: Uint8Array): Promise<Uint8Array | null> {
    return ask(async () => {
      try {
        await this.#keys.insertOne({ _id: subject, wrapped: new Binary(wrapped) });
        return wrapped;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const winner = await this.#keys.findOne({ _id: subject });
        if (winner === null) throw new Error('another key is being stored', { cause: error });
        return winner.wrapped?.value() ?? null;
      }
    });
  }

  protected swap(subject: string, was: Uint8Array, by: Uint8Array): Promise<boolean> {
    const present = { _id: subject, wrapped: new Binary(was) };
    return ask(
      async () => (await this.#keys.updateOne(present, { $set: { wrapped: new Binary(by) } })).matchedCount === 1,
    );
  }

  async destroy(subject: string): Promise<void> {
    await ask(() => this.#keys.updateOne({ _id: subject }, { $set: { wrapped: null } }, { upsert: true }));
    await this.raiseGeneration();
  }

  protected async remove(subject: string, wrapped: Uint8Array): Promise<void> {
    await ask(() => this.#keys.deleteOne({ _id: subject, wrapped: new Binary(wrapped) }));
  }

  protected listed(limit: number, after?: string): Promise<readonly string[]> {
    return idsOf(this.#keys, ask, { limit, after });
  }

  /** From the collection's metadata: counting all keys of a large product takes longer than a call may. */
  count(): Promise<number> {
    return ask(() => this.#keys.estimatedDocumentCount());
  }

  generation(): Promise<number> {
    return ask(async () => (await this.#generations.findOne({ _id: 'keys' }))?.generation ?? 0);
  }

  protected async raiseGeneration(): Promise<void> {
    await ask(() => this.#generations.updateOne({ _id: 'keys' }, { $inc: { generation: 1 } }, { upsert: true }));
  }

  async ping(): Promise<void> {
    await ask(() => this.#keys.findOne({ _id: '' }));
  }

  /** The opener of the database closes it. */
  async close(): Promise<void> {}
}
