import type { Db, Collection as MongoCollection } from 'mongodb';
import type { ServerClock } from './mongo-clock.ts';
import { isDuplicateKey } from './mongo-failure.ts';

/** One holder's time with a lease. Only that holder changes it; who follows begins the next term. */
type Term = {
  readonly _id: string;
  readonly name: string;
  readonly term: number;
  readonly holder: string;
  /** By the server's clock: those of two hosts may be further apart than a lease lasts. */
  readonly expiresAt: number;
};

/**
 * Leases that go to one holder at a time also where an update reads and writes in two steps: a lease is taken by inserting its
 * next term, which only one of several can do on any server, and never by overwriting what somebody else wrote.
 */
export class MongoLeases {
  readonly #terms: MongoCollection<Term>;
  readonly #clock: ServerClock;

  constructor(db: Db, clock: ServerClock) {
    this.#terms = db.collection<Term>('read_leases');
    this.#clock = clock;
  }

  /** @param ttl milliseconds. @returns whether `holder` has it now; of no time, whether nobody else has. */
  async take(name: string, holder: string, ttl: number): Promise<boolean> {
    // Asked for first: a term that was renewed meanwhile must not look as if it had run out.
    const { now, atMost } = await this.#clock();
    const newest = await this.#newest(name);
    if (newest === undefined || newest.expiresAt <= now)
      return ttl === 0 || this.#begin(name, newest, holder, now + ttl);
    if (newest.holder !== holder) return false;
    await this.#terms.updateOne({ _id: newest._id }, { $set: { expiresAt: now + ttl } });
    // Nobody begins a term before the former one has run out.
    return atMost() < newest.expiresAt || this.#isNewest(newest);
  }

  /** The term stays, run out, so that terms never count from the beginning again. */
  async release(name: string, holder: string): Promise<void> {
    const newest = await this.#newest(name);
    if (newest?.holder === holder) await this.#terms.updateOne({ _id: newest._id }, { $set: { expiresAt: 0 } });
  }

  async #begin(name: string, former: Term | undefined, holder: string, expiresAt: number): Promise<boolean> {
    const term = (former?.term ?? 0) + 1;
    const own: Term = { _id: `${name}#${term}`, name, term, holder, expiresAt };
    try {
      await this.#terms.insertOne(own);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
    // Who looked long ago may begin a term that others have begun, ended and cleared away since.
    if (!(await this.#isNewest(own))) return false;
    await this.#terms.deleteMany({ name, term: { $lt: term } });
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
