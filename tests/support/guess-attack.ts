import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ROOT_SUBJECT } from '@quorum/domain/keys/events.ts';
import { loadMasterKey, rootOf, secretOf } from '@quorum/infra/adapters/key-store/master-key.ts';
import { keyReader } from '@quorum/infra/adapters/key-store/sqlite-key-file.ts';
import { unwrapKey } from '@quorum/service-kit/event-store/master-keys.ts';
import { openDataFile, valuesIn } from './data-file.ts';
import { logOf } from './log-of.ts';
import { filesIn } from './stored-files.ts';

/** Length of an encoded digest to search for: too long for chance, and shorter than any stored prefix. */
const TELLING = 20;
const KEY_BYTES = 32;
const PURPOSES = ['phone', 'phone-number', 'address', 'address-of-number', 'attempt', 'code', 'sms'];

/** Several keys may be stored in a row, each after four bytes. Long key trees hold keys of single texts, not of names. */
const everyKeyIn = (stored: Buffer): Buffer[] =>
  stored.length > 10 * KEY_BYTES
    ? []
    : Array.from({ length: Math.floor(stored.length / 4) }, (_, index) =>
        stored.subarray(4 * index, 4 * index + KEY_BYTES),
      ).filter(({ length }) => length === KEY_BYTES);

type Opened = { readonly subject: string; readonly key: Buffer };

const storedKeys = (dataDir: string, masterKey: Uint8Array): readonly Opened[] => {
  const path = join(dataDir, 'keys', 'keys.db');
  const db = openDataFile(path, { readonly: true }, Buffer.from(masterKey).toString('base64'));
  const read = keyReader(db);
  const subjects = db.prepare('SELECT subject FROM keys WHERE destroyed = 0').pluck().all() as string[];
  const opened = subjects.map((subject) => ({
    subject,
    key: unwrapKey(masterKey, subject, read(subject) ?? Buffer.alloc(0)),
  }));
  db.close();
  return opened;
};

/** Every secret for a purpose that can be derived with the folder and the master key. */
export const derivedSecrets = (dataDir: string, masterKey: Uint8Array, purposes: readonly string[]): Buffer[] => {
  const stored = storedKeys(dataDir, masterKey).flatMap(({ subject, key }) => (subject === ROOT_SUBJECT ? [key] : []));
  return [rootOf(masterKey), ...stored].flatMap((root) => purposes.map((purpose) => secretOf(root, purpose)));
};

/** Every key that can be obtained with the folder and the master key. */
const keysOf = (dataDir: string, masterKey: Uint8Array): Uint8Array[] => [
  masterKey,
  ...storedKeys(dataDir, masterKey).flatMap(({ key }) => everyKeyIn(key)),
  ...derivedSecrets(dataDir, masterKey, PURPOSES),
];

/** The forms in which a digest may be stored. */
const encodings = (digest: Buffer): string[] =>
  (['base64url', 'base64', 'hex'] as const).map((encoding) => digest.toString(encoding).slice(0, TELLING));

/** Whole bodies, as the pipeline digests them. */
const requestsWith = (phone: string): string[] =>
  ['signup', 'login'].map((route) => `${route}\0{}\0${JSON.stringify({ phoneNumber: phone })}\0`);

/** Inputs that distinguish code attempts for the guessed number, and counts of what was sent to it. A million codes take one second. */
const triesOf = async (dataDir: string, phone: string, codes: readonly string[]): Promise<string[]> => {
  const all = (await logOf(dataDir)).map(({ metadata }) => JSON.parse(metadata) as Record<string, string>);
  const commandIds = new Set(all.flatMap(({ commandId = '', causationId = '' }) => [commandId, causationId]));
  return [...commandIds].flatMap((id) => [`${id} ${phone}`, ...codes.map((code) => `${id} ${phone} ${code}`)]);
};

/**
 * Tries to confirm a guessed phone number or network address with everything in the data folder and the master key: plain and keyed
 * hashes of it and of requests that carried it. @param codes wrong ones that were tried at the number. @returns places that confirm the
 * guess.
 */
export const confirmGuess = async (
  dataDir: string,
  guess: string,
  codes: readonly string[] = [],
): Promise<string[]> => {
  const { key: masterKey } = loadMasterKey({}, dataDir);
  const texts = [guess, guess.slice(2), `address ${guess}`, ...requestsWith(guess)];
  const keys = keysOf(dataDir, masterKey);
  const derived = derivedSecrets(dataDir, masterKey, PURPOSES);
  const tries = await triesOf(dataDir, guess, codes);
  const fingerprints = new Set<string>();
  const note = (digest: Buffer): void => {
    for (const print of encodings(digest)) fingerprints.add(print);
  };
  for (const text of texts) {
    note(createHash('sha256').update(text).digest());
    for (const key of keys) note(createHmac('sha256', key).update(text).digest());
  }
  for (const text of tries) for (const key of derived) note(createHmac('sha256', key).update(text).digest());
  const found: string[] = [];
  for (const path of await filesIn(dataDir)) {
    const bytes = path.endsWith('.db') ? valuesIn(path) : await readFile(path).catch(() => Buffer.alloc(0));
    for (const print of fingerprints) if (bytes.includes(print)) found.push(`${print} in ${relative(dataDir, path)}`);
  }
  return found;
};
