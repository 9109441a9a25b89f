import { createHmac } from 'node:crypto';
import type { KeyStore } from '../ports/key-store.ts';
import type { StoredSnapshot } from '../ports/snapshot-store.ts';
import { open, seal } from '../sealed-box.ts';

type Label = Omit<StoredSnapshot, 'sealed'>;

/** Separates these keys from those that encrypt events. */
const PURPOSE = 'quorum snapshot';

/** A snapshot is opened only under the label that it was sealed with. */
const contextOf = ({ stream, revision, fold, event, subjects }: Label): string =>
  JSON.stringify([stream, revision, fold, event, subjects]);

/**
 * One key made of the keys of all subjects, in their order. Destroying any of them makes the snapshot unreadable.
 * @returns undefined if a key is missing, or if there is no subject
 */
const keyOf = async (subjects: readonly string[], keys: KeyStore): Promise<Uint8Array | undefined> => {
  if (subjects.length === 0) return undefined;
  const found = await keys.find(subjects);
  let key: Uint8Array = Buffer.from(PURPOSE);
  for (const subject of subjects) {
    const own = found.get(subject);
    if (own === undefined) return undefined;
    key = createHmac('sha256', own).update(key).digest();
  }
  return key;
};

/**
 * @param iv 12 bytes, never used again.
 * @returns undefined if the key of a subject is destroyed, or if there is no subject
 * @throws KeysUnavailableError
 */
export const sealSnapshot = async (
  label: Label,
  content: string,
  { keys, iv }: { readonly keys: KeyStore; readonly iv: Uint8Array },
): Promise<StoredSnapshot | undefined> => {
  const key = await keyOf(label.subjects, keys);
  return key === undefined ? undefined : { ...label, sealed: seal(key, iv, contextOf(label), content) };
};

/**
 * @returns the content; undefined if the key of a subject is destroyed
 * @throws KeysUnavailableError, or Error if it was altered
 */
export const openSnapshot = async (snapshot: StoredSnapshot, keys: KeyStore): Promise<string | undefined> => {
  const key = await keyOf(snapshot.subjects, keys);
  return key === undefined ? undefined : open(key, contextOf(snapshot), snapshot.sealed).toString('utf8');
};
