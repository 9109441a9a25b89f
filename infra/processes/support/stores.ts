import { existsSync } from 'node:fs';
import { LOG_SUBJECT } from '@quorum/domain/keys/events.ts';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { ItemKeyStore } from '@quorum/service-kit/event-store/item-key-store.ts';
import { inPages } from '@quorum/service-kit/in-pages.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { EventLog, RecordedEvent } from '@quorum/service-kit/ports/event-log.ts';
import type { RawFileStore } from '@quorum/service-kit/ports/file-store.ts';
import type { KeyStore } from '@quorum/service-kit/ports/key-store.ts';
import type { WrappedKeyStore } from '@quorum/service-kit/ports/wrapped-key-store.ts';
import { digestOf, type ErasedNotes, lineOf, namedIn, partsOf } from '../../adapters/erased-list.ts';
import { folderKey } from '../../adapters/key-store/folder-key.ts';
import { loadMasterKey, masterKeyFile } from '../../adapters/key-store/master-key.ts';
import { erasedListOf, eventLogOf, fileStoreOf, keyStoreOf, mongoOf } from '../engines/engine-choice.ts';
import { openTogether } from '../engines/open-together.ts';
import type { Settings } from '../settings/settings.ts';
import { SupportError } from './command.ts';
import { ANY_TIME, NO_LIMIT, PAGE_SIZE } from './copy-stores.ts';

