import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wrapWithNextMaster } from '../event-store/rotate-master-key.ts';
import type { WrappedKeyStore } from '../ports/wrapped-key-store.ts';

export type WrappedKeysUnderTest = {
  /** Opens this test's store as a process started with the given master key would. Several may be open at once. */
  readonly open: (masterKey: Uint8Array) => Promise<WrappedKeyStore>;
  readonly dispose: () => Promise<void>;
};

/** The contract of key stores for a change of master key. */
export const wrappedKeyStoreSuite = (name: string, prepare: () => Promise<WrappedKeysUnderTest>): void => {
  describe(`master key of a key store: ${name}`, () => {
    const former = randomBytes(32);
    const next = randomBytes(32);
    let underTest: WrappedKeysUnderTest;
    let keys: WrappedKeyStore;
    beforeEach(async () => {
      underTest = await prepare();
      keys = await underTest.open(former);
    });
    afterEach(async () => {
      await keys.close();
      await underTest.dispose();
    });

    const reopenWith = async (masterKey: Uint8Array): Promise<void> => {
      await keys.close();
      keys = await underTest.open(masterKey);
    };
    const wrapAll = () => wrapWithNextMaster(keys, () => {});
    /** Keys of many kinds, one of them longer than the others. @returns what must be found afterwards */
    const fill = async (): Promise<ReadonlyMap<string, Uint8Array>> => {
      const subjects = Array.from({ length: 30 }, () => `user-${randomUUID()}`);
      await Promise.all(subjects.map((subject) => keys.obtain(subject)));
      await keys.replace(subjects[0] as string, (key) => Buffer.concat([key, Buffer.alloc(4_000, 9)]));
      await keys.destroy(subjects.pop() as string);
      return keys.find(subjects);
    };
    const foundOf = async (kept: ReadonlyMap<string, Uint8Array>) => new Map(await keys.find([...kept.keys()]));

    it('a key store adopts a given key where there is none, and keeps an existing one', async () => {
      const given = randomBytes(32);
      expect(Buffer.from((await keys.adopt('root', given)) ?? []).equals(given)).toBe(true);
      expect(Buffer.from((await keys.adopt('root', randomBytes(32))) ?? []).equals(given)).toBe(true);
    });

    it('a rotation of the master key wraps every key with the next one, which alone opens them from then on', async () => {
      const kept = await fill();
      expect(await keys.beginRotation(next)).toEqual(next);
      expect(await wrapAll()).toBe(kept.size);
      expect(await wrapAll()).toBe(0);
      expect(await keys.endRotation(next)).toBe(true);
      await reopenWith(next);
      expect(await foundOf(kept)).toEqual(kept);
      expect(await keys.masterKeys()).toEqual([next]);
      await reopenWith(former);
      await expect(foundOf(kept)).rejects.toThrow('MASTER_KEY is not the one');
    });

    it('a process that knows only the next master key opens every subject that the key store lists, even before the rotation is over', async () => {
      const kept = await fill();
      await keys.beginRotation(next);
      await wrapAll();
      await reopenWith(next);
      const listed = await keys.subjects(100);
      expect(listed).toEqual(expect.arrayContaining([...kept.keys()]));
      expect(await keys.find(listed)).toEqual(kept);
    });

    it('a key store serves a process that knows the previous master key throughout a rotation, even a broken-off one', async () => {
      const kept = await fill();
      await keys.beginRotation(next);
      const { last, wrapped } = await keys.rewrap('', 10);
      await reopenWith(former);
      expect(await foundOf(kept)).toEqual(kept);
      const late = await keys.obtain(`user-${randomUUID()}`);
      expect(late).toHaveLength(32);
      expect(await keys.beginRotation(randomBytes(32))).toEqual(next);
      expect(await wrapAll()).toBe(kept.size - wrapped);
      expect(last).toBeDefined();
      expect(await keys.endRotation(former)).toBe(false);
      expect(await foundOf(kept)).toEqual(kept);
    });

    it('a rotation of the master key wraps with the next one keys created by a process that has not seen it', async () => {
      const other = await underTest.open(former);
      try {
        const kept = await fill();
        await other.beginRotation(next);
        await wrapWithNextMaster(other, () => {});
        const made = await Promise.all(Array.from({ length: 20 }, () => keys.obtain(`user-${randomUUID()}`)));
        expect(made.every((key) => key?.length === 32)).toBe(true);
        await keys.replace([...kept.keys()][1] as string, (key) => Buffer.concat([key, key]));
        expect(await wrapWithNextMaster(other, () => {})).toBe(0);
        expect(await foundOf(kept)).toEqual(await other.find([...kept.keys()]));
      } finally {
        await other.close();
      }
    });

    it('a rotation of the master key keeps destroyed keys destroyed, and can be repeated (SAFE-01)', async () => {
      await keys.obtain('user-gone');
      await keys.destroy('user-gone');
      const kept = await fill();
      for (const [from, to] of [
        [former, next],
        [next, randomBytes(32)],
      ] as const) {
        await reopenWith(from);
        await keys.beginRotation(to);
        await wrapAll();
        await reopenWith(to);
        expect(await keys.endRotation(to)).toBe(true);
        expect(await foundOf(kept)).toEqual(kept);
        expect(await keys.obtain('user-gone')).toBeNull();
      }
    });

    it('a rotation of the master key loses no key that is created, replaced or destroyed during it (SAFE-01)', async () => {
      const kept = await fill();
      const doomed = `user-${randomUUID()}`;
      await keys.obtain(doomed);
      await keys.beginRotation(next);
      const digits = Array.from({ length: 10 }, (_, digit) => digit);
      const [changed = ''] = kept.keys();
      const [, made] = await Promise.all([
        wrapAll(),
        Promise.all(digits.map(() => keys.obtain(`group-${randomUUID()}`))),
        Promise.all(digits.map((digit) => keys.replace(changed, (key) => Buffer.concat([key, Buffer.of(digit)])))),
        keys.destroy(doomed),
      ]);
      await wrapAll();
      await keys.endRotation(next);
      await reopenWith(next);
      expect(made.every((key) => key?.length === 32)).toBe(true);
      expect(await keys.obtain(doomed)).toBeNull();
      const found = await foundOf(kept);
      expect([...(found.get(changed)?.subarray(-10) ?? [])].sort()).toEqual(digits);
      for (const [subject, key] of kept) if (subject !== changed) expect(found.get(subject)).toEqual(key);
    });
  });
};
