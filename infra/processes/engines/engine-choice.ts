import { join } from 'node:path';
import { streamCategories } from '@quorum/domain/event-catalogue.ts';
import { describeFailure } from '@quorum/service-kit/failure.ts';
import { type Bus, BusUnavailableError } from '@quorum/service-kit/ports/bus.ts';
import { type Clock, systemClock } from '@quorum/service-kit/ports/clock.ts';
import type { EventLog } from '@quorum/service-kit/ports/event-log.ts';
import type { RawFileStore } from '@quorum/service-kit/ports/file-store.ts';
import type { ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import type { WrappedKeyStore } from '@quorum/service-kit/ports/wrapped-key-store.ts';
import { streamsIn } from '@quorum/service-kit/rough-size.ts';
import type { Logger } from 'pino';
import { InProcessBus } from '../../adapters/bus/in-process-bus.ts';
import { ErasedList, type ErasedNotes } from '../../adapters/erased-list.ts';
import type { EventStoreDbEventLogOptions } from '../../adapters/event-log/eventstoredb/eventstoredb-event-log.ts';
import { SqliteEventLog } from '../../adapters/event-log/sqlite/sqlite-event-log.ts';
import { openDiskFileStore } from '../../adapters/file-store/disk-file-store.ts';
import { SqliteKeyStore } from '../../adapters/key-store/sqlite-key-store.ts';
import type { MongoDatabase } from '../../adapters/mongo-database.ts';
import { SqliteReadStore } from '../../adapters/read-store/sqlite/sqlite-read-store.ts';
import type { Settings } from '../settings/settings.ts';
import { isPassing, reasonOf } from './await-engine.ts';
import { dataFolder } from './data-folder.ts';

// Load only the drivers in use, so that the embedded set starts fast.
const eventStoreDb = () => import('../../adapters/event-log/eventstoredb/eventstoredb-event-log.ts');

const mongoDatabase = () => import('../../adapters/mongo-database.ts');

const mongoKeys = () => import('../../adapters/key-store/mongo-key-store.ts');

const mongoErased = () => import('../../adapters/mongo-erased-list.ts');

const mongoReads = () => import('../../adapters/read-store/mongodb/mongo-read-store.ts');

const gridFs = () => import('../../adapters/file-store/gridfs-file-store.ts');

const kafka = () => import('../../adapters/bus/kafka-bus.ts');

/** An engine that the settings choose: its name as an operator knows it, and how it is opened. */
export type Choice<T> = { readonly what: string; readonly open: () => Promise<T> };

/** Encrypts the database files of the data folder; none if there are none. */
type FileKey = { readonly fileKey: Uint8Array | undefined };

const MONGODB = 'MongoDB (MONGODB_URI)';

/** None if keys, read models and files are embedded. */
type Mongo = { readonly mongo: MongoDatabase | undefined };

/** The one connection of the process for all its stores in MongoDB. */
export const mongoOf = ({ mongodbUri: uri }: Settings): Choice<MongoDatabase | undefined> => ({
  what: MONGODB,
  open: async () => (uri === undefined ? undefined : (await mongoDatabase()).openMongoDatabase(uri)),
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

/** How embedded stores are opened: `readOnly` while another process writes to them. */
type Embedded = FileKey & { readonly readOnly?: boolean };

export const eventLogOf = (
  { dataDir, eventstoreUri: uri, eventstorePrefix: prefix, streamCache }: Settings,
  {
    clock = systemClock,
    fileKey,
    readOnly = false,
    ...server
  }: Embedded & { readonly clock?: Clock } & Pick<EventStoreDbEventLogOptions, 'onCall' | 'onWarning'>,
): Choice<EventLog> => {
  const folder = join(dataDir, 'events');
  if (uri === undefined)
    return { what: 'Event log', open: () => SqliteEventLog.open({ folder, clock, fileKey, readOnly }) };
  return {
    what: 'EventStoreDB (EVENTSTORE_URI)',
    open: async () => {
      const { EventStoreDbEventLog } = await eventStoreDb();
      const names = { prefix, categories: streamCategories };
      return pinged(new EventStoreDbEventLog({ uri, ...names, usedStreams: streamsIn(streamCache), ...server }));
    },
  };
};

export const keyStoreOf = (
  { dataDir }: Settings,
  { mongo, masterKey, fileKey, readOnly = false }: Mongo & Embedded & { readonly masterKey: Uint8Array },
): Choice<WrappedKeyStore> =>
  mongo === undefined
    ? {
        what: 'Key store',
        open: () => SqliteKeyStore.open({ folder: join(dataDir, 'keys'), masterKey, fileKey, readOnly }),
      }
    : { what: MONGODB, open: async () => new (await mongoKeys()).MongoKeyStore(mongo, masterKey) };

export const readStoreOf = ({ dataDir }: Settings, { mongo, fileKey }: Mongo & FileKey): Choice<ReadEngine> =>
  mongo === undefined
    ? {
        what: 'Read models',
        open: () => SqliteReadStore.open({ folder: join(dataDir, 'read-models'), fileKey }),
      }
    : { what: MONGODB, open: async () => (await mongoReads()).MongoReadStore.open(mongo) };

export const fileStoreOf = ({ dataDir }: Settings, { mongo }: Mongo): Choice<RawFileStore> =>
  mongo === undefined
    ? { what: 'Files', open: () => openDiskFileStore(join(dataDir, 'files')) }
    : { what: MONGODB, open: async () => (await gridFs()).gridFsFileStore(mongo) };

export const busOf = (settings: Settings, log: Logger): Choice<Bus> => {
  const { kafkaBrokers: brokers, kafkaLogin, kafkaTopic, kafkaTls: tls, kafkaMechanism: mechanism } = settings;
  if (brokers === undefined) return { what: 'Bus', open: async () => new InProcessBus() };
  const what = 'Kafka (KAFKA_BROKERS)';
  const options = {
    brokers,
    tls,
    mechanism,
    ...(kafkaLogin === undefined ? {} : { login: kafkaLogin }),
    ...(kafkaTopic === undefined ? {} : { topic: kafkaTopic }),
    // No data depends on the bus, so a start goes on without it.
    whenAway: (error: BusUnavailableError): boolean => {
      if (!isPassing(error)) return false;
      process.stderr.write(
        `Continuing without ${what}: ${reasonOf(error)}. Changes will arrive late until it is reachable.\n`,
      );
      return true;
    },
    // The bus's own messages name no person, but those about an unreadable record might.
    onError: (error: unknown) =>
      error instanceof BusUnavailableError
        ? log.warn(error.message)
        : log.warn({ failure: describeFailure(error) }, 'a message of Kafka was passed over'),
  };
  return { what, open: async () => (await kafka()).KafkaBus.open(options) };
};

/** The list of erased things is kept where the keys are. */
export const erasedListOf = async ({ dataDir }: Settings, { mongo }: Mongo): Promise<ErasedNotes> =>
  mongo === undefined ? new ErasedList(dataFolder(dataDir).erased) : new (await mongoErased()).MongoErasedList(mongo);
