import type { Change, ReadStore } from '@quorum/service-kit/ports/read-store.ts';

/** Maximum changes prepared at once. */
const PAGE_SIZE = 500;

/** Milliseconds until work that failed is tried again. */
const RETRY_DELAY_MS = 5_000;

/** Handles an audience's changes: each is delivered once and in order, or the audience has to reload. */
export type Deliver<P> = {
  /** Looks up what a batch of changes needs; returns one item per change. */
  readonly prepare: (changes: readonly Change[]) => Promise<readonly P[]>;
  /** Work required before this change is delivered; none for most. */
  readonly before: (change: Change) => Promise<void> | undefined;
  /** Delivers one change, synchronously. */
  readonly show: (change: Change, prepared: P) => void;
  readonly reload: (audience: string, sequence: number) => Promise<void>;
};

type Sequences = Pick<ReadStore, 'changesAfter' | 'sequence' | 'sequences'>;

type Followed = {
  /** Last sequence delivered. */
  delivered: number;
  followers: number;
  /** Resolves when `delivered` is known. */
  readonly started: Promise<void>;
  work: Promise<void>;
  waiting: Change[];
  gone: boolean;
  /** Whether it is tried again soon. */
  hasFailed: boolean;
};

const isContiguous = (changes: readonly Change[], after: number): boolean =>
  changes.every((change, index) => change.sequence === after + 1 + index);

/**
 * Delivers the changes of followed audiences, each once and in order, even if the bus loses or repeats some: gaps in the sequence are
 * filled from the read store. Work on one audience is serialized. Failed work is retried with the next change, or some seconds
 * later.
 */
export class AudienceFeed<P> {
  readonly #reads: Sequences;
  readonly #deliver: Deliver<P>;
  readonly #onError: (error: unknown) => void;
  readonly #followed = new Map<string, Followed>();

  constructor(reads: Sequences, deliver: Deliver<P>, onError: (error: unknown) => void) {
    this.#reads = reads;
    this.#deliver = deliver;
    this.#onError = onError;
  }

  get size(): number {
    return this.#followed.size;
  }

  /** Last sequence delivered to an audience; `undefined` if it is not followed. */
  delivered(audience: string): number | undefined {
    return this.#followed.get(audience)?.delivered;
  }

  /** Follows audiences from their current sequences on. Each call needs one matching `release` per audience. */
  async follow(audiences: readonly string[]): Promise<void> {
    const unknown = audiences.filter((audience) => !this.#followed.has(audience));
    if (unknown.length > 0) {
      // Changes that arrive while the sequences are read queue up behind them.
      const sequences = this.#reads.sequences(unknown);
      for (const audience of unknown) this.#followed.set(audience, startAt(sequences, audience));
    }
    const followed = audiences.flatMap((audience) => this.#followed.get(audience) ?? []);
    for (const one of followed) one.followers += 1;
    try {
      await Promise.all(followed.map((one) => one.started));
    } catch (error) {
      this.release(audiences);
      throw error;
    }
  }

  /** Drops an audience without followers. */
  release(audiences: readonly string[]): void {
    for (const audience of audiences) {
      const followed = this.#followed.get(audience);
      if (followed === undefined) continue;
      followed.followers -= 1;
      if (followed.followers > 0) continue;
      followed.gone = true;
      this.#followed.delete(audience);
    }
  }

  /** Takes a message from the bus. */
  take(changes: readonly Change[]): void {
    for (const change of changes) {
      const followed = this.#followed.get(change.audience);
      if (followed === undefined) continue;
      followed.waiting.push(change);
      if (followed.waiting.length === 1) {
        void this.#enqueue(change.audience, () => this.#advance(change.audience, followed));
      }
    }
  }

  /** Compares what was delivered with what is stored, and delivers what the bus lost. @param pause milliseconds between pages. */
  async reconcile(pause = 0): Promise<void> {
    const audiences = [...this.#followed.keys()];
    for (let start = 0; start < audiences.length; start += PAGE_SIZE) {
      if (start > 0) await new Promise((resolve) => setTimeout(resolve, pause).unref());
      // The gateway has closed since.
      if (this.#followed.size === 0) return;
      const stored = await this.#reads.sequences(audiences.slice(start, start + PAGE_SIZE));
      for (const [audience, sequence] of stored) {
        const followed = this.#followed.get(audience);
        if (followed !== undefined && followed.delivered < sequence) {
          void this.#enqueue(audience, () => this.#catchUp(audience, followed, sequence));
        }
      }
    }
  }

  /** Runs work between an audience's changes: none is delivered until it ends. Rejects if the work does. */
  inOrder(audience: string, work: () => Promise<void>): Promise<void> {
    const followed = this.#followed.get(audience);
    if (followed === undefined) return Promise.resolve();
    const done = followed.work.then(work);
    // The caller of the work gets its failure.
    followed.work = done.catch(() => {});
    return done;
  }

  #enqueue(audience: string, work: () => Promise<void>): Promise<void> {
    return this.inOrder(audience, work).catch((error: unknown) => {
      this.#onError(error);
      this.#tryAgain(audience);
    });
  }

  #tryAgain(audience: string): void {
    const followed = this.#followed.get(audience);
    if (followed === undefined || followed.hasFailed) return;
    followed.hasFailed = true;
    setTimeout(() => {
      followed.hasFailed = false;
      void this.#enqueue(audience, () => this.#catchUp(audience, followed, Number.POSITIVE_INFINITY));
    }, RETRY_DELAY_MS).unref();
  }

  async #advance(audience: string, followed: Followed): Promise<void> {
    const taken = followed.waiting;
    followed.waiting = [];
    const fresh = taken.filter((change) => change.sequence > followed.delivered);
    const last = fresh.at(-1);
    if (last === undefined || followed.gone) return;
    if (!isContiguous(fresh, followed.delivered)) return this.#catchUp(audience, followed, last.sequence);
    for (let start = 0; start < fresh.length; start += PAGE_SIZE) {
      await this.#show(followed, fresh.slice(start, start + PAGE_SIZE));
    }
  }

  async #catchUp(audience: string, followed: Followed, upTo: number): Promise<void> {
    while (!followed.gone && followed.delivered < upTo) {
      const missed = await this.#reads.changesAfter(audience, followed.delivered, PAGE_SIZE);
      if (missed === null) {
        const sequence = await this.#reads.sequence(audience);
        await this.#deliver.reload(audience, sequence);
        // Not before, so that a reload that failed is asked for again.
        followed.delivered = sequence;
        return;
      }
      if (missed.length === 0) return;
      await this.#show(followed, missed);
    }
  }

  async #show(followed: Followed, changes: readonly Change[]): Promise<void> {
    const prepared = await this.#deliver.prepare(changes);
    for (const [index, change] of changes.entries()) {
      const before = this.#deliver.before(change);
      if (before !== undefined) await before;
      if (followed.gone) return;
      // Count and deliver in one synchronous step, so that reading the sequence and listening in one step misses nothing.
      followed.delivered = change.sequence;
      this.#deliver.show(change, prepared[index] as P);
    }
  }
}

const startAt = (sequences: Promise<ReadonlyMap<string, number>>, audience: string): Followed => {
  const started = sequences.then((known) => {
    followed.delivered = known.get(audience) ?? 0;
  });
  const followed: Followed = {
    delivered: 0,
    followers: 0,
    started,
    // The followers get the failure of the start.
    work: started.catch(() => {}),
    waiting: [],
    gone: false,
    hasFailed: false,
  };
  return followed;
};
