import { parentPort } from 'node:worker_threads';
import { type CheckpointReply, type CheckpointRequest, SqliteCheckpointer } from './sqlite-checkpointer.ts';
import { serveWorker } from './worker-channel.ts';

if (parentPort === null) throw new Error('This file only runs as a worker.');

/** Milliseconds between two passes. */
const INTERVAL_MS = 1_000;

serveWorker<CheckpointRequest, CheckpointReply>(parentPort, () => {
  const checkpointer = new SqliteCheckpointer();
  const timer = setInterval(() => checkpointer.pass(), INTERVAL_MS);
  return {
    handle: (batch) => batch.map((request) => checkpointer.handle(request)),
    close: () => {
      clearInterval(timer);
      checkpointer.close();
    },
  };
});
