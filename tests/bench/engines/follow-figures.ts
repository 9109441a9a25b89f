import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent, streamNameFilter } from '@eventstore/db-client';
import { EventStoreDbEventLog } from '@quorum/infra/adapters/event-log/eventstoredb/eventstoredb-event-log.ts';
import { SqliteEventLog } from '@quorum/infra/adapters/event-log/sqlite/sqlite-event-log.ts';
import { SqliteReadStore } from '@quorum/infra/adapters/read-store/sqlite/sqlite-read-store.ts';
import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import { type Projections, startProjections } from '@quorum/projections/start-projections.ts';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import { systemClock } from '@quorum/service-kit/ports/clock.ts';
import { BEFORE_FIRST, type Position } from '@quorum/service-kit/ports/event-log.ts';
import { activeCheckpoint } from '@quorum/service-kit/read-position.ts';
import { MemoryKeyStore } from '@quorum/service-kit/testing/memory-key-store.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import pino from 'pino';
import { type Measurement, median, perSecond } from '../measure.ts';
import { type Happening, mixedHistory } from '../mixed-history.ts';
import { silentBus } from '../support/silent-bus.ts';

const EVENTS = Number(process.env.BENCH_ENGINE_EVENTS ?? 100_000);
const FOREIGN = Number(process.env.BENCH_FOREIGN_EVENTS ?? 100_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const HOUR = 3_600_000;
const METADATA = { actor: 'bench', commandId: 'bench', correlationId: 'bench', causationId: 'bench' };

/** Milliseconds that one pass over the log may take, so that a hanging benchmark fails. */
const WITHIN = 120_000;

const inTime = async (what: string, work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${WITHIN / 1_000} s`)), WITHIN);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** A stream occurs only once among concurrent appends. */
const fill = async (store: EncryptingEventStore): Promise<void> => {
  let wave = new Map<string, Happening>();
  const flush = async (): Promise<void> => {
    const appends = [...wave.values()].map(({ stream, event, expected }) =>
      store.append(stream, [event], expected, METADATA),
    );
    await Promise.all(appends);
    wave = new Map();
  };
  for (const happening of mixedHistory(EVENTS)) {
    if (wave.size === 256 || wave.has(happening.stream)) await flush();
    wave.set(happening.stream, happening);
  }
  await flush();
};

/** The client's own subscription to the same events, without processing. */
const subscribeBarely = async (uri: string, prefix: string): Promise<void> => {
  const client = EventStoreDBClient.connectionString(uri);
  const subscription = client.subscribeToAll({ filter: streamNameFilter({ prefixes: [prefix] }) });
  let seen = 0;
  for await (const { event } of subscription) if (event !== undefined && ++seen >= EVENTS) break;
  await client.dispose();
};

const follow = async (log: EventStoreDbEventLog): Promise<void> => {
  let seen = 0;
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const subscription = log.follow('', async (events) => {
    seen += events.length;
    if (seen >= EVENTS) finish();
  });
  await finished;
  await subscription.stop();
};

const untilCaughtUp = async ({ projections, checkpoint }: Models, head: Position): Promise<void> => {
  await until(async () => (await checkpoint()) >= head, HOUR, 10);
  // Nothing is parked. This call waits for the indexes, which are built last and belong to the catch-up.
  await projections.dropParked('chat', BEFORE_FIRST);
};

type Models = { readonly projections: Projections; checkpoint(): Promise<Position>; stop(): Promise<void> };

const modelsIn = async (folder: string, events: EncryptingEventStore): Promise<Models> => {
  const reads = await SqliteReadStore.open({ folder });
  const log = pino({ level: 'error' });
  const projections = startProjections({ events, reads, bus: silentBus, clock: systemClock, log, holder: 'bench' });
  return {
    projections,
    // The rest of a status is read from the log, which would distort the measurement.
    checkpoint: async () => (await activeCheckpoint(reads, 'chat')) ?? BEFORE_FIRST,
    stop: async () => {
      await projections.stop();
      await reads.close();
    },
  };
};

const rateRow = (what: string, against: string, baseline: number, ours: number): Measurement => ({
  what,
  against,
  baseline,
  ours,
  unit: 'events/s',
  ratio: ours / baseline,
});

/** The server that the figures describe. */
export const SERVER = process.env.EVENTSTORE_URI === undefined ? 'a stand-in for EventStoreDB' : 'EventStoreDB';

/** The same events in the embedded log. */
const embedded = async (folder: string, keys: CachingKeyStore) => {
  const log = await SqliteEventLog.open({ folder: join(folder, 'embedded') });
  const store = new EncryptingEventStore({ log, keys, ids: systemIds });
  await fill(store);
  return { log, store, head: await log.head() };
};

/** Milliseconds from the answer to an append until the read models have it. */
const timeUntilFolded = async (store: EncryptingEventStore, models: Models): Promise<number> => {
  const [happening] = mixedHistory(1);
  if (happening === undefined) throw new Error('no history');
  const outcome = await store.append(`message-${randomUUID()}`, [happening.event], 'none', METADATA);
  if (!outcome.ok) throw new Error('a conflict on a new stream');
  const began = performance.now();
  await until(async () => (await models.checkpoint()) >= outcome.position, HOUR, 10);
  return performance.now() - began;
};

/** Delay of our message while another product writes a stream of 2 kB events to the same server. */
const foreignRow = async (uri: string, store: EncryptingEventStore, models: Models): Promise<Measurement> => {
  const client = EventStoreDBClient.connectionString(uri);
  let isWriting = true;
  const write = async (): Promise<void> => {
    for (let left = FOREIGN / 8; left > 0 && isWriting; left -= 100) {
      const events = Array.from({ length: 100 }, () =>
        jsonEvent({ type: 'Foreign', data: { text: 'x'.repeat(2_000) } }),
      );
      await client.appendToStream(`other-${randomUUID()}`, events);
    }
  };
  const writing = Promise.all(Array.from({ length: 8 }, write)).finally(() => {
    isWriting = false;
  });
  const watching = async (): Promise<number> => {
    let most = 0;
    while (isWriting) most = Math.max(most, await timeUntilFolded(store, models));
    return most;
  };
  const [written, watched] = await Promise.allSettled([
    writing,
    watching().finally(() => {
      isWriting = false;
    }),
  ]);
  await client.dispose();
  if (written.status === 'rejected') throw written.reason;
  if (watched.status === 'rejected') throw watched.reason;
  const most = watched.value;
  return {
    what: `read models in SQLite behind while ${FOREIGN} events of another product are written`,
    against: 'nothing else in the server',
    baseline: 0,
    ours: most / 1_000,
    unit: 's',
    ratio: most / 1_000,
    reach: '≤ 2 s',
    reached: most <= 2_000,
  };
};

/** Speed of following and folding the log. */
export const followFigures = async (folder: string, uri: string): Promise<Measurement[]> => {
  const prefix = `bench-${randomUUID()}-`;
  const keys = new CachingKeyStore(new MemoryKeyStore());
  const log = new EventStoreDbEventLog({ uri, prefix });
  const store = new EncryptingEventStore({ log, keys, ids: systemIds });
  await fill(store);
  const head = await log.head();
  const beside = await embedded(folder, keys);
  const [bare, followed, caughtUp, rebuilt]: [number[], number[], number[], number[]] = [[], [], [], []];
  const [caughtUpBeside, rebuiltBeside]: [number[], number[]] = [[], []];
  let models: Models | undefined;
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await models?.stop();
      bare.push(await perSecond(EVENTS, () => inTime('bare subscription', subscribeBarely(uri, prefix))));
      followed.push(await perSecond(EVENTS, () => inTime('follow', follow(log))));
      const other = await modelsIn(join(folder, `embedded-models-${round}`), beside.store);
      models = other;
      caughtUpBeside.push(await perSecond(EVENTS, () => inTime('embedded', untilCaughtUp(other, beside.head))));
      rebuiltBeside.push(await perSecond(EVENTS, () => inTime('embedded rebuild', other.projections.rebuild())));
      await other.stop();
      const begun = await modelsIn(join(folder, `models-${round}`), store);
      models = begun;
      caughtUp.push(await perSecond(EVENTS, () => inTime('first catch-up', untilCaughtUp(begun, head))));
      rebuilt.push(await perSecond(EVENTS, () => inTime('rebuild', begun.projections.rebuild())));
    }
    const foreign = await foreignRow(uri, store, models as Models);
    return [
      {
        ...rateRow(
          `follow of ${EVENTS} mixed events on ${SERVER}`,
          "the client's bare subscription",
          median(bare),
          median(followed),
        ),
        reach: '≥ 0.6',
        reached: median(followed) / median(bare) >= 0.6,
      },
      rateRow(
        'first catch-up of the read models in SQLite with them',
        'the same follow',
        median(followed),
        median(caughtUp),
      ),
      rateRow('rebuild of the read models in SQLite from them', 'the same follow', median(followed), median(rebuilt)),
      rateRow(
        `first catch-up of the read models in SQLite, measured on ${SERVER}`,
        'the embedded log',
        median(caughtUpBeside),
        median(caughtUp),
      ),
      rateRow(
        `rebuild of the read models in SQLite, measured on ${SERVER}`,
        'the embedded log',
        median(rebuiltBeside),
        median(rebuilt),
      ),
      foreign,
    ];
  } finally {
    await models?.stop();
    await beside.log.close();
    await log.close();
    await keys.close();
  }
};
