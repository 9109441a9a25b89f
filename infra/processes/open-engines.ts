import { join } from 'node:path';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import { ItemKeyStore } from '@quorum/service-kit/event-store/item-key-store.ts';
import { describeFailure } from '@quorum/service-kit/failure.ts';
import { type Bus, BusUnavailableError } from '@quorum/service-kit/ports/bus.ts';
import { type Clock, systemClock } from '@quorum/service-kit/ports/clock.ts';
import type { EventLog } from '@quorum/service-kit/ports/event-log.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import type { FileStore } from '@quorum/service-kit/ports/file-store.ts';
import type { KeyStore } from '@quorum/service-kit/ports/key-store.ts';
import type { LinkFetcher } from '@quorum/service-kit/ports/link-fetcher.ts';
import type { ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import type { WrappedKeyStore } from '@quorum/service-kit/ports/wrapped-key-store.ts';
import type { Logger } from 'pino';
import { InProcessBus } from '../adapters/bus/in-process-bus.ts';
import { type DataFolderLock, lockDataFolder } from '../adapters/data-folder-lock.ts';
import { ErasedList, namedIn, notingFiles, notingKeys } from '../adapters/erased-list.ts';
import { SqliteEventLog } from '../adapters/event-log/sqlite-event-log.ts';
import { openDiskFileStore } from '../adapters/file-store/disk-file-store.ts';
import { loadMasterKey, type MasterKey, secretOf } from '../adapters/key-store/master-key.ts';
import { SqliteKeyStore } from '../adapters/key-store/sqlite-key-store.ts';
import { publicLinkFetcher } from '../adapters/link-fetcher/public-link-fetcher.ts';
import { SqliteReadStore } from '../adapters/read-store/sqlite-read-store.ts';
import { systemIds } from '../adapters/system-ids.ts';
import { awaitEngine } from './await-engine.ts';
import { dataFolder } from './data-folder.ts';
import { openRoot } from './open-root.ts';
import { tightenFolder } from './private-folder.ts';
import type { Settings } from './settings.ts';

// Load only the drivers in use, so that the embedded set starts fast.
const eventStoreDb = () => import('../adapters/event-log/eventstoredb-event-log.ts');
const mongoKeys = () => import('../adapters/key-store/mongo-key-store.ts');
const mongoErased = () => import('../adapters/mongo-erased-list.ts');
const mongoReads = () => import('../adapters/read-store/mongo-read-store.ts');
const gridFs = () => import('../adapters/file-store/gridfs-file-store.ts');
const kafka = () => import('../adapters/bus/kafka-bus.ts');

export type Engines = {
  readonly eventLog: EventLog;
  /** Calls to the event log's server since start, by purpose; none for an embedded log. */
  readonly logCalls: ReadonlyMap<string, number>;
  readonly events: EventStore;
  readonly reads: ReadStore;
  readonly keys: KeyStore;
  /** The same keys, not cached. */
  readonly storedKeys: WrappedKeyStore;
  /** The same keys by subject, without derived item keys. Destroyed keys are noted for restores. */
  readonly wholeKeys: KeyStore;
  /** Subjects whose keys were destroyed, also where the log does not say so, as after a restore. */
  erasedSubjects(): Promise<ReadonlySet<string>>;
  /** Whether no other process uses them. */
  readonly embeddedKeys: boolean;
  readonly files: FileStore;
  readonly links: LinkFetcher;
  readonly bus: Bus;
  readonly masterKey: MasterKey;
  readonly deriveSecret: (purpose: string) => Uint8Array;
  close(): Promise<void>;
};

/** What must respond before a process is ready, by name. */
export const engineChecks = ({ eventLog, reads, keys, files, bus }: Engines) => ({
  eventLog: () => eventLog.ping(),
  readModels: () => reads.ping(),
  keys: () => keys.ping(),
  files: () => files.ping(),
  bus: () => bus.ping(),
});

const pinged = async <T extends { ping(): Promise<void>; close(): Promise<void> }>(engine: T): Promise<T> => {
  try {
    await engine.ping();
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
};

/**
 * Opens every engine that the settings name, and embedded ones for the rest.
 * @param clock timestamps the events.
 * @throws SettingsError, one line, naming the engine that is missing or broken.
 */
// eslint-disable-next-line max-lines-per-function, complexity -- the engines are opened one after the other, and closed in the opposite order
export const openEngines = async (settings: Settings, log: Logger, clock: Clock = systemClock): Promise<Engines> => {
  const { dataDir, eventstoreUri, eventstorePrefix, mongodbUri, kafkaBrokers, kafkaLogin, kafkaTopic } = settings;
  const logCalls = new Map<string, number>();
  const closers: (() => Promise<void> | void)[] = [];
  const opening = <T>(what: string, open: () => Promise<T>): Promise<T> =>
    awaitEngine(what, open, {
      limit: settings.startPatience * 1_000,
      tell: (line) => process.stderr.write(`${line}\n`),
    });
  const keep = <T extends { close(): Promise<void> }>(engine: T): T => {
    closers.push(() => engine.close());
    return engine;
  };
  const close = async (): Promise<void> => {
    for (const closer of closers.reverse()) await closer();
  };
  try {
    tightenFolder(dataDir);
    const masterKey = await opening('Master key', async () =>
      loadMasterKey(
        { MASTER_KEY: settings.masterKey, NODE_ENV: settings.production ? 'production' : undefined },
        dataDir,
      ),
    );
    if (eventstoreUri === undefined || mongodbUri === undefined) {
      const lock: DataFolderLock = await opening('Data folder', async () => lockDataFolder(dataDir));
      closers.push(() => lock.release());
    }
    const eventLog = keep(
      await opening(
        eventstoreUri === undefined ? 'Event log' : 'EventStoreDB (EVENTSTORE_URI)',
        async (): Promise<EventLog> =>
          eventstoreUri === undefined
            ? SqliteEventLog.open({ folder: join(dataDir, 'events'), clock })
            : pinged(
                new (await eventStoreDb()).EventStoreDbEventLog({
                  uri: eventstoreUri,
                  prefix: eventstorePrefix,
                  onWarning: (line) => log.warn(line),
                  onCall: (call) => logCalls.set(call, (logCalls.get(call) ?? 0) + 1),
                }),
              ),
      ),
    );
    const innerKeys = await opening(
      mongodbUri === undefined ? 'Key store' : 'MongoDB (MONGODB_URI)',
      async (): Promise<WrappedKeyStore> => {
        if (mongodbUri === undefined)
          return SqliteKeyStore.open({ folder: join(dataDir, 'keys'), masterKey: masterKey.key });
        return (await mongoKeys()).MongoKeyStore.open({ uri: mongodbUri, masterKey: masterKey.key });
      },
    );
    const keys = keep(new CachingKeyStore(innerKeys));
    const events = new EncryptingEventStore({ log: eventLog, keys, ids: systemIds, clock });
    const root = await opening('Keys', () => openRoot({ log: eventLog, events, keys: innerKeys, masterKey }));
    // Embedded keys belong to this process alone, so nobody else needs the former master key.
    if (mongodbUri === undefined) await innerKeys.endRotation(masterKey.key);
    const reads = keep(
      await opening(
        mongodbUri === undefined ? 'Read models' : 'MongoDB (MONGODB_URI)',
        async (): Promise<ReadStore> =>
          mongodbUri === undefined
            ? SqliteReadStore.open({ folder: join(dataDir, 'read-models'), alone: true })
            : (await mongoReads()).MongoReadStore.open({ uri: mongodbUri }),
      ),
    );
    const files = keep(
      await opening(mongodbUri === undefined ? 'Files' : 'MongoDB (MONGODB_URI)', async () =>
        mongodbUri === undefined
          ? openDiskFileStore(join(dataDir, 'files'))
          : pinged(await (await gridFs()).openGridFsFileStore(mongodbUri)),
      ),
    );
    const bus = keep(
      await opening(
        kafkaBrokers === undefined ? 'Bus' : 'Kafka (KAFKA_BROKERS)',
        async (): Promise<Bus> =>
          kafkaBrokers === undefined
            ? new InProcessBus()
            : (await kafka()).KafkaBus.open({
                brokers: kafkaBrokers,
                ...(kafkaLogin === undefined ? {} : { login: kafkaLogin }),
                ...(kafkaTopic === undefined ? {} : { topic: kafkaTopic }),
                // The bus's own messages name no person, but those about an unreadable record might.
                onError: (error) =>
                  error instanceof BusUnavailableError
                    ? log.warn(error.message)
                    : log.warn({ failure: describeFailure(error) }, 'a message of Kafka was passed over'),
              }),
      ),
    );
    const erased = keep(
      mongodbUri === undefined
        ? new ErasedList(dataFolder(dataDir).erased)
        : new (await mongoErased()).MongoErasedList(mongodbUri),
    );
    const itemKeys = new ItemKeyStore(keys);
    return {
      eventLog,
      logCalls,
      events,
      reads,
      keys: notingKeys(itemKeys, erased),
      storedKeys: innerKeys,
      wholeKeys: notingKeys(innerKeys, erased),
      erasedSubjects: async () => new Set(namedIn(await erased.lines(), 'key')),
      embeddedKeys: mongodbUri === undefined,
      files: notingFiles(files, erased),
      links: publicLinkFetcher(),
      bus,
      masterKey,
      deriveSecret: (purpose) => secretOf(root, purpose),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
