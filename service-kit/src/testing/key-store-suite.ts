import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeyStore } from '../ports/key-store.ts';

export type KeysUnderTest = {
  readonly keys: KeyStore;
  /** Closes the store and opens the same one again. */
  readonly reopen: () => Promise<KeyStore>;
  /** Removes what the test left behind. */
  readonly dispose?: () => Promise<void>;
};

/** The contract of every key store. The store may hold keys of earlier tests. */
export const keyStoreSuite = (name: string, makeKeys: () => Promise<KeysUnderTest>): void => {
  describe(`key store: ${name}`, () => {
    let keys: KeyStore;
    let underTest: KeysUnderTest;
    let subject: string;

    beforeEach(async () => {
      underTest = await makeKeys();
      keys = underTest.keys;
      subject = `user-${randomUUID()}`;
    });

    afterEach(async () => {
      await keys.close();
      await underTest.dispose?.();
    });

    it('a key store creates a key of 32 bytes and returns the same one from then on', async () => {
      const key = await keys.obtain(subject);
      expect(key).toHaveLength(32);
      expect(await keys.obtain(subject)).toEqual(key);
      expect((await keys.find([subject])).get(subject)).toEqual(key);
    });

    it('a key store gives every subject its own key', async () => {
      const other = `group-${randomUUID()}`;
      expect(await keys.obtain(subject)).not.toEqual(await keys.obtain(other));
    });

    it('a key store agrees on one key when 50 callers ask for the first one at once', async () => {
      const obtained = await Promise.all(Array.from({ length: 50 }, () => keys.obtain(subject)));
      expect(new Set(obtained.map((key) => Buffer.from(key ?? []).toString('hex'))).size).toBe(1);
    });

    it('a key store finds many keys at once, and creates none by reading', async () => {
      const subjects = Array.from({ length: 300 }, () => `user-${randomUUID()}`);
      const made = new Map<string, Uint8Array | null>();
      for (const one of subjects.slice(0, 20)) made.set(one, await keys.obtain(one));
      expect(new Map(await keys.find(subjects))).toEqual(made);
      expect(await keys.find([])).toEqual(new Map());
      expect((await keys.find(subjects)).size).toBe(20);
    });

    it('a key store has no key once it is destroyed, and never creates another (SAFE-01)', async () => {
      const bystander = `user-${randomUUID()}`;
      const kept = await keys.obtain(bystander);
      await keys.obtain(subject);
      await keys.destroy(subject);
      await keys.destroy(subject);
      expect(await keys.obtain(subject)).toBeNull();
      expect(await keys.find([subject, bystander])).toEqual(new Map([[bystander, kept]]));
    });

    it('a key store destroys keys that were never created', async () => {
      await keys.destroy(subject);
      expect(await keys.obtain(subject)).toBeNull();
      expect((await keys.find([subject])).size).toBe(0);
    });

    it('a key store remembers keys and destroyed ones when it is reopened', async () => {
      const other = `user-${randomUUID()}`;
      const key = await keys.obtain(subject);
      await keys.obtain(other);
      await keys.destroy(other);
      keys = await underTest.reopen();
      expect(await keys.obtain(subject)).toEqual(key);
      expect(await keys.obtain(other)).toBeNull();
    });

    it('a key store forgets a key as if it had never existed, and no other key of the subject', async () => {
      const first = (await keys.obtain(subject)) as Uint8Array;
      await keys.forget(subject, first);
      expect((await keys.find([subject])).size).toBe(0);
      const second = (await keys.obtain(subject)) as Uint8Array;
      expect(second).not.toEqual(first);
      await keys.forget(subject, first);
      expect(await keys.obtain(subject)).toEqual(second);
      await keys.destroy(subject);
      await keys.forget(subject, second);
      expect(await keys.obtain(subject)).toBeNull();
    });

    it('a key store lists subjects that have or had a key, up to a limit', async () => {
      await keys.obtain(subject);
      await keys.destroy(`user-${randomUUID()}`);
      expect(await keys.subjects(1_000_000)).toContain(subject);
      expect(await keys.subjects(2)).toHaveLength(2);
    });

    it('a key store replaces a key with one derived from it, even a longer one, and remembers it (SAFE-01)', async () => {
      const key = (await keys.obtain(subject)) as Uint8Array;
      await keys.replace(subject, (present) => Buffer.concat([present, Buffer.alloc(9_000, 7)]));
      await keys.replace(subject, (present) => Buffer.concat([present, Buffer.of(8)]));
      const replaced = Buffer.concat([key, Buffer.alloc(9_000, 7), Buffer.of(8)]);
      expect(Buffer.from((await keys.obtain(subject)) ?? []).equals(replaced)).toBe(true);
      keys = await underTest.reopen();
      expect(Buffer.from((await keys.find([subject])).get(subject) ?? []).equals(replaced)).toBe(true);
    });

    it('a key store loses none of ten concurrent replacements', async () => {
      await keys.obtain(subject);
      const digits = Array.from({ length: 10 }, (_, digit) => digit);
      await Promise.all(
        digits.map((digit) => keys.replace(subject, (present) => Buffer.concat([present, Buffer.of(digit)]))),
      );
      const replaced = (await keys.find([subject])).get(subject) ?? new Uint8Array();
      expect([...replaced.subarray(32)].sort()).toEqual(digits);
    });

    it('a key store replaces no key that is destroyed or was never created, and destroys a replaced one', async () => {
      const next = () => Buffer.alloc(32, 1);
      await keys.replace(subject, next);
      expect((await keys.find([subject])).size).toBe(0);
      await keys.obtain(subject);
      await keys.replace(subject, next);
      await keys.destroy(subject);
      await keys.replace(subject, next);
      expect(await keys.obtain(subject)).toBeNull();
    });

    it.each([
      ['destroyed', () => keys.destroy(subject)],
      ['replaced', () => keys.replace(subject, (key) => Buffer.concat([key, key]))],
      ['forgotten', (present: Uint8Array) => keys.forget(subject, present)],
    ])(
      'a key store starts another generation once a key is %s, but not for a read or a new key (SAFE-01)',
      async (_, take) => {
        const before = await keys.generation();
        const key = (await keys.obtain(subject)) as Uint8Array;
        await keys.find([subject]);
        expect(await keys.generation()).toBe(before);
        await take(key);
        const after = await keys.generation();
        expect(after).not.toBe(before);
        keys = await underTest.reopen();
        expect(await keys.generation()).toBe(after);
      },
    );

    it('a key store starts another generation when a key is destroyed again, as the first attempt may have broken off', async () => {
      await keys.destroy(subject);
      const before = await keys.generation();
      await keys.destroy(subject);
      expect(await keys.generation()).not.toBe(before);
    });

    it('a key store answers a ping', async () => {
      await expect(keys.ping()).resolves.toBeUndefined();
    });
  });
};
