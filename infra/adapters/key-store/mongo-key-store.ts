import { randomBytes } from 'node:crypto';
import { KEY_BYTES } from '@quorum/service-kit/event-store/data-key.ts';
import { MasterKeys, NEXT_MASTER, tryUnwrap } from '@quorum/service-kit/event-store/master-keys.ts';
import type { Rewrapped, WrappedKeyStore } from '@quorum/service-kit/ports/wrapped-key-store.ts';
import { Binary, type Collection } from 'mongodb';
import { askForKeys } from '../key-answer.ts';
import type { MongoDatabase } from '../mongo-database.ts';
import { isDuplicateKey } from '../mongo-failure.ts';
import { idsOf } from '../mongo-ids.ts';

/** `wrapped` is null once the key is destroyed. The document stays, so that the subject never gets a key again. */
type KeyDocument = { readonly _id: string; readonly wrapped: Binary | null };

/** Counts destroyed, replaced and forgotten keys, in a single document separate from the keys. */
type GenerationDocument = { readonly _id: 'keys'; readonly generation: number };

const COLLECTION = 'keys';
const GENERATIONS = 'key-generations';

const ask = <T>(question: () => Promise<T>): Promise<T> => askForKeys('The key store', question);

/** Keys in a MongoDB collection, shared by several processes. The server's journal drops destroyed keys in its own time. */
export class MongoKeyStore implements WrappedKeyStore {
  readonly #keys: Collection<KeyDocument>;
  readonly #generations: Collection<GenerationDocument>;
  readonly #master: MasterKeys;

  /** @param masterKey 32 bytes */
  constructor({ db }: MongoDatabase, masterKey: Uint8Array) {
    this.#keys = db.collection<KeyDocument>(COLLECTION);
    this.#generations = db.collection<GenerationDocument>(GENERATIONS);
    this.#master = new MasterKeys(masterKey);
  }

  obtain(subject: string): Promise<Uint8Array | null> {
    return this.adopt(subject, randomBytes(KEY_BYTES));
  }

