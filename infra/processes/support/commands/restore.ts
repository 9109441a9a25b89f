import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { ItemKeyStore } from '@quorum/service-kit/event-store/item-key-store.ts';
import type { KeyStore } from '@quorum/service-kit/ports/key-store.ts';
import { lockDataFolder } from '../../../adapters/data-folder-lock.ts';
import { digestOf, ErasedList } from '../../../adapters/erased-list.ts';
import { openDiskFileStore } from '../../../adapters/file-store/disk-file-store.ts';
import { loadMasterKey } from '../../../adapters/key-store/master-key.ts';
import { SqliteKeyStore } from '../../../adapters/key-store/sqlite-key-store.ts';
import { dataFolder } from '../../data-folder.ts';
import type { Settings } from '../../settings.ts';
import { type LocalCommand, SupportError } from '../command.ts';
import { requireEmbedded } from './backup.ts';

const refuseFilled = (dataDir: string): void => {
  const { events, keys, files, readModels } = dataFolder(dataDir);
  if ([events, keys, files, readModels].some((path) => existsSync(path)))
    throw new SupportError(
      `${resolve(dataDir)} holds data: set DATA_DIR to an empty folder, or move what is there away.`,
    );
};

/** People erased after the backup would come back, so the list is required and never guessed. */
const erasedSince = (given: string | undefined, dataDir: string): readonly string[] => {
  if (given === 'none') return [];
  const path = given ?? dataFolder(dataDir).erased;
  if (existsSync(path)) return [path];
  throw new SupportError(
    `${path} is missing: it names what was erased since the backup. Give erased.list of the newest data folder with --erased, or "--erased none" when nothing was.`,
  );
};

const masterKeyOf = ({ masterKey, production, dataDir }: Settings): Uint8Array =>
  loadMasterKey({ MASTER_KEY: masterKey, NODE_ENV: production ? 'production' : undefined }, dataDir).key;

/** A backup still knows which number had which name: it was forgotten since. */
const forgetAgain = async (keys: KeyStore, forgotten: ReadonlySet<string>, merged: ErasedList): Promise<void> => {
  if (forgotten.size === 0) return;
  for (const subject of await keys.subjects(Number.MAX_SAFE_INTEGER)) {
    const key = (await keys.find([subject])).get(subject);
    if (key === undefined || !forgotten.has(digestOf(key))) continue;
    merged.note('name', digestOf(key));
    await keys.forget(subject, key);
  }
};

/** Destroys again what the lists name. @returns how much that was */
const eraseAgain = async (settings: Settings, lists: readonly ErasedList[]): Promise<number> => {
  const { dataDir } = settings;
  const stored = await SqliteKeyStore.open({ folder: join(dataDir, 'keys'), masterKey: masterKeyOf(settings) });
  const keys = new ItemKeyStore(new CachingKeyStore(stored));
  const files = await openDiskFileStore(dataFolder(dataDir).files);
  const merged = new ErasedList(dataFolder(dataDir).erased);
  const subjects = new Set(lists.flatMap((list) => list.named('key')));
  const ids = new Set(lists.flatMap((list) => list.named('file')));
  try {
    for (const subject of subjects) {
      merged.note('key', subject);
      await keys.destroy(subject);
    }
    for (const id of ids) {
      merged.note('file', id);
      await files.remove(id);
    }
    await forgetAgain(keys, new Set(lists.flatMap((list) => list.named('name'))), merged);
  } finally {
    await keys.close();
    await files.close();
  }
  return subjects.size + ids.size;
};

export const restore: LocalCommand = {
  words: '<folder>',
  least: 1,
  most: 1,
  flags: ['erased'],
  help: 'Makes the data folder from a backup, without what was erased since. Start the product afterwards; it builds its read models.',
  runHere: async (settings, { words, flags }) => {
    requireEmbedded(settings);
    const { dataDir } = settings;
    const [from, to] = [dataFolder(words[0] as string), dataFolder(dataDir)];
    if (!existsSync(from.events) || !existsSync(from.keys))
      throw new SupportError(`There is no backup in ${words[0]}.`);
    refuseFilled(dataDir);
    const lists = [...erasedSince(flags.erased, dataDir), from.erased].map((path) => new ErasedList(path));
    const lock = lockDataFolder(dataDir);
    try {
      mkdirSync(dirname(to.keys), { recursive: true });
      cpSync(from.keys, to.keys);
      cpSync(from.files, to.files, { recursive: true });
      const erased = await eraseAgain(settings, lists);
      // Last: without events nothing starts on a folder that was left half done.
      mkdirSync(dirname(to.events), { recursive: true });
      cpSync(from.events, to.events);
      return {
        lines: [`The data lie in ${resolve(dataDir)}. ${erased} keys and files that were erased stay so.`],
        data: { folder: resolve(dataDir), erased },
      };
    } finally {
      lock.release();
    }
  },
};
