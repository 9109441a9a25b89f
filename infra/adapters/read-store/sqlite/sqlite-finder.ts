import { ReadStoreUnavailableError } from '@quorum/service-kit/ports/read-store.ts';
import type { SqliteFile } from '../../sqlite-file.ts';
import { WorkerChannel, WorkerLostError } from '../../worker-channel.ts';
import type { Sql } from './sqlite-query.ts';

/** Errors as values, because error classes do not survive the transfer between threads. */
export type FindReply =
  | { readonly rows: readonly string[] }
  | { readonly unavailable: string }
  | { readonly misuse: string };

/**
 * Queries term indexes in a thread of its own: what somebody types decides how long that takes, and nobody else may wait for it. The
 * thread starts with the first query.
 */
export class SqliteFinder {
  readonly #channel: WorkerChannel<Sql, FindReply>;

  constructor(file: SqliteFile) {
    this.#channel = new WorkerChannel('sqlite-finder', file, { gathers: false });
  }

  /** @returns the first column of each row. @throws ReadStoreUnavailableError */
  async rows(sql: Sql): Promise<readonly string[]> {
    let reply: FindReply;
    try {
      reply = await this.#channel.send(sql);
    } catch (error) {
      if (!(error instanceof WorkerLostError)) throw error;
      throw new ReadStoreUnavailableError(`The term indexes cannot be read: ${error.message}`, { cause: error });
    }
    if ('rows' in reply) return reply.rows;
    if ('misuse' in reply) throw new Error(reply.misuse);
    throw new ReadStoreUnavailableError(`The term indexes cannot be read: ${reply.unavailable}`);
  }

  close(): Promise<void> {
    return this.#channel.close();
  }
}
