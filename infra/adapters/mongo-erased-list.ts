import { KeysUnavailableError } from '@quorum/service-kit/ports/key-store.ts';
import { type Collection, MongoClient } from 'mongodb';
import { type ErasedNotes, type Kind, lineOf } from './erased-list.ts';
import { withTimeout } from './with-timeout.ts';

const COLLECTION = 'erased';
const REACH_WITHIN = 3_000;
const ANSWER_WITHIN = 5_000;

type Line = { readonly _id: string };

/** The erased list of a product whose keys and files are in MongoDB, shared by its processes. */
export class MongoErasedList implements ErasedNotes {
  readonly #client: MongoClient;
  readonly #lines: Collection<Line>;

  constructor(uri: string) {
    this.#client = new MongoClient(uri, {
      serverSelectionTimeoutMS: REACH_WITHIN,
      connectTimeoutMS: REACH_WITHIN,
      writeConcern: { w: 'majority', journal: true },
      readConcern: { level: 'majority' },
    });
    this.#lines = this.#client.db().collection<Line>(COLLECTION);
  }

  /** Whether the database holds anything besides this list. */
  async isAlone(): Promise<boolean> {
    const found = await this.#ask(() => this.#client.db().listCollections({}, { nameOnly: true }).toArray());
    return found.every(({ name }) => name === COLLECTION || name.startsWith('system.'));
  }

  async note(kind: Kind, name: string): Promise<void> {
    const _id = lineOf(kind, name);
    await this.#ask(() => this.#lines.updateOne({ _id }, { $setOnInsert: { _id } }, { upsert: true }));
  }

  async lines(): Promise<readonly string[]> {
    const found = await this.#ask(() => this.#lines.find().toArray());
    return found.map(({ _id }) => _id);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await withTimeout(ANSWER_WITHIN, question(), () => new Error(`no answer within ${ANSWER_WITHIN} ms`));
    } catch (error) {
      throw new KeysUnavailableError(`The list of erased keys does not answer: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}
