import { dirname } from 'node:path';
import { folderKey } from '@quorum/infra/adapters/key-store/folder-key.ts';
import { loadMasterKey } from '@quorum/infra/adapters/key-store/master-key.ts';
import { openSqlite } from '@quorum/infra/adapters/sqlite-file.ts';
import type Database from 'better-sqlite3-multiple-ciphers';

/** The key of a data folder's database files. @param masterKey base64; by default the one beside the folder. */
export const fileKeyOf = (dataDir: string, masterKey?: string): Uint8Array =>
  folderKey(dataDir, loadMasterKey({ MASTER_KEY: masterKey }, dataDir).key);

/** Opens a database file of a data folder, `{dataDir}/{part}/{name}.db`, as the product does. */
export const openDataFile = (path: string, options?: Database.Options, masterKey?: string): Database.Database =>
  openSqlite({ path, key: fileKeyOf(dirname(dirname(path)), masterKey) }, options);

/** All values in a database file, as someone with the master key can read them. */
export const valuesIn = (path: string): Buffer => {
  const db = openDataFile(path, { readonly: true });
  try {
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
    const values = tables.flatMap((table) => db.prepare(`SELECT * FROM "${table}"`).raw().all().flat());
    return Buffer.concat(
      values.flatMap((value) => [Buffer.isBuffer(value) ? value : Buffer.from(String(value)), Buffer.from('\n')]),
    );
  } finally {
    db.close();
  }
};
