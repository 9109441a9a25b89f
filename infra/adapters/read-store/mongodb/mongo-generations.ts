import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { Collection, ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { ClientSession, Db, Collection as MongoCollection } from 'mongodb';
import { dropCollections } from './mongo-collections.ts';

/** A document for each generation: the commits of one never conflict with those of another. */
export type StoredGeneration = {
  readonly _id: string;
  readonly model: string;
  readonly generation: string;
  /** JSON text of the collections. */
  readonly collections: string;
  readonly checkpoint: Position;
  readonly active: boolean;
  /** Set when it was replaced or dropped: milliseconds by the server's clock, after which nobody can be reading it. */
  readonly leaves?: number;
};

const PRESENT = { leaves: { $exists: false } } as const;

type Named = Pick<ModelGeneration, 'model' | 'generation'>;

const idOf = ({ model, generation }: Named): string => `${model}@${generation}`;

export const collectionsOf = (stored: Pick<StoredGeneration, 'collections'>): readonly Collection[] =>
  JSON.parse(stored.collections) as Collection[];

/** One that leaves keeps its document until its collections are dropped, so that a process that dies in between leaves none behind. */
export class MongoGenerations {
  readonly #db: Db;
  readonly #stored: MongoCollection<StoredGeneration>;

  constructor(db: Db) {
    this.#db = db;
    this.#stored = db.collection<StoredGeneration>('read_generations');
  }

  all(): Promise<readonly StoredGeneration[]> {
    return this.#stored.find(PRESENT).toArray();
  }

  async find(model: Named): Promise<StoredGeneration | undefined> {
    return (await this.#stored.findOne({ _id: idOf(model), ...PRESENT })) ?? undefined;
  }

  async add({ model, generation, collections }: ModelGeneration): Promise<void> {
    const added = {
      model,
      generation,
      collections: JSON.stringify(collections),
      checkpoint: '',
      active: false,
    };
    await this.#stored.updateOne({ _id: idOf(added) }, { $setOnInsert: added }, { upsert: true });
  }

  /** The others leave in the same transaction: nobody commits to them again. @returns whether it existed. */
  async activate(
    model: Named,
    others: readonly StoredGeneration[],
    leaves: number,
    session: ClientSession,
  ): Promise<boolean> {
    const { matchedCount } = await this.#stored.updateOne(
      { _id: idOf(model), ...PRESENT },
      { $set: { active: true } },
      { session },
    );
    const left = { _id: { $in: others.map(({ _id }) => _id) } };
    await this.#stored.updateMany(left, { $set: { active: false, leaves } }, { session });
    return matchedCount > 0;
  }

  /** Drops one that nobody reads, also if an earlier drop was partial. */
  async drop(model: Named): Promise<void> {
    const leaving = { $set: { leaves: 0 } };
    const stored = await this.#stored.findOneAndUpdate({ _id: idOf(model), active: false }, leaving);
    if (stored !== null) await this.#end(stored);
  }

  /** @returns whether some are left that may still be read at `now`. */
  async dropUnread(now: number): Promise<boolean> {
    const leaving = await this.#stored.find({ leaves: { $exists: true } }).toArray();
    const unread = leaving.filter(({ leaves = 0 }) => leaves <= now);
    for (const each of unread) await this.#end(each);
    return unread.length < leaving.length;
  }

  async #end(stored: StoredGeneration): Promise<void> {
    await dropCollections(this.#db, { generation: stored.generation, collections: collectionsOf(stored) });
    await this.#stored.deleteOne({ _id: stored._id });
  }

  async standAt(models: readonly Named[], position: Position): Promise<boolean> {
    const at = { _id: { $in: models.map(idOf) }, checkpoint: position, ...PRESENT };
    return (await this.#stored.countDocuments(at)) === models.length;
  }

  /** Moves the checkpoints of all the models, in a transaction that is aborted otherwise. @returns whether they were at `from`. */
  async move(models: readonly Named[], from: Position, to: Position, session: ClientSession): Promise<boolean> {
    const at = { _id: { $in: models.map(idOf) }, checkpoint: from, ...PRESENT };
    const { matchedCount } = await this.#stored.updateMany(at, { $set: { checkpoint: to } }, { session });
    return matchedCount === models.length;
  }
}
