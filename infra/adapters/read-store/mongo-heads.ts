import type { Db, Collection as MongoCollection } from 'mongodb';
import { isDuplicateKey } from './mongo-failure.ts';
import { CHANGES, HEADS, type StoredHead } from './mongo-steps.ts';

/** Says that every audience with changes has its head here: they were written from the first change on. No audience has this name. */
const COMPLETE = '';

/**
 * The last sequence of each audience, one document each, on servers that do not know how to group: a gateway asks for those of
 * thousands of audiences at once.
 */
export class MongoHeads {
  readonly #heads: MongoCollection<StoredHead>;
  readonly #isComplete: boolean;

  static async open(db: Db): Promise<MongoHeads> {
    const heads = db.collection<StoredHead>(HEADS);
    if ((await heads.findOne({ _id: COMPLETE })) !== null) return new MongoHeads(heads, true);
    // Changes that were stored without heads stay without: their audiences are asked for one by one until they change again.
    const isNew = (await db.collection(CHANGES).findOne({})) === null;
    if (isNew) await MongoHeads.#markComplete(heads);
    return new MongoHeads(heads, isNew);
  }

  /** Several processes may open a new store at once. */
  static async #markComplete(heads: MongoCollection<StoredHead>): Promise<void> {
    try {
      await heads.insertOne({ _id: COMPLETE, sequence: 0 });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Where another way is taken, they would grow old, and must not be found again by who comes back to this one. */
  static async forget(db: Db): Promise<void> {
    await db.collection<StoredHead>(HEADS).deleteMany({});
  }

  private constructor(heads: MongoCollection<StoredHead>, isComplete: boolean) {
    this.#heads = heads;
    this.#isComplete = isComplete;
  }

  /** @returns the sequences that are known; 0 for an audience that has none. */
  async of(audiences: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = new Map(this.#isComplete ? audiences.map((audience) => [audience, 0]) : []);
    const stored = await this.#heads.find({ _id: { $in: [...new Set(audiences)] } }).toArray();
    for (const { _id, sequence } of stored) found.set(_id, sequence);
    return found;
  }
}
