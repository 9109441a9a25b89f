import { parentPort, workerData } from 'node:worker_threads';
import type { SqliteFile } from '../sqlite-file.ts';
import { serveWorker } from '../worker-channel.ts';
import { type KeyReply, type KeyRequest, SqliteKeyFile } from './sqlite-key-file.ts';

if (parentPort === null) throw new Error('This file only runs as a worker.');

serveWorker<KeyRequest, KeyReply>(parentPort, () => {
  const keys = new SqliteKeyFile(workerData as SqliteFile);
  return { handle: (batch) => keys.handle(batch), close: () => keys.close() };
});
