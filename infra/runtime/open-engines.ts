import { join } from 'node:path';
import { type Bus, BusUnavailableError } from '@quorum/contracts/ports/bus.ts';
import { type Clock, systemClock } from '@quorum/contracts/ports/clock.ts';
import type { EventLog } from '@quorum/contracts/ports/event-log.ts';
import type { EventStore } from '@quorum/contracts/ports/event-store.ts';
import type { FileStore } from '@quorum/contracts/ports/file-store.ts';
import type { KeyStore } from '@quorum/contracts/ports/key-store.ts';
import type { LinkFetcher } from '@quorum/contracts/ports/link-fetcher.ts';
import type { ReadStore } from '@quorum/contracts/ports/read-store.ts';
import { describeFailure } from '@quorum/service-kit/failure.ts';
import type { Logger } from 'pino';
import { InProcessBus } from '../adapters/bus/in-process-bus.ts';
import { type DataFolderLock, lockDataFolder } from '../adapters/data-folder-lock.ts';
import { SqliteEventLog } from '../adapters/event-log/sqlite-event-log.ts';
import { EncryptingEventStore } from '../adapters/event-store/encrypting-event-store.ts';
import { openDiskFileStore } from '../adapters/file-store/disk-file-store.ts';
import { CachingKeyStore } from '../adapters/key-store/caching-key-store.ts';
import { deriveSecret, loadMasterKey, type MasterKey } from '../adapters/key-store/master-key.ts';
import { SqliteKeyStore } from '../adapters/key-store/sqlite-key-store.ts';
import { publicLinkFetcher } from '../adapters/link-fetcher/public-link-fetcher.ts';
import { SqliteReadStore } from '../adapters/read-store/sqlite-read-store.ts';
import { systemIds } from '../adapters/system-ids.ts';
import { type Settings, SettingsError } from './settings.ts';

// Drivers of engines that are not used are not loaded: the embedded set starts in a moment.
const eventStoreDb = () => import('../adapters/event-log/eventstoredb-event-log.ts');
const mongoKeys = () => import('../adapters/key-store/mongo-key-store.ts');
const mongoReads = () => import('../adapters/read-store/mongo-read-store.ts');
const gridFs = () => import('../adapters/file-store/gridfs-file-store.ts');
const kafka = () => import('../adapters/bus/kafka-bus.ts');

export type Engines = {
  readonly eventLog: EventLog;
  readonly events: EventStore;
  readonly reads: ReadStore;
  readonly keys: KeyStore;
  readonly files: FileStore;
  readonly links: LinkFetcher;
  readonly bus: Bus;
  readonly masterKey: MasterKey;
  readonly deriveSecret: (purpose: string) => Uint8Array;
  close(): Promise<void>;
};

/** What has to answer before a process is ready, by name. */
export const engineChecks = ({ eventLog, reads, keys, files, bus }: Engines) => ({
  eventLog: () => eventLog.ping(),
  readModels: () => reads.ping(),
  keys: () => keys.ping(),
  files: () => files.ping(),
  bus: () => bus.ping(),
});

/** Opens one engine; what goes wrong becomes one line that names it. */
const opening = async <T>(what: string, open: () => Promise<T>): Promise<T> => {
  try {
    return await open();
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n', 1)[0] ?? error.name) : String(error);
    throw new SettingsError(`${what}: ${reason}`);
  }
};

const pinged = async <T extends { ping(): Promise<void> }>(engine: T): Promise<T> => {
  await engine.ping();
  return engine;
};

/**
 * Opens every engine that the settings name, and the embedded ones for the rest.
 * @param clock dates the events of the embedded log; a server dates its own.
 * @throws SettingsError, one line that names the engine which is missing or broken.
 */
export const openEngines = async (settings: Settings, log: Logger, clock: Clock = systemClock): Promise<Engines> => {
  const { dataDir, eventstoreUri, mongodbUri, kafkaBrokers, kafkaTopic } = settings;
  const closers: (() => Promise<void> | void)[] = [];
  const keep = <T extends { close(): Promise<void> }>(engine: T): T => {
    closers.push(() => engine.close());
    return engine;
  };
  const close = async (): Promise<void> => {
    for (const closer of closers.reverse()) await closer();
  };
  try {
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
                  onWarning: (line) => log.warn(line),
                }),
              ),
      ),
    );
    const innerKeys = await opening(
      mongodbUri === undefined ? 'Key store' : 'MongoDB (MONGODB_URI)',
      async (): Promise<KeyStore> => {
        if (mongodbUri === undefined)
          return SqliteKeyStore.open({ folder: join(dataDir, 'keys'), masterKey: masterKey.key });
        return (await mongoKeys()).MongoKeyStore.open({ uri: mongodbUri, masterKey: masterKey.key });
      },
    );
    const keys = keep(new CachingKeyStore(innerKeys));
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
                ...(kafkaTopic === undefined ? {} : { topic: kafkaTopic }),
                // The bus's own words name no person; those of a record that cannot be read may.
                onError: (error) =>
                  error instanceof BusUnavailableError
                    ? log.warn(error.message)
                    : log.warn({ failure: describeFailure(error) }, 'a message of Kafka was passed over'),
              }),
      ),
    );
    const events = new EncryptingEventStore({ log: eventLog, keys, ids: systemIds });
    return {
      eventLog,
      events,
      reads,
      keys,
      files,
      links: publicLinkFetcher(),
      bus,
      masterKey,
      deriveSecret: (purpose) => deriveSecret(masterKey.key, purpose),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
