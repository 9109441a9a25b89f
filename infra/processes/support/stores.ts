import { dirname } from 'node:path';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { ItemKeyStore } from '@quorum/service-kit/event-store/item-key-store.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { EventLog } from '@quorum/service-kit/ports/event-log.ts';
import type { RawFileStore } from '@quorum/service-kit/ports/file-store.ts';
import type { KeyStore } from '@quorum/service-kit/ports/key-store.ts';
import type { WrappedKeyStore } from '@quorum/service-kit/ports/wrapped-key-store.ts';
import { digestOf, ErasedList, type ErasedNotes, namedIn, notingKeys } from '../../adapters/erased-list.ts';
import { SqliteEventLog } from '../../adapters/event-log/sqlite/sqlite-event-log.ts';
import { openDiskFileStore } from '../../adapters/file-store/disk-file-store.ts';
import { folderKey } from '../../adapters/key-store/folder-key.ts';
import { loadMasterKey } from '../../adapters/key-store/master-key.ts';
import { SqliteKeyStore } from '../../adapters/key-store/sqlite-key-store.ts';
import type { MongoDatabase } from '../../adapters/mongo-database.ts';
import { dataFolder } from '../engines/data-folder.ts';
import type { Settings } from '../settings/settings.ts';
import { EVERY } from './copy-stores.ts';

/** What a backup holds: everything that read models are built from. */
export type Stores = {
  readonly eventLog: EventLog;
  readonly keys: WrappedKeyStore;
  readonly files: RawFileStore;
  readonly erased: ErasedNotes;
  /** Whether a MongoDB database holds nothing but the list of what was erased, if that. */
  readonly isDatabaseFree: () => Promise<boolean>;
  close(): Promise<void>;
};

export type Access = {
  /** For reading while another process writes; only matters for embedded stores. */
  readonly readOnly: boolean;
  /** Timestamps what is appended to an embedded log. */
  readonly clock?: Clock;
};

const masterKeyOf = ({ masterKey, production, dataDir }: Settings): Uint8Array =>
  loadMasterKey({ MASTER_KEY: masterKey, NODE_ENV: production ? 'production' : undefined }, dataDir).key;

/** Encrypts the database files of the data folder. */
export const fileKeyOf = (settings: Settings): Uint8Array => folderKey(settings.dataDir, masterKeyOf(settings));

const openEventLog = async (settings: Settings, { readOnly, clock }: Access): Promise<EventLog> => {
  const { eventstoreUri: uri, eventstorePrefix: prefix, dataDir } = settings;
  const dated = clock === undefined ? {} : { clock };
  if (uri === undefined)
    return SqliteEventLog.open({
      folder: dirname(dataFolder(dataDir).events),
      fileKey: fileKeyOf(settings),
      readOnly,
      ...dated,
    });
  const { EventStoreDbEventLog } = await import('../../adapters/event-log/eventstoredb/eventstoredb-event-log.ts');
  return new EventStoreDbEventLog({ uri, prefix });
};

const openKeys = async (
  settings: Settings,
  { readOnly }: Access,
  mongo: MongoDatabase | undefined,
): Promise<WrappedKeyStore> => {
  const masterKey = masterKeyOf(settings);
  const folder = dirname(dataFolder(settings.dataDir).keys);
  if (mongo === undefined) return SqliteKeyStore.open({ folder, masterKey, fileKey: fileKeyOf(settings), readOnly });
  return new (await import('../../adapters/key-store/mongo-key-store.ts')).MongoKeyStore(mongo, masterKey);
};

const openFiles = async ({ dataDir }: Settings, mongo: MongoDatabase | undefined): Promise<RawFileStore> =>
  mongo === undefined
    ? openDiskFileStore(dataFolder(dataDir).files)
    : (await import('../../adapters/file-store/gridfs-file-store.ts')).gridFsFileStore(mongo);

export const openMongo = async ({ mongodbUri: uri }: Settings): Promise<MongoDatabase | undefined> =>
  uri === undefined ? undefined : (await import('../../adapters/mongo-database.ts')).openMongoDatabase(uri);

type Open = <T extends { close(): Promise<void> } | undefined>(store: T) => T;

/** Closes everything opened, last first, even if opening a later one fails. */
const openTogether = async <T>(open: (keep: Open) => Promise<T>): Promise<T & { close(): Promise<void> }> => {
  const opened: { close(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    for (const store of opened) await store.close();
  };
  try {
    const stores = await open((store) => {
      if (store !== undefined) opened.unshift(store);
      return store;
    });
    return { ...stores, close };
  } catch (error) {
    await close();
    throw error;
  }
};

const erasedOf = async (
  { dataDir }: Settings,
  mongo: MongoDatabase | undefined,
): Promise<Pick<Stores, 'erased' | 'isDatabaseFree'>> => {
  if (mongo === undefined)
    return { erased: new ErasedList(dataFolder(dataDir).erased), isDatabaseFree: async () => true };
  const { MongoErasedList } = await import('../../adapters/mongo-erased-list.ts');
  const erased = new MongoErasedList(mongo);
  return { erased, isDatabaseFree: () => erased.isAlone() };
};

/** What was erased so far. */
export const erasedLines = async (settings: Settings): Promise<readonly string[]> => {
  const mongo = await openMongo(settings);
  try {
    return await (await erasedOf(settings, mongo)).erased.lines();
  } finally {
    await mongo?.close();
  }
};

/** What erasure works on: everything but the log. */
export const openErasable = (settings: Settings, access: Access): Promise<Omit<Stores, 'eventLog'>> =>
  openTogether(async (keep) => {
    const mongo = keep(await openMongo(settings));
    return {
      ...(await erasedOf(settings, mongo)),
      keys: keep(await openKeys(settings, access, mongo)),
      files: keep(await openFiles(settings, mongo)),
    };
  });

/** Opens the stores that the settings name, without binding keys to the log as a start of the product does. */
export const openStores = (settings: Settings, access: Access): Promise<Stores> =>
  openTogether(async (keep) => ({
    ...keep(await openErasable(settings, access)),
    eventLog: keep(await openEventLog(settings, access)),
  }));

/** The settings for opening a backup folder, which has the layout of a data folder. */
export const asDataFolder = (settings: Settings, folder: string): Settings => ({
  ...settings,
  dataDir: folder,
  // One that lies beside the data folder belongs to the backup as well.
  masterKey: Buffer.from(masterKeyOf(settings)).toString('base64'),
  eventstoreUri: undefined,
  mongodbUri: undefined,
});

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
