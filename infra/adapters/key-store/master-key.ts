import { hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { KEY_BYTES } from './data-key.ts';

/** One line for the terminal. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

/** `path` is where the development key lies, to be said at start. */
export type MasterKey = { readonly key: Uint8Array; readonly source: 'environment' | 'file'; readonly path?: string };

/**
 * The key that wraps all others: `MASTER_KEY` (base64 of 32 bytes). In development without it, a file beside the data
 * folder, made at the first start: whoever takes the folder alone cannot read it.
 * @throws MasterKeyError
 */
export const loadMasterKey = (
  env: { readonly MASTER_KEY?: string | undefined; readonly NODE_ENV?: string | undefined },
  dataDir: string,
): MasterKey => {
  if (env.MASTER_KEY !== undefined && env.MASTER_KEY !== '') {
    return { key: parse(env.MASTER_KEY, 'MASTER_KEY'), source: 'environment' };
  }
  if (env.NODE_ENV === 'production') {
    throw new MasterKeyError('MASTER_KEY is missing: set it to 32 random bytes in base64 (openssl rand -base64 32).');
  }
  const path = `${resolve(dataDir)}.master-key`;
  if (!existsSync(path)) create(path);
  return { key: parse(readFileSync(path, 'utf8'), path), source: 'file', path };
};

/** A secret of 32 bytes for one purpose, so that no two purposes share a key. */
export const deriveSecret = (masterKey: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `quorum ${purpose}`, KEY_BYTES));

const parse = (text: string, name: string): Uint8Array => {
  const key = Buffer.from(text.trim(), 'base64');
  // The decoder skips what is not base64, so only a text that comes out again was well formed.
  const isWellFormed = key.toString('base64').replace(/=+$/, '') === text.trim().replace(/=+$/, '');
  if (!isWellFormed || key.length !== KEY_BYTES) {
    throw new MasterKeyError(`${name} is malformed: it must be 32 bytes in base64 (openssl rand -base64 32).`);
  }
  return key;
};

const create = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  try {
    writeSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};
