import { createHmac, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { KEY_BYTES } from '@quorum/service-kit/event-store/master-keys.ts';

/** One line for the terminal. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

/** `path` is where the development key is stored, to be printed at start. */
export type MasterKey = { readonly key: Uint8Array; readonly source: 'environment' | 'file'; readonly path?: string };

/**
 * The key that wraps all others: `MASTER_KEY` (base64 of 32 bytes). In development the default is a file beside the data folder,
 * created at the first start, so that the folder alone cannot be read. It is never replaced while there is data encrypted with
 * another key.
 * @throws MasterKeyError
 */
export const loadMasterKey = (
  env: { readonly MASTER_KEY?: string | undefined; readonly NODE_ENV?: string | undefined },
  dataDir: string,
): MasterKey => {
  if (env.MASTER_KEY !== undefined && env.MASTER_KEY !== '') {
    return { key: parseMasterKey(env.MASTER_KEY, 'MASTER_KEY'), source: 'environment' };
  }
  if (env.NODE_ENV === 'production') {
    throw new MasterKeyError('MASTER_KEY is missing: set it to 32 random bytes in base64 (openssl rand -base64 32).');
  }
  const path = masterKeyFile(dataDir);
  if (!existsSync(path)) {
    if (holdsData(dataDir)) {
      throw new MasterKeyError(
        `${path} is missing, and ${resolve(dataDir)} holds data that was encrypted with it: put that file back, or set MASTER_KEY to its content.`,
      );
    }
    create(path);
  }
  return { key: parseMasterKey(readFileSync(path, 'utf8'), path), source: 'file', path };
};

/** Where a development key is kept: beside the data folder. */
export const masterKeyFile = (dataDir: string): string => `${resolve(dataDir)}.master-key`;

/** The root from which all secrets of a master key are derived; it does not reveal the master key. */
export const rootOf = (masterKey: Uint8Array): Buffer =>
  createHmac('sha256', Buffer.alloc(KEY_BYTES)).update(masterKey).digest();

/** A 32-byte secret for one purpose, so that no two purposes share a key (HKDF expand, RFC 5869). */
export const secretOf = (root: Uint8Array, purpose: string): Buffer =>
  createHmac('sha256', root).update(`quorum ${purpose}\u0001`).digest();

const FORMER = '.former-';

/** Files with former master keys, beside the current one. `until` is when each was replaced, ISO 8601. */
export const formerKeyFiles = (path: string): readonly { readonly path: string; readonly until: string }[] =>
  readdirSync(dirname(path))
    .filter((name) => name.startsWith(`${basename(path)}${FORMER}`))
    .sort()
    .map((name) => {
      const [day = '', time = ''] = name.slice(basename(path).length + FORMER.length).split('T');
      return { path: join(dirname(path), name), until: `${day}T${time.replaceAll('-', ':')}` };
    });

/**
 * Replaces a master key file atomically: readers see the old key or the new one.
 * @returns the file that keeps the former key, which older backups need; undefined if the file has the new key already
 */
export const replaceMasterKeyFile = (path: string, key: Uint8Array, now = new Date()): string | undefined => {
  const former = parseMasterKey(readFileSync(path, 'utf8'), path);
  if (Buffer.compare(former, key) === 0) return undefined;
  // Windows allows no colons in names.
  const kept = `${path}${FORMER}${now.toISOString().replaceAll(':', '-')}`;
  writeKey(openSync(kept, 'wx', 0o600), former);
  const next = `${path}.next`;
  rmSync(next, { force: true });
  writeKey(openSync(next, 'wx', 0o600), key);
  renameSync(next, path);
  return kept;
};

/** @throws MasterKeyError @param name how messages refer to it. */
export const parseMasterKey = (text: string, name: string): Uint8Array => {
  const key = Buffer.from(text.trim(), 'base64');
  // The decoder skips invalid characters, so check that the text survives a round trip.
  const isWellFormed = key.toString('base64').replace(/=+$/, '') === text.trim().replace(/=+$/, '');
  if (!isWellFormed || key.length !== KEY_BYTES) {
    throw new MasterKeyError(`${name} is malformed: it must be 32 bytes in base64 (openssl rand -base64 32).`);
  }
  return key;
};

const holdsData = (dataDir: string): boolean =>
  ['events/events.db', 'keys/keys.db'].some((file) => existsSync(join(dataDir, file)));

const create = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  writeKey(file, randomBytes(KEY_BYTES));
};

const writeKey = (file: number, key: Uint8Array): void => {
  try {
    writeSync(file, `${Buffer.from(key).toString('base64')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};
