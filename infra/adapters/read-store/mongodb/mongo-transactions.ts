import type { Commit } from '@quorum/service-kit/ports/read-store.ts';
import { type ClientSession, type Db, MongoServerError, type ServerSessionId } from 'mongodb';
import { isDuplicateKey, isPassing } from '../../mongo-failure.ts';
import type { MongoGenerations } from './mongo-generations.ts';
import { carryOut, type Step } from './mongo-steps.ts';

/** Milliseconds for which a commit that the server aborted (a conflict, an election) is retried before it fails. */
const RETRY_WINDOW_MS = 5_000;
const MAX_DELAY_MS = 250;

export class MongoTransactions {
  readonly #db: Db;
  readonly #generations: MongoGenerations;
  readonly #sessions = new Set<ClientSession>();
  readonly #idle: ClientSession[] = [];

  constructor(db: Db, generations: MongoGenerations) {
    this.#db = db;
    this.#generations = generations;
    // Leases name it before the first commit.
    this.#idle.push(this.#start());
  }

  /** @returns whether the models were at the commit's `from`. */
  async commit(commit: Commit, steps: readonly Step[]): Promise<boolean> {
    const { models, from, to } = commit;
    // The checkpoints last, because all live commits share them, and this locks them for the shortest time.
    const apply = async (session: ClientSession): Promise<boolean> => {
      for (const step of steps) await carryOut(this.#db, step, session);
      return this.#generations.move(models, from, to, session);
    };
    try {
      return await this.run(apply);
    } catch (error) {
      // Sequence numbers are assigned once: the stored one was written by another runner, which then moved the checkpoint too.
      if (isDuplicateKey(error) && !(await this.#generations.standAt(commit.models, commit.from))) return false;
      throw error;
    }
  }

  /** The driver's own retry loop runs for two minutes, too long to notice an outage. @param work returns whether to commit. */
  async run(work: (session: ClientSession) => Promise<boolean>): Promise<boolean> {
    const session = this.#idle.pop() ?? this.#start();
    try {
      const isDone = await this.#repeat(() => this.#once(work, session));
      this.#idle.push(session);
      return isDone;
    } catch (error) {
      this.#sessions.delete(session);
      await session.endSession();
      throw error;
    }
  }

  /** The sessions of this process's transactions: few, because they are kept. */
  get sessions(): readonly ServerSessionId[] {
    return [...this.#sessions].flatMap(({ id }) => id ?? []);
  }

  /**
   * Aborts what a killed process left open, which the server does by itself only after a minute. A server that refuses does not
   * matter: until then, commits that need the same documents fail and are repeated.
   */
  async end(sessions: readonly ServerSessionId[] = []): Promise<void> {
    // An empty list would end those of all processes.
    if (sessions.length === 0) return;
    await this.#db.command({ killSessions: sessions }).catch(() => undefined);
  }

  #start(): ClientSession {
    const session = this.#db.client.startSession();
    this.#sessions.add(session);
    return session;
  }

  async #once(work: (session: ClientSession) => Promise<boolean>, session: ClientSession): Promise<boolean> {
    session.startTransaction();
    try {
      const isWanted = await work(session);
      await (isWanted ? session.commitTransaction() : session.abortTransaction());
      return isWanted;
    } finally {
      if (session.inTransaction()) await session.abortTransaction();
    }
  }

  async #repeat(once: () => Promise<boolean>): Promise<boolean> {
    const until = performance.now() + RETRY_WINDOW_MS;
    for (let pause = 5; ; pause = Math.min(MAX_DELAY_MS, 2 * pause)) {
      try {
        return await once();
      } catch (error) {
        if (!isPassing(error) || performance.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)));
      }
    }
  }
}

/** Error codes of servers without transactions. */
const NO_TRANSACTIONS: ReadonlySet<unknown> = new Set([20, 59, 115, 263, 238]);

const refuseServer = (): never => {
  throw new Error('the server has no transactions; run MongoDB as a replica set (replicaSet=… in the URI)');
};

/** Tries a transaction, because not every server that calls itself a replica set has them. @throws Error if there are none. */
export const requireTransactions = async (db: Db): Promise<void> => {
  const hello = await db.command({ hello: 1 });
  if (hello.setName === undefined && hello.msg !== 'isdbgrid') refuseServer();
  await db.client.withSession(async (session) => {
    session.startTransaction();
    try {
      await db.collection('read_generations').findOne({}, { session });
      await session.commitTransaction();
    } catch (error) {
      if (error instanceof MongoServerError && NO_TRANSACTIONS.has(error.code)) refuseServer();
      throw error;
    }
  });
};
