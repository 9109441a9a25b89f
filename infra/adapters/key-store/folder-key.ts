import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { KEY_BYTES } from '@quorum/service-kit/event-store/master-keys.ts';
import { open, seal } from '@quorum/service-kit/sealed-box.ts';
import { rootOf, secretOf } from './master-key.ts';

/** One line for the terminal. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/**
 * Describes a data folder or a backup: the format of what is stored in it, and the key of its database files, wrapped with the
 * master key. Database files have a key of their own, so that a new master key does not mean to write them all again.
 */
type Description = { readonly format: number; readonly keys: readonly string[] };

/** Raised with every change of what is stored that an older version would misread. */
const FORMAT = 1;
const PURPOSE = 'folder key';
const IV_BYTES = 12;

/** Files of versions before 0.1.0. */
const PARTS = ['events', 'keys', 'files', 'read-models'];

export const descriptionIn = (folder: string): string => join(folder, 'quorum.json');

const wrappingKey = (masterKey: Uint8Array): Buffer => secretOf(rootOf(masterKey), PURPOSE);

const wrap = (masterKey: Uint8Array, key: Uint8Array): string =>
  seal(wrappingKey(masterKey), randomBytes(IV_BYTES), PURPOSE, key).toString('base64');

const unwrap = (masterKey: Uint8Array, wrapped: string): Buffer | undefined => {
  try {
    return open(wrappingKey(masterKey), PURPOSE, Buffer.from(wrapped, 'base64'));
  } catch {
    return undefined;
  }
};

/** Atomic: a reader sees the old description or the new one. */
const write = (folder: string, keys: readonly string[]): void => {
  const path = descriptionIn(folder);
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(`${path}.next`, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify({ format: FORMAT, keys } satisfies Description)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.next`, path);
};

const read = (folder: string): Description => {
  const path = descriptionIn(folder);
  let description: Partial<Description>;
  try {
    description = JSON.parse(readFileSync(path, 'utf8')) as Partial<Description>;
  } catch {
    throw new DataFolderError(`${path} cannot be read: put it back from a backup of the same data.`);
  }
  const { format, keys } = description;
  if (format !== FORMAT || !Array.isArray(keys))
    throw new DataFolderError(
      `${resolve(folder)} has the format ${String(format)}, which this version does not read: use the version that wrote it.`,
    );
  return { format, keys };
};

/**
 * The key of a folder's database files. An empty folder gets one.
 * @throws DataFolderError if the folder is of another version, or if the master key is not the one it was written with.
 */
export const folderKey = (folder: string, masterKey: Uint8Array): Uint8Array => {
  if (!existsSync(descriptionIn(folder))) {
    if (PARTS.some((part) => existsSync(join(folder, part))))
      throw new DataFolderError(
        `${descriptionIn(resolve(folder))} is missing: put it back from a backup of the same data. (Only a version before 0.1.0 wrote none, which this version does not read.)`,
      );
    write(folder, [wrap(masterKey, randomBytes(KEY_BYTES))]);
  }
  const { keys } = read(folder);
  const key = keys.map((wrapped) => unwrap(masterKey, wrapped)).find((each) => each !== undefined);
  if (key === undefined)
    throw new DataFolderError(
      `MASTER_KEY (or the file that stands in for it) is not the one that ${resolve(folder)} was written with: set MASTER_KEY to that key. A key file that was replaced lies beside the current one, as *.master-key.former-*.`,
    );
  return key;
};

/** From now on the folder opens with each of these master keys, and with no other. @param masterKeys one of them opens it now */
export const wrapFolderKey = (folder: string, masterKeys: readonly Uint8Array[]): void => {
  const { keys } = read(folder);
  const isDone =
    keys.length === masterKeys.length && keys.every((key, at) => unwrap(masterKeys[at] as Uint8Array, key));
  if (isDone) return;
  const key = masterKeys
    .flatMap((masterKey) => keys.map((wrapped) => unwrap(masterKey, wrapped)))
    .find((each) => each !== undefined);
  if (key === undefined) throw new DataFolderError(`No given master key opens ${resolve(folder)}.`);
  write(
    folder,
    masterKeys.map((masterKey) => wrap(masterKey, key)),
  );
};
