import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { SqliteEventLog } from '@quorum/infra/adapters/event-log/sqlite/sqlite-event-log.ts';
import {
  CHAIN_START,
  chainHash,
  openForWriting,
  storedHash,
} from '@quorum/infra/adapters/event-log/sqlite/sqlite-event-schema.ts';
import type { EventToAppend } from '@quorum/service-kit/ports/event-log.ts';
import { type Measurement, median, perSecond } from './measure.ts';
import { inFolder } from './support/in-folder.ts';

const APPENDS = 12_800;
const CONCURRENT = 64;
const ROUNDS = 9;
/** Warm-up rounds, in which V8 compiles the code of the log's thread. A serving process does so once. */
const WARM_UP = 2;
const EVENT_BYTES = 300;

const makeEvents = (): (EventToAppend & { stream: string })[] =>
  Array.from({ length: APPENDS }, () => ({
    stream: `message-${randomUUID()}`,
    id: randomUUID(),
    type: 'MessagePosted',
    data: JSON.stringify({ text: 'x'.repeat(EVENT_BYTES - 11) }),
    metadata: '{"schemaVersion":1}',
  }));

type Log = { append(): Promise<number>; close(): Promise<void> };

/** The same rows with precomputed hashes, in transactions as large as the number of appenders. */
const rawTable = (folder: string): Log => {
  const db = openForWriting({ path: join(folder, 'baseline.db') });
  const insert = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  let position = 0;
  const rowOf = ({ stream, id, type, data, metadata }: ReturnType<typeof makeEvents>[number]) => {
    const recordedAt = Date.now();
    position += 1;
    const hash = chainHash(CHAIN_START, { position, stream, revision: 0, id, type, data, metadata, recordedAt });
    return [position, stream, 0, id, type, data, metadata, recordedAt, storedHash(hash)];
  };
  const group = db.transaction((rows: ReturnType<typeof rowOf>[]) => {
    for (const row of rows) insert.run(...row);
  });
  return {
    append: () => {
      const rows = makeEvents().map(rowOf);
      return perSecond(APPENDS, () => {
        for (let first = 0; first < rows.length; first += CONCURRENT) group(rows.slice(first, first + CONCURRENT));
      });
    },
    close: async () => void db.close(),
  };
};

const eventLog = async (folder: string): Promise<Log> => {
  const log = await SqliteEventLog.open({ folder });
  return {
    append: () => {
      const events = makeEvents();
      const appender = async (): Promise<void> => {
        for (let event = events.pop(); event !== undefined; event = events.pop()) {
          const { stream, ...toAppend } = event;
          const outcome = await log.append(stream, [toAppend], 'none');
          if (!outcome.ok) throw new Error('a conflict on a new stream');
        }
      };
      return perSecond(APPENDS, () => Promise.all(Array.from({ length: CONCURRENT }, appender)));
    },
    close: () => log.close(),
  };
};

/** Rounds alternate, so that other load on the machine affects both. Both files grow from round to round. */
export const run = (): Promise<Measurement> =>
  inFolder(async (folder) => {
    const [raw, log] = [rawTable(folder), await eventLog(folder)];
    const baselines: number[] = [];
    const ours: number[] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      baselines.push(await raw.append());
      ours.push(await log.append());
    }
    await Promise.all([raw.close(), log.close()]);
    const [baseline, own] = [median(baselines.slice(WARM_UP)), median(ours.slice(WARM_UP))];
    const ratio = own / baseline;
    return {
      what: `durable appends, ${CONCURRENT} concurrent, ${EVENT_BYTES}-byte events, one each`,
      against: `SQLite inserting the same rows, FULL, groups of ${CONCURRENT}`,
      baseline,
      ours: own,
      unit: 'appends/s',
      ratio,
      reach: '≥ 0.55',
      reached: ratio >= 0.55,
    };
  });
