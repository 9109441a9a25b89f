import type { Change } from '@quorum/service-kit/ports/read-store.ts';
import type { Db, Collection as MongoCollection } from 'mongodb';
import { CHANGES, type StoredChange } from './mongo-steps.ts';

/** Stored changes, and the last sequence of each audience. */
export class MongoChanges {
  readonly #changes: MongoCollection<StoredChange>;

  constructor(db: Db) {
    this.#changes = db.collection<StoredChange>(CHANGES);
  }

  async last(audience: string): Promise<number> {
    const [last] = await this.#changes.find({ audience }).sort({ sequence: -1 }).limit(1).toArray();
    return last?.sequence ?? 0;
  }

  /** One request that reads one index entry per audience. */
  async lastOfEach(audiences: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = new Map(audiences.map((audience) => [audience, 0]));
    const last = this.#changes.aggregate<{ readonly _id: string; readonly sequence: number }>([
      { $match: { audience: { $in: [...found.keys()] } } },
      { $sort: { audience: -1, sequence: -1 } },
      { $group: { _id: '$audience', sequence: { $first: '$sequence' } } },
    ]);
    for await (const { _id, sequence } of last) found.set(_id, sequence);
    return found;
  }

  async after(audience: string, sequence: number, limit: number): Promise<readonly Change[] | null> {
    const filter = { audience, sequence: { $gt: sequence } };
    const stored = await this.#changes.find(filter).sort({ sequence: 1 }).limit(Math.max(1, limit)).toArray();
    // A client ahead of the store knew another one, so what it lacks is unknown.
    if (stored.length === 0) return (await this.last(audience)) === sequence ? [] : null;
    if (stored[0]?.sequence !== sequence + 1) return null;
    return stored.slice(0, limit).map(
      (each): Change => ({
        audience,
        sequence: each.sequence,
        kind: each.kind,
        position: each.position,
        data: JSON.parse(each.data) as Change['data'],
      }),
    );
  }
}
