import { join } from 'node:path';
import { SqliteEventLog } from '@quorum/infra/adapters/event-log/sqlite/sqlite-event-log.ts';
import { loadMasterKey } from '@quorum/infra/adapters/key-store/master-key.ts';
import { SqliteKeyStore } from '@quorum/infra/adapters/key-store/sqlite-key-store.ts';
import { SqliteReadStore } from '@quorum/infra/adapters/read-store/sqlite/sqlite-read-store.ts';
import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import { startProjections } from '@quorum/projections/start-projections.ts';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import { systemClock } from '@quorum/service-kit/ports/clock.ts';
import type { ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import pino from 'pino';
import { fileKeyOf } from '../../support/data-file.ts';
import { progressOf } from './progress.ts';
import { silentBus } from './silent-bus.ts';

// Folds the log of a data folder into its read models up to a number of events, while another process writes it.
const [dataDir = '', upTo = '0'] = process.argv.slice(2);
/** The process manager runners, by the names of their checkpoints. */
const PROCESS_MANAGERS = ['process-managers', 'link-previews'];
/** Milliseconds between progress checks. */
const LOOK_EVERY = 1_000;
const WITHIN = 24 * 3_600_000;

/** Marks this history as already handled by the process managers, as in a product that ran all along. */
const markAsReactedTo = async (reads: ReadEngine, head: string): Promise<void> => {
  for (const model of PROCESS_MANAGERS) {
    const checkpoint = { model, generation: '1', collections: [] };
    await reads.prepare(checkpoint);
    const from = await reads.checkpoint(checkpoint);
    await reads.commit({ models: [checkpoint], from, to: head, writes: [], changes: [] });
  }
};

const fileKey = fileKeyOf(dataDir);
const log = await SqliteEventLog.open({ folder: join(dataDir, 'events'), fileKey, readOnly: true });
const { key: masterKey } = loadMasterKey({}, dataDir);
const keys = await SqliteKeyStore.open({ folder: join(dataDir, 'keys'), masterKey, fileKey, readOnly: true });
const reads = await SqliteReadStore.open({ folder: join(dataDir, 'read-models'), fileKey });
const projections = startProjections({
  events: new EncryptingEventStore({ log, keys: new CachingKeyStore(keys), ids: systemIds }),
  reads,
  bus: silentBus,
  clock: systemClock,
  log: pino({ level: 'warn' }),
  holder: 'bench',
});
const tell = progressOf('folded', Number(upTo));
await until(
  async () => {
    const { checkpoint } = await projections.status();
    const folded = log.between('', checkpoint).count;
    tell(folded);
    return folded >= Number(upTo);
  },
  WITHIN,
  LOOK_EVERY,
);
await projections.stop();
await markAsReactedTo(reads, await log.head());
await reads.close();
await keys.close();
await log.close();
