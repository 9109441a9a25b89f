import type { Change } from '@quorum/service-kit/ports/read-store.ts';
import type { Db, Collection as MongoCollection } from 'mongodb';
import { BOUNDED } from '../../mongo-failure.ts';
import { CHANGES, HEADS, type StoredChange, type StoredHead } from './mongo-steps.ts';

/** Seconds. A client that was away for longer loads everything again. */
const RETENTION_SECONDS = 14 * 86_400;

/** Stored changes, and the last sequence of each audience. */
export class MongoChanges {
  readonly #changes: MongoCollection<StoredChange>;
  readonly #heads: MongoCollection<StoredHead>;

  constructor(db: Db) {
    this.#changes = db.collection<StoredChange>(CHANGES);
    this.#heads = db.collection<StoredHead>(HEADS);
  }

  async makeIndexes(): Promise<void> {
    await this.#changes.createIndex({ audience: 1, sequence: 1 });
    await this.#changes.createIndex({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
  }

  async last(audience: string): Promise<number> {
    return (await this.#heads.findOne({ _id: audience }, BOUNDED))?.sequence ?? 0;
  }

  async lastOfEach(audiences: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const heads = await this.#heads.find({ _id: { $in: [...new Set(audiences)] } }, BOUNDED).toArray();
    const found = new Map(heads.map(({ _id, sequence }) => [_id, sequence]));
    return new Map(audiences.map((audience) => [audience, found.get(audience) ?? 0]));
  }

  async after(audience: string, sequence: number, limit: number): Promise<readonly Change[] | null> {
    const filter = { audience, sequence: { $gt: sequence } };
    const stored = await this.#changes.find(filter, BOUNDED).sort({ sequence: 1 }).limit(Math.max(1, limit)).toArray();
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