  adopt(subject: string, key: Uint8Array): Promise<Uint8Array | null> {
    return ask(async () => {
      const known = await this.#keys.findOne({ _id: subject });
      if (known !== null) return this.#unwrap(known);
      const fresh: KeyDocument = { _id: subject, wrapped: new Binary(this.#master.wrap(subject, key)) };
      try {
        await this.#keys.insertOne(fresh);
        await this.#afterWrap(subject, fresh.wrapped);
        return this.#unwrap(fresh);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const winner = await this.#keys.findOne({ _id: subject });
        if (winner === null) throw new Error('another key is being stored', { cause: error });
        return this.#unwrap(winner);
      }
    });
  }

  find(subjects: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    return ask(async () => {
      const found = new Map<string, Uint8Array>();
      for (const document of await this.#keys.find({ _id: { $in: [...subjects] } }).toArray()) {
        const key = await this.#unwrap(document);
        if (key !== null) found.set(document._id, key);
      }
      return found;
    });
  }

  async destroy(subject: string): Promise<void> {
    await ask(async () => {
      await this.#keys.updateOne({ _id: subject }, { $set: { wrapped: null } }, { upsert: true });
      await this.#raiseGeneration();
    });
  }

  async forget(subject: string, key: Uint8Array): Promise<void> {
    await ask(async () => {
      const known = await this.#keys.findOne({ _id: subject });
      const { wrapped } = known ?? {};
      if (known !== null && wrapped && (await this.#unwrap(known))?.equals(key) === true)
        await this.#keys.deleteOne({ _id: subject, wrapped });
      await this.#raiseGeneration();
    });
  }

  subjects(limit: number): Promise<readonly string[]> {
    return idsOf(this.#keys, ask, { limit });
  }

  replace(subject: string, next: (key: Uint8Array) => Uint8Array): Promise<void> {
    return ask(async () => {
      const wrapped = await this.#replace(subject, next);
      await this.#raiseGeneration();
      await this.#afterWrap(subject, wrapped);
    });
  }

  generation(): Promise<number> {
    return ask(async () => (await this.#generations.findOne({ _id: 'keys' }))?.generation ?? 0);
  }

  masterKeys(): Promise<readonly Uint8Array[]> {
    return ask(async () => {
      await this.#learn();
      return this.#master.all;
    });
  }

  beginRotation(next: Uint8Array): Promise<Uint8Array> {
    return ask(async () => {
      await this.#learn();
      if (this.#master.all.length === 1) {
        const wrapped = new Binary(this.#master.wrap(NEXT_MASTER, next));
        await this.#keys.updateOne({ _id: NEXT_MASTER }, { $setOnInsert: { wrapped } }, { upsert: true });
      }
      await this.#learn();
      return this.#master.all[0] as Uint8Array;
    });
  }

  rewrap(after: string, limit: number): Promise<Rewrapped> {
    return ask(async () => {
      const page = await this.#keys
        .find({ _id: { $gt: after, $ne: NEXT_MASTER } }, { sort: { _id: 1 }, limit })
        .toArray();
      const outdated = page.filter(
        ({ _id, wrapped }) => wrapped !== null && !this.#master.isNewest(_id, wrapped.value()),
      );
      await Promise.all(outdated.map(({ _id }) => this.#replace(_id, (key) => key)));
      return { last: page.at(-1)?._id, seen: page.length, wrapped: outdated.length };
    });
  }

  /** From the collection's metadata: counting all keys of a large product takes longer than a call may. */
  count(): Promise<number> {
    return ask(() => this.#keys.estimatedDocumentCount());
  }

  endRotation(inUse: Uint8Array): Promise<boolean> {
    return ask(async () => {
      const next = await this.#keys.findOne({ _id: NEXT_MASTER });
      if (next === null || next.wrapped === null) return true;
      if (tryUnwrap(inUse, NEXT_MASTER, next.wrapped.value()) !== undefined) return false;
      await this.#keys.deleteOne({ _id: NEXT_MASTER, wrapped: next.wrapped });
      return true;
    });
  }

  async ping(): Promise<void> {
    await ask(() => this.#keys.findOne({ _id: '' }));
  }

  /** The database is closed by who opened it. */
  async close(): Promise<void> {}

  /**
   * Raised after the change, never before: a reader that found the old key under the new generation would keep using it. Raised
   * even if nothing changed, because a process may have died in between, and this repeat makes up for it.
   */
  async #raiseGeneration(): Promise<void> {
    await this.#generations.updateOne({ _id: 'keys' }, { $inc: { generation: 1 } }, { upsert: true });
  }

  /** A key that no known master key opens may be wrapped with the next one. */
  async #unwrap({ _id, wrapped }: KeyDocument): Promise<Buffer | null> {
    if (wrapped === null) return null;
    try {
      return this.#master.unwrap(_id, wrapped.value());
    } catch (error) {
      await this.#learn();
      // Another process may have adopted it meanwhile.
      if (this.#master.all.length === 1) throw error;
      return this.#master.unwrap(_id, wrapped.value());
    }
  }

  /** @returns what is stored now; undefined if there was no key. */
  async #replace(subject: string, next: (key: Uint8Array) => Uint8Array): Promise<Binary | null> {
    for (;;) {
      const known = await this.#keys.findOne({ _id: subject });
      const key = known === null ? null : await this.#unwrap(known);
      if (known === null || key === null) return null;
      const wrapped = new Binary(this.#master.wrap(subject, next(key)));
      const { matchedCount } = await this.#keys.updateOne(
        { _id: subject, wrapped: known.wrapped },
        { $set: { wrapped } },
      );
      if (matchedCount === 1) return wrapped;
    }
  }

  /** Adopts the next master key, if there is one. */
  async #learn(): Promise<void> {
    const next = await this.#keys.findOne({ _id: NEXT_MASTER });
    this.#master.learn(next?.wrapped?.value());
  }

  /** A rotation that another process started meanwhile may have missed this key, and that process cannot know about it. */
  async #afterWrap(subject: string, wrapped: Binary | null): Promise<void> {
    await this.#learn();
    if (wrapped !== null && !this.#master.isNewest(subject, wrapped.value()))
      await this.#replace(subject, (key) => key);
  }
}
