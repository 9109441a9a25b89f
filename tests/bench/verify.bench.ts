import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { SqliteEventLog } from '@quorum/infra/adapters/event-log/sqlite/sqlite-event-log.ts';
import { SqliteEventWriter } from '@quorum/infra/adapters/event-log/sqlite/sqlite-event-writer.ts';
import Database from 'better-sqlite3-multiple-ciphers';
import { type Measurement, perSecond } from './measure.ts';
import { inFolder } from './support/in-folder.ts';

const EVENTS = Number(process.env.BENCH_VERIFY_EVENTS ?? 1_000_000);
const APPENDED_AT_ONCE = 5000;
const REACH = 30_000;
/** Limit for additional memory in bytes: some pages of rows, and the cache of the file. */
const MAX_GROWTH = 150 * 2 ** 20;

const metadata = JSON.stringify({ actor: randomUUID(), commandId: randomUUID(), correlationId: randomUUID() });
/** The size of a short message after encryption. */
const data = JSON.stringify({
  messageId: randomUUID(),
  groupId: randomUUID(),
  $box: [{ s: randomUUID(), c: 'x'.repeat(120) }],
});

const fill = (file: string): void => {
  const writer = new SqliteEventWriter({ path: file });
  for (let done = 0; done < EVENTS; done += APPENDED_AT_ONCE) {
    writer.commit(
      Array.from({ length: APPENDED_AT_ONCE }, () => ({
        stream: `message-${randomUUID()}`,
        events: [{ id: randomUUID(), type: 'MessagePosted', data, metadata }],
        expected: 'none' as const,
        now: Date.now(),
      })),
    );
  }
  writer.close();
};

const readOnly = (file: string): void => {
  const db = new Database(file, { readonly: true });
  let bytes = 0;
  for (const row of db.prepare('SELECT data FROM events ORDER BY position').iterate() as Iterable<{
    data: string;
  }>)
    bytes += row.data.length;
  db.close();
  if (bytes < EVENTS) throw new Error('nothing was read');
};

/** Checks the hash chain of a large log: its speed, and that memory does not grow. */
export const run = (): Promise<readonly Measurement[]> =>
  inFolder(async (folder) => {
    const file = join(folder, 'events.db');
    fill(file);
    const baseline = await perSecond(EVENTS, () => readOnly(file));
    const log = await SqliteEventLog.open({ folder, readOnly: true });
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 20);
    const ours = await perSecond(EVENTS, async () => {
      for await (const fault of log.verify()) throw new Error(`${fault.stream} ${fault.revision} is ${fault.reason}`);
    });
    clearInterval(watch);
    await log.close();
    const [first, last] = [before, most].map((bytes) => bytes / 2 ** 20) as [number, number];
    return [
      {
        what: `Check the hash chain of ${EVENTS.toLocaleString('en-US')} events`,
        against: 'reading the same rows',
        baseline,
        ours,
        unit: 'events/s',
        ratio: ours / baseline,
        reach: `≥ ${REACH.toLocaleString('en-US')} events/s`,
        reached: ours >= REACH,
      },
      {
        what: 'Most memory while it is checked',
        against: 'before it',
        baseline: first,
        ours: last,
        unit: 'MB',
        ratio: last / first,
        reach: '≤ 150 MB more',
        reached: most - before <= MAX_GROWTH,
      },
    ];
  });
