import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '@quorum/service-kit/message-of.ts';
import type { SqliteFile } from '../../sqlite-file.ts';
import { serveWorker } from '../../worker-channel.ts';
import type { FindReply } from './sqlite-finder.ts';
import type { Sql } from './sqlite-query.ts';
import { StatementCache } from './sqlite-reader.ts';
import { isEngineFailure, openForReads } from './sqlite-schema.ts';

if (parentPort === null) throw new Error('This file only runs as a worker.');

const found = (statements: StatementCache, { text, values }: Sql): FindReply => {
  try {
    return { rows: statements.get(text).all(...values) as string[] };
  } catch (error) {
    return isEngineFailure(error) ? { unavailable: error.message } : { misuse: messageOf(error) };
  }
};

serveWorker<Sql, FindReply>(parentPort, () => {
  const statements = new StatementCache(openForReads(workerData as SqliteFile));
  return { handle: (batch) => batch.map((sql) => found(statements, sql)), close: () => statements.close() };
});
