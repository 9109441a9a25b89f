import { randomUUID } from 'node:crypto';
import { SqliteEventLog } from '../sqlite/sqlite-event-log.ts';

/** Runs as a separate process: appends with 16 writers and prints the id of every acknowledged event, until it is killed. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('names no folder');
const log = await SqliteEventLog.open({ folder });

const write = async (): Promise<never> => {
  const stream = `s-${randomUUID()}`;
  for (let revision = 0; ; revision++) {
    const id = randomUUID();
    const event = { id, type: 'Happened', data: '{}', metadata: '{}' };
    const outcome = await log.append(stream, [event], revision === 0 ? 'none' : revision - 1);
    if (!outcome.ok) throw new Error(`a conflict on ${stream}, which nobody else writes`);
    process.stdout.write(`${id}\n`);
  }
};
await Promise.all(Array.from({ length: 16 }, write));
