import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { Collection, ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { ClientSession, Db, Collection as MongoCollection } from 'mongodb';

/** A document for each generation: the commits of one never conflict with those of another. */
export type StoredGeneration = {
  readonly _id: string;
  readonly model: string;
  readonly generation: string;
  /** JSON text of the collections. */
  readonly collections: string;
  readonly checkpoint: Position;
  readonly active: boolean;
};

type Named = Pick<ModelGeneration, 'model' | 'generation'>;

const idOf = ({ model, generation }: Named): string => `${model}@${generation}`;

export const collectionsOf = (stored: Pick<StoredGeneration, 'collections'>): readonly Collection[] =>
  JSON.parse(stored.collections) as Collection[];

export class MongoGenerations {
  readonly #stored: MongoCollection<StoredGeneration>;

  constructor(db: Db) {
    this.#stored = db.collection<StoredGeneration>('read_generations');
  }

  all(): Promise<readonly StoredGeneration[]> {
    return this.#stored.find().toArray();
  }

  async find(model: Named): Promise<StoredGeneration | undefined> {
    return (await this.#stored.findOne({ _id: idOf(model) })) ?? undefined;
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

  /** Removes the others in the same transaction: nobody commits to them any more. @returns whether it existed. */
  async activate(model: Named, others: readonly StoredGeneration[], session: ClientSession): Promise<boolean> {
    const { matchedCount } = await this.#stored.updateOne(
      { _id: idOf(model) },
      { $set: { active: true } },
      { session },
    );
    await this.#stored.deleteMany({ _id: { $in: others.map(({ _id }) => _id) } }, { session });
    return matchedCount > 0;
  }

  async remove({ _id }: StoredGeneration): Promise<void> {
    await this.#stored.deleteOne({ _id });
  }

  async standAt(models: readonly Named[], position: Position): Promise<boolean> {
    const at = { _id: { $in: models.map(idOf) }, checkpoint: position };
    return (await this.#stored.countDocuments(at)) === models.length;
  }

  /** Moves the checkpoints of all the models, in a transaction that is aborted otherwise. @returns whether they were at `from`. */
  async move(models: readonly Named[], from: Position, to: Position, session: ClientSession): Promise<boolean> {
    const at = { _id: { $in: models.map(idOf) }, checkpoint: from };
    const { matchedCount } = await this.#stored.updateMany(at, { $set: { checkpoint: to } }, { session });
    return matchedCount === models.length;
  }
}
