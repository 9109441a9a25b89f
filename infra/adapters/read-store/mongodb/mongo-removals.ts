import type { Scalar } from '@quorum/service-kit/ports/read-store.ts';
import type { ClientSession, Db, Filter } from 'mongodb';
import { MAX_REMOVED_AT_ONCE } from '../bounds.ts';
import {
  conditionOf,
  type RemovalStep,
  removalsIn,
  type Step,
  type StoredDocument,
  type StoredRemoval,
} from './mongo-steps.ts';

/** Removals by fields of more documents than a commit may remove. They are recorded with it, and carried out in steps. */
export class MongoRemovals {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** A commit's steps, with removals that are too large left for later. */
  async bounded(steps: readonly Step[]): Promise<readonly Step[]> {
    const bounded: Step[] = [];
    /** Documents that the commit may still remove from each collection. */
    const rooms = new Map<string, number>();
    const takes = async (step: RemovalStep): Promise<boolean> => {
      const room = rooms.get(step.removeWhere) ?? MAX_REMOVED_AT_ONCE;
      const found = this.#db.collection(step.removeWhere);
      const count = await found.countDocuments(conditionOf(step), { limit: room + 1 });
      if (count <= room) rooms.set(step.removeWhere, room - count);
      return count <= room;
    };
    for (const step of steps) {
      if (!('removeWhere' in step) || (await takes(step))) bounded.push(step);
      else for (const one of eachOf(step)) bounded.push((await takes(one)) ? one : { leave: removalOf(one) });
    }
    return bounded;
  }

  /** Call within a transaction: conflicts with a commit that leaves the same removal again. @returns whether something was left */
  async sweep(session: ClientSession): Promise<boolean> {
    const removal = await removalsIn(this.#db).findOne({}, { session });
    if (removal === null) return false;
    const { _id, target, where } = removal;
    const documents = this.#db.collection<StoredDocument>(target);
    const found = await documents
      .find(where as Filter<StoredDocument>, { session, projection: { _id: 1 } })
      .limit(MAX_REMOVED_AT_ONCE)
      .toArray();
    await documents.deleteMany({ _id: { $in: found.map((each) => each._id) } }, { session });
    if (found.length < MAX_REMOVED_AT_ONCE) await removalsIn(this.#db).deleteOne({ _id }, { session });
    return true;
  }
}

const removalOf = ({ removeWhere: target, fields }: RemovalStep): StoredRemoval => {
  const where = Object.fromEntries(Object.entries(fields).map(([field, [value]]) => [field, value as Scalar]));
  return { _id: `${target} ${JSON.stringify(where)}`, target, where };
};

/** A removal by one field and many values as one for each value. */
const eachOf = ({ removeWhere, fields }: RemovalStep): readonly RemovalStep[] => {
  const [[field, values] = [], ...others] = Object.entries(fields);
  if (field === undefined || values === undefined || others.length > 0) return [{ removeWhere, fields }];
  return values.map((value) => ({ removeWhere, fields: { [field]: [value] } }));
};
