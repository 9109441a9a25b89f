import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SqliteEventLog } from '@quorum/infra/adapters/event-log/sqlite/sqlite-event-log.ts';
import { SqliteKeyStore } from '@quorum/infra/adapters/key-store/sqlite-key-store.ts';
import { SqliteReadStore } from '@quorum/infra/adapters/read-store/sqlite/sqlite-read-store.ts';
import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import { type Projections, startProjections } from '@quorum/projections/start-projections.ts';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import { systemClock } from '@quorum/service-kit/ports/clock.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import Database from 'better-sqlite3-multiple-ciphers';
import pino from 'pino';
import { type Measurement, median, perSecond } from './measure.ts';
import { type Happening, mixedHistory } from './mixed-history.ts';
import { silentBus } from './support/silent-bus.ts';

const EVENTS = Number(process.env.BENCH_REBUILD_EVENTS ?? 200_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const APPENDED_AT_ONCE = 500;
const RAW_BATCH = 10_000;
const HOUR = 3_600_000;
const METADATA = { actor: 'bench', commandId: 'bench', correlationId: 'bench', causationId: 'bench' };

/** Preserves the order that matters: a stream occurs only once among concurrent appends. */
const fill = async (store: EncryptingEventStore): Promise<void> => {
  let wave: Happening[] = [];
  let streams = new Set<string>();
  const flush = async (): Promise<void> => {
    await Promise.all(wave.map(({ stream, event, expected }) => store.append(stream, [event], expected, METADATA)));
    wave = [];
    streams = new Set();
  };
  for (const happening of mixedHistory(EVENTS)) {
    if (wave.length === APPENDED_AT_ONCE || streams.has(happening.stream)) await flush();
    wave.push(happening);
    streams.add(happening.stream);
  }
  await flush();
};

const PLAIN = 'plain.db';

/** The events in a plain table, for the baseline. */
const writePlainly = async (folder: string, log: SqliteEventLog): Promise<void> => {
  const db = new Database(join(folder, PLAIN));
  db.exec('CREATE TABLE events (position INTEGER PRIMARY KEY, id TEXT, data TEXT, metadata TEXT)');
  const insert = db.prepare('INSERT INTO events (id, data, metadata) VALUES (?, ?, ?)');
  for (let after = ''; ; ) {
    const events = await log.readAll(after, RAW_BATCH);
    const last = events.at(-1);
    if (last === undefined) break;
    db.transaction(() => {
      for (const { id, data, metadata } of events) insert.run(id, data, metadata);
    })();
    after = last.position;
  }
  db.close();
};

/** Reads the same rows, parses their JSON, and inserts one row for each, in transactions of a rebuild's size. */
const copyDirectly = (folder: string, name: string): void => {
  const source = new Database(join(folder, PLAIN), { readonly: true });
  const target = new Database(join(folder, name));
  target.pragma('journal_mode = WAL');
  target.pragma('synchronous = NORMAL');
  target.exec('CREATE TABLE documents (id TEXT PRIMARY KEY, document TEXT NOT NULL)');
  const insert = target.prepare('INSERT INTO documents VALUES (?, ?)');
  const read = source.prepare(
    'SELECT position, id, data, metadata FROM events WHERE position > ? ORDER BY position LIMIT ?',
  );
  const copy = target.transaction((rows: readonly { id: string; data: string; metadata: string }[]) => {
    for (const { id, data, metadata } of rows) {
      const parsed = { data: JSON.parse(data) as unknown, metadata: JSON.parse(metadata) as unknown };
      insert.run(id, JSON.stringify(parsed.data));
    }
  });
  for (let after = 0; ; ) {
    const rows = read.all(after, RAW_BATCH) as { position: number; id: string; data: string; metadata: string }[];
    const last = rows.at(-1);
    if (last === undefined) break;
    copy(rows);
    after = last.position;
  }
  source.close();
  target.close();
};

const untilCaughtUp = async (projections: Projections): Promise<void> => {
  await until(async () => (await projections.status()).caughtUp, HOUR, 50);
};

export const run = async (): Promise<Measurement> => {
  const folder = await mkdtemp(join(tmpdir(), 'rebuild-'));
  const log = await SqliteEventLog.open({ folder });
  const keys = new CachingKeyStore(await SqliteKeyStore.open({ folder, masterKey: systemIds.bytes(32) }));
  const reads = await SqliteReadStore.open({ folder });
  const events = new EncryptingEventStore({ log, keys, ids: systemIds });
  await fill(events);
  await writePlainly(folder, log);
  const projections = startProjections({
    events,
    reads,
    bus: silentBus,
    clock: systemClock,
    log: pino({ level: 'warn' }),
    holder: 'bench',
  });
  try {
    await untilCaughtUp(projections);
    const baselines: number[] = [];
    const ours: number[] = [];
    // Alternates, so that other load on the machine affects both.
    for (let round = 0; round < ROUNDS; round += 1) {
      baselines.push(await perSecond(EVENTS, () => copyDirectly(folder, `copy-${round}.db`)));
      ours.push(await perSecond(EVENTS, () => projections.rebuild()));
    }
    const ratio = median(ours) / median(baselines);
    return {
      what: `rebuild of all read models from ${EVENTS} mixed events`,
      against: 'SQLite reading the same events, parsing their JSON and inserting as many rows',
      baseline: median(baselines),
      ours: median(ours),
      unit: 'events/s',
      ratio,
    };
  } finally {
    await projections.stop();
    await reads.close();
    await keys.close();
    await log.close();
    await rm(folder, { recursive: true });
  }
};

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) console.log(await run());
