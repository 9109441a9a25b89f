import type { Collection, Db } from 'mongodb';
import { type ErasedNotes, type Kind, lineOf } from './erased-list.ts';
import { askForKeys } from './key-answer.ts';
import type { MongoDatabase } from './mongo-database.ts';
import { idsOf } from './mongo-ids.ts';

const COLLECTION = 'erased';

const ask = <T>(question: () => Promise<T>): Promise<T> => askForKeys('The list of erased keys', question);

type Line = { readonly _id: string };

/** The erased list of a product whose keys and files are in MongoDB, shared by its processes. */
export class MongoErasedList implements ErasedNotes {
  readonly #db: Db;
  readonly #lines: Collection<Line>;

  constructor({ db }: MongoDatabase) {
    this.#db = db;
    this.#lines = db.collection<Line>(COLLECTION);
  }

  async isAlone(): Promise<boolean> {
    const found = await ask(() => this.#db.listCollections({}, { nameOnly: true }).toArray());
    return found.every(({ name }) => name === COLLECTION || name.startsWith('system.'));
  }

  async note(kind: Kind, name: string): Promise<void> {
    const _id = lineOf(kind, name);
    await ask(() => this.#lines.updateOne({ _id }, { $setOnInsert: { _id } }, { upsert: true }));
  }

  lines(): Promise<readonly string[]> {
    return idsOf(this.#lines, ask, {});
  }
}
