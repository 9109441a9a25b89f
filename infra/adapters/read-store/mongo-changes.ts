import type { Change } from '@quorum/contracts/ports/read-store.ts';
import type { Db, Collection as MongoCollection } from 'mongodb';
import type { MongoHeads } from './mongo-heads.ts';
import { CHANGES, type StoredChange } from './mongo-steps.ts';

const QUERIES_AT_ONCE = 16;

/** Stored changes, and how far each audience has come. */
export class MongoChanges {
  readonly #changes: MongoCollection<StoredChange>;
  /** `undefined` where the server groups. */
  readonly #heads: MongoHeads | undefined;

  constructor(db: Db, heads: MongoHeads | undefined) {
    this.#changes = db.collection<StoredChange>(CHANGES);
    this.#heads = heads;
  }

  async last(audience: string): Promise<number> {
    const [last] = await this.#changes.find({ audience }).sort({ sequence: -1 }).limit(1).toArray();
    return last?.sequence ?? 0;
  }

  async lastOfEach(audiences: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (this.#heads === undefined) return this.#grouped(audiences);
    const found = new Map(await this.#heads.of(audiences));
    const unknown = audiences.filter((audience) => !found.has(audience));
    for (let i = 0; i < unknown.length; i += QUERIES_AT_ONCE) {
      const some = unknown.slice(i, i + QUERIES_AT_ONCE);
      const last = await Promise.all(some.map((audience) => this.last(audience)));
      for (const [index, audience] of some.entries()) found.set(audience, last[index] ?? 0);
    }
    return found;
  }

  async after(audience: string, sequence: number, limit: number): Promise<readonly Change[] | null> {
    const filter = { audience, sequence: { $gt: sequence } };
    const stored = await this.#changes.find(filter).sort({ sequence: 1 }).limit(Math.max(1, limit)).toArray();
    // A client that is ahead of the store knew another one: what it lacks cannot be told.
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

  /** One request, which reads one entry of the index per audience. */
  async #grouped(audiences: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = new Map(audiences.map((audience) => [audience, 0]));
    const last = this.#changes.aggregate<{ readonly _id: string; readonly sequence: number }>([
      { $match: { audience: { $in: [...found.keys()] } } },
      { $sort: { audience: -1, sequence: -1 } },
      { $group: { _id: '$audience', sequence: { $first: '$sequence' } } },
    ]);
    for await (const { _id, sequence } of last) found.set(_id, sequence);
    return found;
  }
}
