import { parentPort, workerData } from 'node:worker_threads';
import { serveWorker } from '../../worker-channel.ts';
import { SqliteCommitter, type StoreReply, type StoreRequest } from './sqlite-committer.ts';
import { currentFile } from './sqlite-read-files.ts';

if (parentPort === null) throw new Error('This file only runs as a worker.');

serveWorker<StoreRequest, StoreReply>(parentPort, () => {
  const { folder, key } = workerData as { folder: string; key?: Uint8Array };
  const committer = new SqliteCommitter({ path: currentFile(folder), key });
  return { handle: (batch) => batch.map((request) => committer.handle(request)), close: () => committer.close() };
});
