import { parentPort, workerData } from 'node:worker_threads';
import type { SqliteFile } from '../../sqlite-file.ts';
import { serveWorker } from '../../worker-channel.ts';
import { SqliteCommitter, type StoreReply, type StoreRequest } from './sqlite-committer.ts';

if (parentPort === null) throw new Error('This file only runs as a worker.');

serveWorker<StoreRequest, StoreReply>(parentPort, () => {
  const committer = new SqliteCommitter(workerData as SqliteFile);
  return { handle: (batch) => batch.map((request) => committer.handle(request)), close: () => committer.close() };
});
