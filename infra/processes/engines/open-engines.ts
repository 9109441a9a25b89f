import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import { ItemKeyStore } from '@quorum/service-kit/event-store/item-key-store.ts';
import type { Bus } from '@quorum/service-kit/ports/bus.ts';
import { type Clock, systemClock } from '@quorum/service-kit/ports/clock.ts';
import type { EventLog } from '@quorum/service-kit/ports/event-log.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import type { FileStore } from '@quorum/service-kit/ports/file-store.ts';
import type { KeyStore } from '@quorum/service-kit/ports/key-store.ts';
import type { LinkFetcher } from '@quorum/service-kit/ports/link-fetcher.ts';
import type { ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import type { WrappedKeyStore } from '@quorum/service-kit/ports/wrapped-key-store.ts';
import type { Logger } from 'pino';
import { lockDataFolder } from '../../adapters/data-folder-lock.ts';
import { namedIn, notingFiles, notingKeys } from '../../adapters/erased-list.ts';
import { sealedFileStore } from '../../adapters/file-store/sealed-file-store.ts';
import { folderKey, wrapFolderKey } from '../../adapters/key-store/folder-key.ts';
import { loadMasterKey, type MasterKey, secretOf } from '../../adapters/key-store/master-key.ts';
import { systemIds } from '../../adapters/system-ids.ts';
import type { Settings } from '../settings/settings.ts';
import { awaitEngine } from './await-engine.ts';
import { busOf, erasedListOf, eventLogOf, fileStoreOf, keyStoreOf, mongoOf, readStoreOf } from './engine-choice.ts';
import { openRoot } from './open-root.ts';
import { tightenFolder } from './private-folder.ts';

export type Engines = {
  readonly eventLog: EventLog;
  /** Calls to the event log's server since start, by purpose; none for an embedded log. */
  readonly logCalls: ReadonlyMap<string, number>;
  readonly events: EventStore;
  readonly reads: ReadEngine;
  readonly keys: KeyStore;
  /** The same keys, not cached. */
  readonly storedKeys: WrappedKeyStore;
  /** The same keys by subject, without derived item keys. Destroyed keys are noted for restores. */
  readonly wholeKeys: KeyStore;
  /** Subjects whose keys were destroyed, including those that the log does not name, as after a restore. */
  erasedSubjects(): Promise<ReadonlySet<string>>;
  /** Whether no other process uses them. */
  readonly embeddedKeys: boolean;
  readonly files: FileStore;
  readonly links: LinkFetcher;
  readonly bus: Bus;
  readonly masterKey: MasterKey;
  /** From now on the data folder, if there is one, opens with these master keys and with no other. */
  readonly wrapFolderKey: (masterKeys: readonly Uint8Array[]) => void;
  readonly deriveSecret: (purpose: string) => Uint8Array;
  close(): Promise<void>;
};

/** Engines opened one after the other. They are closed in the opposite order. */
class Opened {
  readonly #closers: (() => Promise<void> | void)[] = [];
  readonly #patience: number;

  /** @param patience milliseconds to wait for each engine. */
  constructor(patience: number) {
    this.#patience = patience;
  }

  /** Opens what need not be closed, or is closed by what is made of it. */
  opening<T>({ what, open }: { readonly what: string; readonly open: () => Promise<T> }): Promise<T> {
    return awaitEngine(what, open, {
      limit: this.#patience,
      print: (line) => process.stderr.write(`${line}\n`),
    });
  }

  keep<T extends { close(): Promise<void> | void }>(engine: T): T {
    this.#closers.push(() => engine.close());
    return engine;
  }

  readonly close = async (): Promise<void> => {
    for (const closer of this.#closers.splice(0).reverse()) await closer();
  };
}

type Surroundings = { readonly log: Logger; readonly clock: Clock };

/** The log and the keys, which are opened together: the log says which keys belong to it. */
const openLogAndKeys = async (settings: Settings, { log, clock }: Surroundings, opened: Opened) => {
  const { dataDir, masterKey: given, production } = settings;
  const masterKey = await opened.opening({
    what: 'Master key',
    open: async () => loadMasterKey({ MASTER_KEY: given, NODE_ENV: production ? 'production' : undefined }, dataDir),
  });
  let fileKey: Uint8Array | undefined;
  if (settings.eventstoreUri === undefined || settings.mongodbUri === undefined) {
    const lock = await opened.opening({ what: 'Data folder', open: async () => lockDataFolder(dataDir) });
    opened.keep({ close: () => lock.release() });
    fileKey = await opened.opening({ what: 'Data folder', open: async () => folderKey(dataDir, masterKey.key) });
  }
  const mongo = await opened.opening(mongoOf(settings));
  if (mongo !== undefined) opened.keep(mongo);
  const logCalls = new Map<string, number>();
  const onCall = (call: string) => void logCalls.set(call, (logCalls.get(call) ?? 0) + 1);
  const eventLog = opened.keep(
    await opened.opening(eventLogOf(settings, { clock, fileKey, onCall, onWarning: (line) => log.warn(line) })),
  );
  const storedKeys = await opened.opening(keyStoreOf(settings, { mongo, masterKey: masterKey.key, fileKey }));
  const keys = opened.keep(new CachingKeyStore(storedKeys));
  const events = new EncryptingEventStore({ log: eventLog, keys, ids: systemIds, clock });
  const root = await opened.opening({
    what: 'Keys',
    open: () => openRoot({ log: eventLog, events, keys: storedKeys }),
  });
  // Embedded keys belong to this process alone, so nobody else needs the previous master key.
  if (settings.mongodbUri === undefined) await storedKeys.endRotation(masterKey.key);
  const wrapKey = (masterKeys: readonly Uint8Array[]): void => {
    if (fileKey !== undefined) wrapFolderKey(dataDir, masterKeys);
  };
  if ((await storedKeys.masterKeys()).length === 1) wrapKey([masterKey.key]);
  return { mongo, masterKey, fileKey, wrapFolderKey: wrapKey, logCalls, eventLog, storedKeys, keys, events, root };
};

/** The public web. Its HTTP client and parser are large, and read with the first link. */
const publicLinks = (): LinkFetcher => {
  let loaded: Promise<LinkFetcher> | undefined;
  const fetcher = (): Promise<LinkFetcher> => {
    loaded ??= import('../../adapters/link-fetcher/public-link-fetcher.ts').then((module) =>
      module.publicLinkFetcher(),
    );
    return loaded;
  };
  return {
    fetch: async (url) => (await fetcher()).fetch(url),
    fetchImage: async (url) => (await fetcher()).fetchImage(url),
  };
};

const openAll = async (settings: Settings, surroundings: Surroundings, opened: Opened): Promise<Engines> => {
  tightenFolder(settings.dataDir);
  const { keys, root, mongo, fileKey, ...logAndKeys } = await openLogAndKeys(settings, surroundings, opened);
  const reads = opened.keep(await opened.opening(readStoreOf(settings, { mongo, fileKey })));
  const files = await opened.opening(fileStoreOf(settings, { mongo }));
  const bus = opened.keep(await opened.opening(busOf(settings, surroundings.log)));
  const erased = await erasedListOf(settings, { mongo });
  return {
    ...logAndKeys,
    reads,
    keys: notingKeys(new ItemKeyStore(keys), erased),
    wholeKeys: notingKeys(logAndKeys.storedKeys, erased),
    erasedSubjects: async () => new Set(namedIn(await erased.lines(), 'key')),
    embeddedKeys: settings.mongodbUri === undefined,
    files: notingFiles(sealedFileStore(files, new ItemKeyStore(keys)), erased),
    links: publicLinks(),
    bus,
    deriveSecret: (purpose) => secretOf(root, purpose),
    close: opened.close,
  };
};

/**
 * Opens every engine that the settings name, and embedded ones for the rest.
 * @param clock timestamps the events.
 * @throws SettingsError, one line, naming the engine that is missing or broken.
 */
export const openEngines = async (settings: Settings, log: Logger, clock: Clock = systemClock): Promise<Engines> => {
  const opened = new Opened(settings.startPatience * 1_000);
  try {
    return await openAll(settings, { log, clock }, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
};
