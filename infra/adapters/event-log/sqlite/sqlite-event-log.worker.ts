import { parentPort, workerData } from 'node:worker_threads';
import type { SqliteFile } from '../../sqlite-file.ts';
import { serveWorker } from '../../worker-channel.ts';
import { type AppendReply, type AppendRequest, SqliteEventWriter } from './sqlite-event-writer.ts';

if (parentPort === null) throw new Error('This file only runs as a worker.');

serveWorker<AppendRequest, AppendReply>(parentPort, () => {
  const writer = new SqliteEventWriter(workerData as SqliteFile);
  return { handle: (batch) => writer.commit(batch), close: () => writer.close() };
});
