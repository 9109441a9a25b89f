import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteEventLog } from '@quorum/infra/adapters/event-log/sqlite-event-log.ts';
import {
  CHAIN_START,
  chainHash,
  openForWriting,
  packTexts,
} from '@quorum/infra/adapters/event-log/sqlite-event-schema.ts';
import type { EventToAppend } from '@quorum/service-kit/ports/event-log.ts';
import { type Measurement, median, perSecond } from './measure.ts';

const APPENDS = 12_800;
const CONCURRENT = 64;
const ROUNDS = 5;
const EVENT_BYTES = 300;

const makeEvents = (): (EventToAppend & { stream: string })[] =>
  Array.from({ length: APPENDS }, () => ({
    stream: `message-${randomUUID()}`,
    id: randomUUID(),
    type: 'MessagePosted',
    data: JSON.stringify({ text: 'x'.repeat(EVENT_BYTES - 11) }),
    metadata: '{"schemaVersion":1}',
  }));

/** The same rows, hashes and packed texts included and computed beforehand, in transactions of as many as the log has appenders. */
const insertDirectly = async (folder: string): Promise<number> => {
  const db = openForWriting(join(folder, 'baseline.db'));
  const insert = db.prepare("INSERT INTO events VALUES (?, ?, ?, '', ?, '', '', ?, ?, ?)");
  const rows = makeEvents().map(({ stream, id, type, data, metadata }, index) => {
    const recordedAt = Date.now();
    const position = index + 1;
    const hash = chainHash(CHAIN_START, { position, stream, revision: 0, id, type, data, metadata, recordedAt });
    return [position, stream, 0, type, recordedAt, hash, packTexts(stream, { id, data, metadata })];
  });
  const group = db.transaction((first: number) => {
    for (const row of rows.slice(first, first + CONCURRENT)) insert.run(...row);
  });
  const rate = await perSecond(APPENDS, () => {
    for (let first = 0; first < rows.length; first += CONCURRENT) group(first);
  });
  db.close();
  return rate;
};

const appendToLog = async (folder: string): Promise<number> => {
  const log = await SqliteEventLog.open({ folder });
  const events = makeEvents();
  const appender = async (): Promise<void> => {
    for (let event = events.pop(); event !== undefined; event = events.pop()) {
      const { stream, ...toAppend } = event;
      const outcome = await log.append(stream, [toAppend], 'none');
      if (!outcome.ok) throw new Error('a conflict on a new stream');
    }
  };
  const rate = await perSecond(APPENDS, () => Promise.all(Array.from({ length: CONCURRENT }, appender)));
  await log.close();
  return rate;
};

const inFolder = async (work: (folder: string) => Promise<number>): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'append-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Alternates, so that whatever else the machine does falls on both. */
export const run = async (): Promise<Measurement> => {
  const baselines: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    baselines.push(await inFolder(insertDirectly));
    ours.push(await inFolder(appendToLog));
  }
  const ratio = median(ours) / median(baselines);
  return {
    what: `durable appends, ${CONCURRENT} concurrent, ${EVENT_BYTES}-byte events, one each`,
    against: `better-sqlite3 inserting the same rows, FULL, groups of ${CONCURRENT}`,
    baseline: median(baselines),
    ours: median(ours),
    unit: 'appends/s',
    ratio,
    reach: '≥ 0.55',
    reached: ratio >= 0.55,
  };
};
