import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeyStore } from '../ports/key-store.ts';

export type KeysUnderTest = {
  readonly keys: KeyStore;
  /** Closes the store and opens the same one again. */
  readonly reopen: () => Promise<KeyStore>;
  /** Takes away what the test left behind. */
  readonly dispose?: () => Promise<void>;
};

/** What every key store promises. The store may hold keys of earlier tests. */
export const keyStoreSuite = (name: string, makeKeys: () => Promise<KeysUnderTest>): void => {
  describe(`key store: ${name}`, { timeout: 30_000 }, () => {
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

    it('makes a key of 32 bytes and gives the same one from then on', async () => {
      const key = await keys.obtain(subject);
      expect(key).toHaveLength(32);
      expect(await keys.obtain(subject)).toEqual(key);
      expect((await keys.find([subject])).get(subject)).toEqual(key);
    });

    it('gives every subject a key of its own', async () => {
      const other = `group-${randomUUID()}`;
      expect(await keys.obtain(subject)).not.toEqual(await keys.obtain(other));
    });

    it('agrees on one key when 50 ask for the first one at once', async () => {
      const obtained = await Promise.all(Array.from({ length: 50 }, () => keys.obtain(subject)));
      expect(new Set(obtained.map((key) => Buffer.from(key ?? []).toString('hex'))).size).toBe(1);
    });

    it('finds many keys at once, and makes none by looking', async () => {
      const subjects = Array.from({ length: 300 }, () => `user-${randomUUID()}`);
      const made = new Map<string, Uint8Array | null>();
      for (const one of subjects.slice(0, 20)) made.set(one, await keys.obtain(one));
      expect(new Map(await keys.find(subjects))).toEqual(made);
      expect(await keys.find([])).toEqual(new Map());
      expect((await keys.find(subjects)).size).toBe(20);
    });

    it('has no key any more once it is destroyed, and never makes another (SAFE-01)', async () => {
      const bystander = `user-${randomUUID()}`;
      const kept = await keys.obtain(bystander);
      await keys.obtain(subject);
      await keys.destroy(subject);
      await keys.destroy(subject);
      expect(await keys.obtain(subject)).toBeNull();
      expect(await keys.find([subject, bystander])).toEqual(new Map([[bystander, kept]]));
    });

    it('destroys also what was never made', async () => {
      await keys.destroy(subject);
      expect(await keys.obtain(subject)).toBeNull();
      expect((await keys.find([subject])).size).toBe(0);
    });

    it('remembers keys and destroyed ones when it is opened again', async () => {
      const other = `user-${randomUUID()}`;
      const key = await keys.obtain(subject);
      await keys.obtain(other);
      await keys.destroy(other);
      keys = await underTest.reopen();
      expect(await keys.obtain(subject)).toEqual(key);
      expect(await keys.obtain(other)).toBeNull();
    });

    it('answers a ping', async () => {
      await expect(keys.ping()).resolves.toBeUndefined();
    });
  });
};
