import { describe, expect, it } from 'vitest';
import { MemoryKeyStore } from '../testing/memory-key-store.ts';
import { openSnapshot, sealSnapshot } from './snapshot-box.ts';

const SUBJECTS = ['group-1', 'user-1', 'writings-1'];
const label = { stream: 'group-1', revision: 9, fold: 'f', event: 'e', subjects: SUBJECTS };
const iv = Buffer.alloc(12, 1);

/** Keys that are the same in every store, but for the subjects named. */
const keysWith = async (...changed: readonly string[]): Promise<MemoryKeyStore> => {
  const keys = new MemoryKeyStore((subject) =>
    Buffer.alloc(32, SUBJECTS.indexOf(subject) + (changed.includes(subject) ? 100 : 1)),
  );
  for (const subject of SUBJECTS) await keys.obtain(subject);
  return keys;
};

const sealed = async () => {
  const snapshot = await sealSnapshot(label, 'what was folded', { keys: await keysWith(), iv });
  if (snapshot === undefined) throw new Error('not sealed');
  return snapshot;
};

describe('a sealed snapshot', () => {
  it('opens with the keys of its subjects', async () => {
    expect(await openSnapshot(await sealed(), await keysWith())).toBe('what was folded');
  });

  it.each(SUBJECTS)('cannot be opened once the key of %s is destroyed, nor sealed again (SAFE-01)', async (subject) => {
    const keys = await keysWith();
    await keys.destroy(subject);
    expect(await openSnapshot(await sealed(), keys)).toBeUndefined();
    expect(await sealSnapshot(label, 'what was folded', { keys, iv })).toBeUndefined();
  });

  it.each(SUBJECTS)('needs the very key of %s, not just that there is one (SAFE-01)', async (subject) => {
    await expect(openSnapshot(await sealed(), await keysWith(subject))).rejects.toThrow();
  });

  it('does not open under another label', async () => {
    const snapshot = await sealed();
    for (const change of [{ stream: 'group-2' }, { revision: 8 }, { fold: 'g' }, { event: 'f' }])
      await expect(openSnapshot({ ...snapshot, ...change }, await keysWith())).rejects.toThrow();
  });

  it('is not made without a subject, since nothing would protect it', async () => {
    expect(await sealSnapshot({ ...label, subjects: [] }, 'x', { keys: await keysWith(), iv })).toBeUndefined();
  });
});
