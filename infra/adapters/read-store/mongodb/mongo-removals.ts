import { setTimeout } from 'node:timers/promises';
import type { Document, Scalar } from '@quorum/service-kit/ports/read-store.ts';
import type { ClientSession, Db, Filter } from 'mongodb';
import { KeptReading } from '../kept-reading.ts';
import { type LeftRemoval, MAX_REMOVED_AT_ONCE, removes } from '../left-removal.ts';
import { PLACES_KEPT } from './mongo-active-places.ts';
import {
  conditionOf,
  type RemovalStep,
  removalsIn,
  type Step,
  type StoredDocument,
  type StoredRemoval,
} from './mongo-steps.ts';

/** Removals by fields of more documents than a commit may remove. They are hidden from reads, and removed in steps. */
export class MongoRemovals {
  readonly #db: Db;
  readonly #left: KeptReading<readonly StoredRemoval[]>;

  constructor(db: Db) {
    this.#db = db;
    this.#left = new KeptReading(() => removalsIn(db).find().toArray(), PLACES_KEPT);
  }

  /** What reads of a collection must not find. Readers of the active models may know of a removal shortly before its commit. */
  async hiding(target: string, onlyCommitted: boolean): Promise<readonly LeftRemoval[]> {
    const left = await this.#left.get();
    return left.filter((each) => each.target === target && (each.isCommitted || !onlyCommitted));
  }

  forget(): void {
    this.#left.forget();
  }

  /** A commit's steps, with removals that are too large left for later. Every process hides what they remove from now on. */
  async bounded(steps: readonly Step[]): Promise<readonly Step[]> {
    const bounded: Step[] = [];
    const large: StoredRemoval[] = [];
    /** Documents that the commit may still remove from each collection. */
    const rooms = new Map<string, number>();
    const takes = async (step: RemovalStep): Promise<boolean> => {
      const room = rooms.get(step.removeWhere) ?? MAX_REMOVED_AT_ONCE;
      const count = await this.#countOf(step, room + 1);
      if (count <= room) rooms.set(step.removeWhere, room - count);
      return count <= room;
    };
    for (const step of steps) {
      if (!('removeWhere' in step) || (await takes(step))) bounded.push(step);
      else
        for (const one of eachOf(step)) {
          if (await takes(one)) bounded.push(one);
          else {
            const removal = removalOf(one);
            large.push(removal);
            bounded.push({ leave: removal._id });
          }
        }
    }
    await this.#announce(large);
    const left = [...large, ...(await this.#left.get())];
    return left.length === 0 ? bounded : bounded.flatMap((step) => [step, ...keptBy(step, left)]);
  }

  /** Call within a transaction: conflicts with a commit that excludes a document. @returns whether something was left */
  async sweep(session: ClientSession): Promise<boolean> {
    const touched = { $inc: { sweeps: 1 } };
    const removal = await removalsIn(this.#db).findOneAndUpdate({ isCommitted: true }, touched, { session });
    if (removal === null) return false;
    const { _id, target, where, kept } = removal;
    const documents = this.#db.collection<StoredDocument>(target);
    const left = { ...where, ...(kept.length > 0 && { _id: { $nin: kept } }) } as Filter<StoredDocument>;
    const found = await documents
      .find(left, { session, projection: { _id: 1 } })
      .limit(MAX_REMOVED_AT_ONCE)
      .toArray();
    await documents.deleteMany({ _id: { $in: found.map((each) => each._id) } }, { session });
    if (found.length < MAX_REMOVED_AT_ONCE) await removalsIn(this.#db).deleteOne({ _id }, { session });
    return true;
  }

  /**
   * Documents that a step removes, up to a limit. A removal that was announced as large stays large, however few are left: only its
   * commit ends the announcement.
   */
  async #countOf(step: RemovalStep, limit: number): Promise<number> {
    const left = await this.#left.get();
    const [one, ...more] = eachOf(step);
    if (more.length > 0 && left.some(({ target }) => target === step.removeWhere)) return limit;
    if (more.length === 0 && one !== undefined && left.some(({ _id }) => _id === removalOf(one)._id)) return limit;
    return this.#db.collection(step.removeWhere).countDocuments(conditionOf(step), { limit });
  }

  async #announce(removals: readonly StoredRemoval[]): Promise<void> {
    if (removals.length === 0) return;
    for (const { _id, ...removal } of removals)
      await removalsIn(this.#db).updateOne({ _id }, { $setOnInsert: removal }, { upsert: true });
    this.forget();
    await setTimeout(PLACES_KEPT);
  }
}

const removalOf = ({ removeWhere: target, fields }: RemovalStep): StoredRemoval => {
  const where = Object.fromEntries(Object.entries(fields).map(([field, [value]]) => [field, value as Scalar]));
  return { _id: `${target} ${JSON.stringify(where)}`, target, where, isCommitted: false, kept: [] };
};

/** A removal by one field and many values as one for each value. */
const eachOf = ({ removeWhere, fields }: RemovalStep): readonly RemovalStep[] => {
  const [[field, values] = [], ...others] = Object.entries(fields);
  if (field === undefined || values === undefined || others.length > 0) return [{ removeWhere, fields }];
  return values.map((value) => ({ removeWhere, fields: { [field]: [value] } }));
};

/** Excludes documents that a step puts after removals that they match. */
const keptBy = (step: Step, left: readonly StoredRemoval[]): readonly Step[] => {
  if (!('put' in step)) return [];
  return left
    .filter(({ target }) => target === step.put)
    .flatMap((removal) => {
      const put = step.documents.map(({ doc }) => JSON.parse(doc) as Document);
      const ids = put.filter((document) => removes(removal, document)).map(({ id }) => id);
      return ids.length === 0 ? [] : [{ keep: removal._id, ids }];
    });
};