/** The contents of a backup: everything that read models are built from. */
export type Stores = {
  readonly eventLog: EventLog;
  readonly keys: WrappedKeyStore;
  readonly files: RawFileStore;
  readonly erased: ErasedNotes;
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

/** Nothing of a backup opens with a key that is made now. @throws SupportError */
export const requireMasterKey = ({ masterKey, dataDir }: Settings): void => {
  const path = masterKeyFile(dataDir);
  if (masterKey === undefined && !existsSync(path))
    throw new SupportError(
      `Set MASTER_KEY to the key of the time of the backup, or put its file at ${path}: without it, a backup cannot be read.`,
    );
};

/** Encrypts the database files of the data folder. */
export const fileKeyOf = (settings: Settings): Uint8Array => folderKey(settings.dataDir, masterKeyOf(settings));

/** Everything erased so far. */
export const erasedLines = async (settings: Settings): Promise<readonly string[]> => {
  const mongo = await mongoOf(settings).open();
  try {
    return await (await erasedListOf(settings, { mongo })).lines();
  } finally {
    await mongo?.close();
  }
};

/** The stores that erasure works on: all but the log. */
type Erasable = Omit<Stores, 'eventLog'>;

export const openErasable = (settings: Settings, { readOnly }: Access): Promise<Erasable> =>
  openTogether(async (keep) => {
    const mongo = keep(await mongoOf(settings).open());
    const masterKey = masterKeyOf(settings);
    const fileKey = mongo === undefined ? folderKey(settings.dataDir, masterKey) : undefined;
    return {
      erased: await erasedListOf(settings, { mongo }),
      keys: keep(await keyStoreOf(settings, { mongo, masterKey, fileKey, readOnly }).open()),
      files: await fileStoreOf(settings, { mongo }).open(),
    };
  });

/** Opens the stores that the settings name, without binding keys to the log as a start of the product does. */
export const openStores = (settings: Settings, access: Access): Promise<Stores> =>
  openTogether(async (keep) => {
    const erasable = keep(await openErasable(settings, access));
    const fileKey = settings.eventstoreUri === undefined ? fileKeyOf(settings) : undefined;
    return { ...erasable, eventLog: keep(await eventLogOf(settings, { ...access, fileKey }).open()) };
  });

/** Opens a source and a target, and closes both at the end. */
export const between = async <T>(
  source: () => Promise<Stores>,
  target: () => Promise<Stores>,
  work: (from: Stores, to: Stores) => Promise<T>,
): Promise<T> => {
  const from = await source();
  try {
    const to = await target();
    return await work(from, to).finally(() => to.close());
  } finally {
    await from.close();
  }
};

/** When an event was decided. Events by other writers only have the time of their engine. */
const timeOf = ({ metadata, recordedAt }: RecordedEvent): number =>
  Date.parse((JSON.parse(metadata) as { recordedAt?: string }).recordedAt ?? recordedAt);

/** Opens servers and a folder to copy them into. `onEvent` gives each copied event its own time there. */
export const serversToFolder = <T>(
  settings: Settings,
  folder: string,
  work: (from: Stores, to: Stores, onEvent: (event: RecordedEvent) => void) => Promise<T>,
): Promise<T> => {
  let now = 0;
  return between(
    () => openStores(settings, { readOnly: true }),
    () => openStores(asDataFolder(settings, folder), { readOnly: false, clock: { now: () => now } }),
    (from, to) =>
      work(from, to, (event) => {
        now = timeOf(event);
      }),
  );
};

/** The settings for opening a backup folder, which has the layout of a data folder. */
export const asDataFolder = (settings: Settings, folder: string): Settings => ({
  ...settings,
  dataDir: folder,
  // The key file beside the data folder also opens the backup.
  masterKey: Buffer.from(masterKeyOf(settings)).toString('base64'),
  eventstoreUri: undefined,
  mongodbUri: undefined,
});

/** A backup still maps numbers to names that were forgotten since. */
const forgetAgain = async (keys: KeyStore, forgotten: ReadonlySet<string>): Promise<void> => {
  if (forgotten.size === 0) return;
  for await (const page of inPages(await keys.subjects(NO_LIMIT), PAGE_SIZE))
    for (const [subject, key] of await keys.find(page))
      if (forgotten.has(digestOf(key))) await keys.forget(subject, key);
};

/** The lines whose key or file is still here. */
const foundIn = async (
  { keys, files }: Pick<Erasable, 'keys' | 'files'>,
  lines: readonly string[],
): Promise<ReadonlySet<string>> => {
  const there = new Set<string>();
  const items = new ItemKeyStore(new CachingKeyStore(keys));
  for await (const page of inPages(namedIn(lines, 'key'), PAGE_SIZE))
    for (const subject of (await items.find(page)).keys()) there.add(lineOf('key', subject));
  for await (const id of files.list(ANY_TIME)) there.add(lineOf('file', id));
  return new Set(lines.filter((line) => there.has(line)));
};

const NOTED = /^(?:key|file|name) /;

/** Adds lines to a list. */
export const noteLines = async (erased: ErasedNotes, lines: readonly string[]): Promise<void> => {
  const noted = new Set(await erased.lines());
  for (const line of lines) if (NOTED.test(line) && !noted.has(line)) await erased.note(...partsOf(line));
};

/**
 * Destroys again what the list names, and adds all of it to the list of these stores: what they do not hold may be in an older backup
 * that is restored later. @returns the number of keys and files that were still here
 */
export const eraseAgain = async (
  { keys: stored, files, erased }: Omit<Erasable, 'close'>,
  lines: readonly string[],
): Promise<number> => {
  const found = await foundIn({ keys: stored, files }, lines);
  await noteLines(erased, lines);
  const keys = new ItemKeyStore(new CachingKeyStore(stored));
  const [subjects, ids] = [new Set(namedIn(lines, 'key')), new Set(namedIn(lines, 'file'))];
  for (const subject of subjects) await keys.destroy(subject);
  for (const id of ids) await files.remove(id);
  await forgetAgain(stored, new Set(namedIn(lines, 'name')));
  return found.size;
};

/**
 * Destroys what the lines name and the stores of these settings still hold. @returns the number of keys and files
 * @throws SupportError for empty stores: nothing would be erased, and a restore would no longer accept them
 */
export const eraseListed = async (settings: Settings, lines: readonly string[]): Promise<number> => {
  const { close, ...stores } = await openErasable(settings, { readOnly: false });
  try {
    if (!(await stores.keys.find([LOG_SUBJECT])).has(LOG_SUBJECT))
      throw new SupportError('The key store does not belong to a product: nothing was erased.');
    return await eraseAgain(stores, lines);
  } finally {
    await close();
  }
};
