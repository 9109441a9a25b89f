import type { Db, Collection as MongoCollection, ServerSessionId } from 'mongodb';
import { isDuplicateKey } from '../../mongo-failure.ts';
import type { ServerClock } from './mongo-clock.ts';
import type { MongoTransactions } from './mongo-transactions.ts';

/** One holder's term of a lease. Only that holder changes it; a successor starts the next term. */
type Term = {
  readonly _id: string;
  readonly name: string;
  readonly term: number;
  readonly holder: string;
  /** By the server's clock: two hosts' clocks may differ by more than a lease lasts. */
  readonly expiresAt: number;
  /** Session of the holder's transactions. Absent when it released the lease. */
  readonly sessions?: readonly ServerSessionId[];
};

/**
 * Leases that only one holder can have at a time. A lease is taken by inserting its next term, which only one of several can do,
 * and never by overwriting another holder's.
 */
export class MongoLeases {
  readonly #terms: MongoCollection<Term>;
  readonly #clock: ServerClock;
  readonly #transactions: MongoTransactions;

  constructor(db: Db, clock: ServerClock, transactions: MongoTransactions) {
    this.#terms = db.collection<Term>('read_leases');
    this.#clock = clock;
    this.#transactions = transactions;
  }

  /** @param ttl milliseconds. @returns whether `holder` has it now; for a ttl of 0, whether nobody else has. */
  async take(name: string, holder: string, ttl: number): Promise<boolean> {
    // Ask for the time first: a term renewed after that must not look expired.
    const { now, atMost } = await this.#clock();
    const newest = await this.#newest(name);
    if (newest === undefined || newest.expiresAt <= now)
      return ttl === 0 || this.#begin(name, newest ?? {}, holder, now + ttl);
    if (newest.holder !== holder) return false;
    const { sessions } = this.#transactions;
    await this.#terms.updateOne({ _id: newest._id }, { $set: { expiresAt: now + ttl, sessions } });
    // Nobody starts a term before the previous one has expired.
    return atMost() < newest.expiresAt || this.#isNewest(newest);
  }

  /** The expired term stays, so that terms never start counting from the beginning again. */
  async release(name: string, holder: string): Promise<void> {
    const newest = await this.#newest(name);
    if (newest?.holder !== holder) return;
    await this.#terms.updateOne({ _id: newest._id }, { $set: { expiresAt: 0 }, $unset: { sessions: '' } });
  }

  async #begin(name: string, former: Partial<Term>, holder: string, expiresAt: number): Promise<boolean> {
    const term = (former.term ?? 0) + 1;
    const { sessions } = this.#transactions;
    const own: Term = { _id: `${name}#${term}`, name, term, holder, expiresAt, sessions };
    try {
      await this.#terms.insertOne(own);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
    // A holder with stale information may start a term that others have started, ended and removed since.
    if (!(await this.#isNewest(own))) return false;
    await this.#terms.deleteMany({ name, term: { $lt: term } });
    await this.#transactions.end(former.sessions);
    return true;
  }

  async #newest(name: string): Promise<Term | undefined> {
    const [newest] = await this.#terms.find({ name }).sort({ term: -1 }).limit(1).toArray();
    return newest;
  }

  async #isNewest({ _id, name }: Term): Promise<boolean> {
    return (await this.#newest(name))?._id === _id;
  }
}
