import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteCheckpointer } from '../../sqlite-checkpointer.ts';
import { SqliteEventLog } from '../sqlite/sqlite-event-log.ts';

/**
 * Runs as a separate process: appends large events, prints the id of each acknowledged one, and copies the write-ahead log between
 * two lines that say so, until it is killed.
 */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('names no folder');
const log = await SqliteEventLog.open({ folder });
const checkpointer = new SqliteCheckpointer();
checkpointer.handle({ kind: 'watch', id: 0, file: { path: join(folder, 'events.db') } });
const print = (line: string): void => void writeSync(1, `${line}\n`);

for (;;) {
  const appends = Array.from({ length: 200 }, async () => {
    const id = randomUUID();
    await log.append(`s-${id}`, [{ id, type: 'Happened', data: 'x'.repeat(50_000), metadata: '{}' }], 'none');
    print(id);
  });
  await Promise.all(appends);
  print('copies');
  checkpointer.pass();
  print('copied');
}
