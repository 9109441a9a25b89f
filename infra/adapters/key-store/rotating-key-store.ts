import { randomBytes } from 'node:crypto';
import { KEY_BYTES, MasterKeys, NEXT_MASTER, tryUnwrap } from '@quorum/service-kit/event-store/master-keys.ts';
import type { Rewrapped, WrappedKeyStore } from '@quorum/service-kit/ports/wrapped-key-store.ts';

/** Wraps the keys of any engine with a master key that can be changed while processes use them. The engine holds them by subject. */
export abstract class RotatingKeyStore implements WrappedKeyStore {
  readonly #master: MasterKeys;

  /** @param masterKey 32 bytes. */
  constructor(masterKey: Uint8Array) {
    this.#master = new MasterKeys(masterKey);
  }

  abstract destroy(subject: string): Promise<void>;
  abstract count(): Promise<number>;
  abstract generation(): Promise<number>;
  abstract ping(): Promise<void>;
  abstract close(): Promise<void>;

  /** In order, after one. */
  protected abstract listed(limit: number, after?: string): Promise<readonly string[]>;
  /** The keys of those subjects that have one. */
  protected abstract stored(subjects: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Adds a key to a subject that never had one. @returns the stored one; null if it was destroyed. */
  protected abstract add(subject: string, wrapped: Uint8Array): Promise<Uint8Array | null>;
  /** Replaces a key that is still `was`. @returns whether it was. */
  protected abstract swap(subject: string, was: Uint8Array, by: Uint8Array): Promise<boolean>;
  /** Removes a key that is still this one. */
  protected abstract remove(subject: string, wrapped: Uint8Array): Promise<void>;
  /**
   * Called after a key was replaced or removed, never before: a reader that found the old key under the new generation would keep using
   * it. Called even if nothing changed, because a process may have died in between, and this repeat makes up for it.
   */
  protected abstract raiseGeneration(): Promise<void>;

  obtain(subject: string): Promise<Uint8Array | null> {
    return this.adopt(subject, randomBytes(KEY_BYTES));
  }

  async adopt(subject: string, key: Uint8Array): Promise<Uint8Array | null> {
    const known = await this.#keyOf(subject);
    if (known !== undefined) return this.#unwrap(subject, known);
    const stored = await this.add(subject, this.#master.wrap(subject, key));
    if (stored === null) return null;
    await this.#afterWrap(subject, stored);
    return this.#unwrap(subject, stored);
  }

  /** Without the next master key, which is wrapped with the former one. */
  async subjects(limit: number): Promise<readonly string[]> {
    return (await this.listed(limit)).filter((subject) => subject !== NEXT_MASTER);
  }

  async find(subjects: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    for (const [subject, wrapped] of await this.stored(subjects))
      found.set(subject, await this.#unwrap(subject, wrapped));
    return found;
  }

  async forget(subject: string, key: Uint8Array): Promise<void> {
    const wrapped = await this.#keyOf(subject);
    if (wrapped !== undefined && (await this.#unwrap(subject, wrapped)).equals(key))
      await this.remove(subject, wrapped);
    await this.raiseGeneration();
  }

  async replace(subject: string, next: (key: Uint8Array) => Uint8Array): Promise<void> {
    const wrapped = await this.#replace(subject, next);
    await this.raiseGeneration();
    if (wrapped !== undefined) await this.#afterWrap(subject, wrapped);
  }

  async masterKeys(): Promise<readonly Uint8Array[]> {
    await this.#learn();
    return this.#master.all;
  }

  async beginRotation(next: Uint8Array): Promise<Uint8Array> {
    await this.#learn();
    if (this.#master.all.length === 1) await this.add(NEXT_MASTER, this.#master.wrap(NEXT_MASTER, next));
    await this.#learn();
    return this.#master.all[0] as Uint8Array;
  }

  async rewrap(after: string, limit: number): Promise<Rewrapped> {
    const page = await this.listed(limit, after);
    const subjects = page.filter((subject) => subject !== NEXT_MASTER);
    const outdated = [...(await this.stored(subjects))].filter(
      ([subject, wrapped]) => !this.#master.isNewest(subject, wrapped),
    );
    await Promise.all(outdated.map(([subject]) => this.#replace(subject, (key) => key)));
    return { last: page.at(-1), seen: subjects.length, wrapped: outdated.length };
  }

  async endRotation(inUse: Uint8Array): Promise<boolean> {
    const wrapped = await this.#keyOf(NEXT_MASTER);
    if (wrapped === undefined) return true;
    if (tryUnwrap(inUse, NEXT_MASTER, wrapped) !== undefined) return false;
    await this.remove(NEXT_MASTER, wrapped);
    this.#master.settle();
    return true;
  }

  async #keyOf(subject: string): Promise<Uint8Array | undefined> {
    return (await this.stored([subject])).get(subject);
  }

  /** A key that no known master key opens may be wrapped with the next one. */
  async #unwrap(subject: string, wrapped: Uint8Array): Promise<Buffer> {
    try {
      return this.#master.unwrap(subject, wrapped);
    } catch (error) {
      await this.#learn();
      // Another caller may have learned it since.
      if (this.#master.all.length === 1) throw error;
      return this.#master.unwrap(subject, wrapped);
    }
  }

  /** @returns what is stored now; undefined if there was no key. */
  async #replace(subject: string, next: (key: Uint8Array) => Uint8Array): Promise<Uint8Array | undefined> {
    for (;;) {
      const was = await this.#keyOf(subject);
      if (was === undefined) return undefined;
      const by = this.#master.wrap(subject, next(await this.#unwrap(subject, was)));
      if (await this.swap(subject, was, by)) return by;
    }
  }

  /** Adopts the next master key, if there is one. */
  async #learn(): Promise<void> {
    this.#master.learn(await this.#keyOf(NEXT_MASTER));
  }

  /** A concurrent rotation by another process may have missed this key, and that process cannot know about it. */
  async #afterWrap(subject: string, wrapped: Uint8Array): Promise<void> {
    await this.#learn();
    if (!this.#master.isNewest(subject, wrapped)) await this.#replace(subject, (key) => key);
  }
}
