import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { Collection, ModelGeneration } from '@quorum/service-kit/ports/read-store.ts';
import type { ClientSession, Db, Collection as MongoCollection, UpdateFilter } from 'mongodb';
import { isDuplicateKey } from './mongo-failure.ts';

export type StoredGeneration = {
  readonly model: string;
  readonly generation: string;
  /** JSON text of the collections. */
  readonly collections: string;
  readonly checkpoint: Position;
  readonly active: boolean;
};

/**
 * Generations written by one runner, in one document. Its updates are atomic, so the checkpoints of several models move together.
 */
type State = { readonly _id: string; readonly generations?: { readonly [key: string]: StoredGeneration } };

/**
 * A checkpoint without documents belongs to another runner and is kept in a document of its own, so that the two writers do not
 * conflict.
 */
const stateOf = ({ model, collections }: Pick<ModelGeneration, 'model' | 'collections'>): string =>
  collections.length === 0 ? `checkpoint ${model}` : 'generations';

/** @throws Error if the models are not in one document. */
export const stateOfAll = (models: readonly ModelGeneration[]): string => {
  const [state, ...others] = new Set(models.map(stateOf));
  if (state === undefined || others.length > 0)
    throw new Error('Models of one commit either all have documents, or are one checkpoint alone.');
  return state;
};

/** Dots and dollars have a meaning in field names. */
const keyOf = ({ model, generation }: Pick<ModelGeneration, 'model' | 'generation'>): string =>
  encodeURIComponent(`${model}@${generation}`).replaceAll('.', '%2E').replaceAll('$', '%24');
const pathOf = (model: Pick<ModelGeneration, 'model' | 'generation'>, field?: string): string =>
  `generations.${keyOf(model)}${field === undefined ? '' : `.${field}`}`;

export const collectionsOf = (stored: Pick<StoredGeneration, 'collections'>): readonly Collection[] =>
  JSON.parse(stored.collections) as Collection[];

const stateOfStored = (stored: Pick<StoredGeneration, 'model' | 'collections'>): string =>
  stateOf({ model: stored.model, collections: collectionsOf(stored) });

export class MongoGenerations {
  readonly #states: MongoCollection<State>;
  #updates: Promise<unknown> = Promise.resolve();

  constructor(db: Db) {
    this.#states = db.collection<State>('read_generations');
  }

  async all(): Promise<readonly StoredGeneration[]> {
    const states = await this.#states.find().toArray();
    return states.flatMap((state) =>
      Object.values(state.generations ?? {}).filter((each) => stateOfStored(each) === state._id),
    );
  }

  async find({ model, generation }: ModelGeneration): Promise<StoredGeneration | undefined> {
    return (await this.all()).find((each) => each.model === model && each.generation === generation);
  }

  async add(model: ModelGeneration): Promise<void> {
    const state = stateOf(model);
    await this.#makeState(state);
    const collections = JSON.stringify(model.collections);
    const added: StoredGeneration = {
      model: model.model,
      generation: model.generation,
      collections,
      checkpoint: '',
      active: false,
    };
    const path = pathOf(model);
    const outcome = await this.#update(state, { [path]: { $exists: false } }, { $set: { [path]: added } });
    if (!outcome)
      await this.#update(
        state,
        { [path]: { $exists: true } },
        { $set: { [pathOf(model, 'collections')]: collections } },
      );
  }

  /** Several may do so at once, and concurrent upserts may collide. */
  async #makeState(state: string): Promise<void> {
    try {
      await this.#states.updateOne({ _id: state }, { $setOnInsert: { _id: state } }, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Removes the others in the same update: nobody commits to them any more. @returns whether it existed. */
  async activate(model: ModelGeneration, others: readonly StoredGeneration[]): Promise<boolean> {
    const $unset = Object.fromEntries(others.map((other) => [pathOf(other), '' as const]));
    const update = { $set: { [pathOf(model, 'active')]: true }, ...(others.length > 0 && { $unset }) };
    return this.#update(stateOf(model), { [pathOf(model)]: { $exists: true } }, update);
  }

  async remove(stored: StoredGeneration): Promise<void> {
    await this.#update(stateOfStored(stored), {}, { $unset: { [pathOf(stored)]: '' } });
  }

  async standAt(models: readonly ModelGeneration[], position: Position): Promise<boolean> {
    const stored = await this.all();
    return models.every(({ model, generation }) =>
      stored.some((each) => each.model === model && each.generation === generation && each.checkpoint === position),
    );
  }

  /** Moves the checkpoints of all the models or of none. @returns whether they were at `from`. */
  async move(
    models: readonly ModelGeneration[],
    from: Position,
    to: Position,
    session?: ClientSession,
  ): Promise<boolean> {
    const filter = Object.fromEntries(models.map((model) => [pathOf(model, 'checkpoint'), from]));
    const set = Object.fromEntries(models.map((model) => [pathOf(model, 'checkpoint'), to]));
    return this.#update(stateOfAll(models), filter, { $set: set }, session);
  }

  /**
   * One update of one document; paths made of names cannot be typed. One after the other, unless a transaction keeps them apart: where
   * an update reads and writes in two steps, a build that begins would otherwise undo what a commit beside it has moved.
   */
  async #update(
    state: string,
    filter: object,
    update: { $set?: object; $unset?: object },
    session?: ClientSession,
  ): Promise<boolean> {
    const options = session === undefined ? {} : { session };
    const change = () => this.#states.updateOne({ _id: state, ...filter }, update as UpdateFilter<State>, options);
    if (session !== undefined) return (await change()).matchedCount > 0;
    const changed = this.#updates.then(change);
    this.#updates = changed.catch(() => undefined);
    return (await changed).matchedCount > 0;
  }
}
