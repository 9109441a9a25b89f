import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { ItemKeyStore } from '@quorum/service-kit/event-store/item-key-store.ts';
import type { KeyStore } from '@quorum/service-kit/ports/key-store.ts';
import { digestOf, namedIn, notingKeys } from '../../adapters/erased-list.ts';
import { EVERY } from './copy-stores.ts';
import type { Stores } from './stores.ts';

/** A backup still maps numbers to names that were forgotten since. */
const forgetAgain = async (keys: KeyStore, forgotten: ReadonlySet<string>): Promise<void> => {
  if (forgotten.size === 0) return;
  for (const subject of await keys.subjects(EVERY)) {
    const key = (await keys.find([subject])).get(subject);
    if (key !== undefined && forgotten.has(digestOf(key))) await keys.forget(subject, key);
  }
};

/** Destroys again what the list names, and adds it to the list of these stores. @returns the number of keys and files */
export const eraseAgain = async (
  { keys: stored, files: storedFiles, erased }: Pick<Stores, 'keys' | 'files' | 'erased'>,
  lines: readonly string[],
): Promise<number> => {
  const keys = notingKeys(new ItemKeyStore(new CachingKeyStore(stored)), erased);
  const [subjects, ids] = [new Set(namedIn(lines, 'key')), new Set(namedIn(lines, 'file'))];
  for (const subject of subjects) await keys.destroy(subject);
  for (const id of ids) {
    await erased.note('file', id);
    await storedFiles.remove(id);
  }
  await forgetAgain(keys, new Set(namedIn(lines, 'name')));
  return subjects.size + ids.size;
};
