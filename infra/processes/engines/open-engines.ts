import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import { ItemKeyStore } from '@quorum/service-kit/event-store/item-key-store.ts';
import type { Bus } from '@quorum/service-kit/ports/bus.ts';
import { type Clock, systemClock } from '@quorum/service-kit/ports/clock.ts';
import type { EventLog } from '@quorum/service-kit/ports/event-log.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import type { FileStore } from '@quorum/service-kit/ports/file-store.ts';
import type { NamingKeys, SubjectKeys } from '@quorum/service-kit/ports/key-store.ts';
import type { LinkFetcher } from '@quorum/service-kit/ports/link-fetcher.ts';
import type { PushSender } from '@quorum/service-kit/ports/push-sender.ts';
import type { ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import type { WrappedKeyStore } from '@quorum/service-kit/ports/wrapped-key-store.ts';
import type { Logger } from 'pino';
import { lockDataFolder } from '../../adapters/data-folder-lock.ts';
import { notingDestroyed, notingFiles, notingForgotten } from '../../adapters/erased-list.ts';
import { sealedFileStore } from '../../adapters/file-store/sealed-file-store.ts';
import { DataFolderError, folderKey, wrapFolderKey } from '../../adapters/key-store/folder-key.ts';
import { loadMasterKey, type MasterKey, secretOf } from '../../adapters/key-store/master-key.ts';
import { acceptsTarget } from '../../adapters/push/push-targets.ts';
import { vapidKeys } from '../../adapters/push/vapid-keys.ts';
import { systemIds } from '../../adapters/system-ids.ts';
import type { Settings } from '../settings/settings.ts';
import { awaitEngine } from './await-engine.ts';
import { dataFolder, requireWritable } from './data-folder.ts';
import {
  busOf,
  type Choice,
  erasedListOf,
  eventLogOf,
  fileStoreOf,
  keyStoreOf,
  mongoOf,
  readStoreOf,
} from './engine-choice.ts';
import { openRoot } from './open-root.ts';
import { type Keep, openTogether } from './open-together.ts';
import { tightenFolder } from './private-folder.ts';

export type Engines = {
  readonly eventLog: EventLog;
  /** Calls to the event log's server since start, by purpose; none for an embedded log. */
  readonly logCalls: ReadonlyMap<string, number>;
  readonly events: EventStore;
  readonly reads: ReadEngine;
  readonly keys: SubjectKeys;
  /** The same keys, not cached, and without those derived for items. */
  readonly storedKeys: WrappedKeyStore;
  /** Of these, the ones that name numbers and addresses. */
  readonly namingKeys: NamingKeys;
  /** The list of what was erased, including what the log does not name, as after a restore. */
  erasedLines(): Promise<readonly string[]>;
  /** Whether no other process uses them. */
  readonly embeddedKeys: boolean;
  readonly files: FileStore;
  readonly links: LinkFetcher;
  /** Absent if the settings turn pushes off. */
  readonly push: PushSender | undefined;
  readonly bus: Bus;
  readonly masterKey: MasterKey;
  /** From now on the data folder, if there is one, opens with these master keys and with no other. */
  readonly wrapFolderKey: (masterKeys: readonly Uint8Array[]) => void;
  readonly deriveSecret: (purpose: string) => Uint8Array;
  close(): Promise<void>;
};

type Surroundings = {
  readonly log: Logger;
  readonly clock: Clock;
  readonly keep: Keep;
  readonly opening: <T>(choice: Choice<T>) => Promise<T>;
};

/** The log and the keys, which are opened together: the log says which keys belong to it. */
const openLogAndKeys = async (settings: Settings, { log, clock, keep, opening }: Surroundings) => {
  const { dataDir, masterKey: given, production } = settings;
  const masterKey = await opening({
    what: 'Master key',
    open: async () => loadMasterKey({ MASTER_KEY: given, NODE_ENV: production ? 'production' : undefined }, dataDir),
  });
  let fileKey: Uint8Array | undefined;
  if (settings.eventstoreUri === undefined || settings.mongodbUri === undefined) {
    await opening({ what: 'Data folder', open: async () => refuseCopies(dataDir) });
    const lock = await opening({ what: 'Data folder', open: async () => lockDataFolder(dataDir) });
    keep({ close: () => lock.release() });
    fileKey = await opening({ what: 'Data folder', open: async () => folderKey(dataDir, masterKey.key) });
  }
  const mongo = keep(await opening(mongoOf(settings)));
  const logCalls = new Map<string, number>();
  const onCall = (call: string) => void logCalls.set(call, (logCalls.get(call) ?? 0) + 1);
  const eventLog = keep(
    await opening(eventLogOf(settings, { clock, fileKey, onCall, onWarning: (line) => log.warn(line) })),
  );
  const storedKeys = await opening(keyStoreOf(settings, { mongo, masterKey: masterKey.key, fileKey }));
  const keys = keep(new CachingKeyStore(storedKeys));
  const events = new EncryptingEventStore({ log: eventLog, keys, ids: systemIds, clock });
  const root = await opening({
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
    fetch: async (...asked) => (await fetcher()).fetch(...asked),
    fetchImage: async (...asked) => (await fetcher()).fetchImage(...asked),
  };
};

/** The push services of browsers. The code that signs, encrypts and sends is loaded with the first push. */
const publicPush = (secret: Uint8Array, { supportEmail }: Settings): PushSender => {
  const keys = vapidKeys(secret);
  let loaded: Promise<PushSender> | undefined;
  const sender = (): Promise<PushSender> => {
    loaded ??= import('../../adapters/push/web-push-sender.ts').then((module) =>
      module.webPushSender({ keys, subject: `mailto:${supportEmail}` }),
    );
    return loaded;
  };
  return {
    publicKey: keys.publicKey,
    accepts: acceptsTarget,
    send: async (push) => (await sender()).send(push),
  };
};

const openAll = async (settings: Settings, surroundings: Surroundings): Promise<Omit<Engines, 'close'>> => {
  const { log, keep, opening } = surroundings;
  if (settings.eventstoreUri === undefined || settings.mongodbUri === undefined) requireWritable(settings.dataDir);
  tightenFolder(settings.dataDir);
  const { keys, root, mongo, fileKey, ...logAndKeys } = await openLogAndKeys(settings, surroundings);
  const reads = keep(await opening(readStoreOf(settings, { mongo, fileKey })));
  const files = await opening(fileStoreOf(settings, { mongo }));
  const bus = keep(await opening(busOf(settings, log)));
  const erased = await erasedListOf(settings, { mongo });
  return {
    ...logAndKeys,
    reads,
    keys: notingDestroyed(new ItemKeyStore(keys), erased),
    namingKeys: notingForgotten(logAndKeys.storedKeys, erased),
    erasedLines: () => erased.lines(),
    embeddedKeys: settings.mongodbUri === undefined,
    files: notingFiles(sealedFileStore(files, new ItemKeyStore(keys)), erased),
    links: publicLinks(),
    push: settings.webPush ? publicPush(secretOf(root, 'web push'), settings) : undefined,
    bus,
    deriveSecret: (purpose) => secretOf(root, purpose),
  };
};

/**
 * Opens every engine that the settings name, and embedded ones for the rest.
 * @param clock timestamps the events.
 * @throws SettingsError, one line, naming the engine that is missing or broken.
 */
export const openEngines = (settings: Settings, log: Logger, clock: Clock = systemClock): Promise<Engines> => {
  const patience = {
    limit: settings.startPatience * 1_000,
    print: (line: string) => void process.stderr.write(`${line}\n`),
  };
  return openTogether((keep) =>
    openAll(settings, { log, clock, keep, opening: ({ what, open }) => awaitEngine(what, open, patience) }),
  );
};

/** A backup must not change, and half a restore must not serve. @throws DataFolderError */
const refuseCopies = (dataDir: string): void => {
  const { manifest, unfinished, restoring } = dataFolder(dataDir);
  if (existsSync(restoring))
    throw new DataFolderError(`A restore into ${resolve(dataDir)} was interrupted: run it again.`);
  if (existsSync(manifest) || existsSync(unfinished))
    throw new DataFolderError(
      `${resolve(dataDir)} is a backup, which is only read: restore it into an empty DATA_DIR.`,
    );
};
