import type { Change, ReadStore } from '@quorum/contracts/ports/read-store.ts';

/** The most changes read at once when some were missed. */
const PAGE = 500;

/** What happens with an audience's changes: they are shown in order, or the audience is told to load everything anew. */
export type Deliver = {
  readonly changes: (audience: string, changes: readonly Change[]) => Promise<void>;
  readonly reload: (audience: string, sequence: number) => void;
};

type Followed = { delivered: number; work: Promise<void> };

/**
 * Hands the changes of followed audiences on, each once and in order, whatever the bus loses or repeats: a gap in the sequence
 * is filled from the read store. Work on one audience waits for the work before it.
 */
export class AudienceFeed {
  readonly #reads: ReadStore;
  readonly #deliver: Deliver;
  readonly #onError: (error: unknown) => void;
  readonly #followed = new Map<string, Followed>();

  constructor(reads: ReadStore, deliver: Deliver, onError: (error: unknown) => void) {
    this.#reads = reads;
    this.#deliver = deliver;
    this.#onError = onError;
  }

  get audiences(): readonly string[] {
    return [...this.#followed.keys()];
  }

  /** Follows an audience from its present sequence on, unless it is followed already. @returns the sequence delivered so far. */
  async follow(audiences: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const unknown = audiences.filter((audience) => !this.#followed.has(audience));
    if (unknown.length > 0) {
      const sequences = await this.#reads.sequences(unknown);
      for (const audience of unknown) {
        // Another connection may have begun to follow while this one was asking.
        if (this.#followed.has(audience)) continue;
        this.#followed.set(audience, { delivered: sequences.get(audience) ?? 0, work: Promise.resolve() });
      }
    }
    return new Map(audiences.map((audience) => [audience, this.#followed.get(audience)?.delivered ?? 0]));
  }

  forget(audience: string): void {
    this.#followed.delete(audience);
  }

  /** Takes what the bus brought. */
  take(changes: readonly Change[]): void {
    const byAudience = new Map<string, Change[]>();
    for (const change of changes) {
      if (!this.#followed.has(change.audience)) continue;
      const known = byAudience.get(change.audience);
      if (known === undefined) byAudience.set(change.audience, [change]);
      else known.push(change);
    }
    for (const [audience, own] of byAudience)
      void this.#enqueue(audience, (followed) => this.#advance(audience, followed, own));
  }

  /** Compares what was delivered with what is stored, and brings what the bus lost. */
  async reconcile(): Promise<void> {
    const stored = await this.#reads.sequences(this.audiences);
    for (const [audience, sequence] of stored) {
      const followed = this.#followed.get(audience);
      if (followed !== undefined && followed.delivered < sequence) {
        void this.#enqueue(audience, (state) => this.#catchUp(audience, state));
      }
    }
  }

  /** Runs in the order of the audience's deliveries, so that nothing is delivered meanwhile. */
  inOrder(audience: string, work: (delivered: number) => Promise<void>): Promise<void> {
    return this.#enqueue(audience, (followed) => work(followed.delivered));
  }

  #enqueue(audience: string, work: (followed: Followed) => Promise<void>): Promise<void> {
    const followed = this.#followed.get(audience);
    if (followed === undefined) return Promise.resolve();
    followed.work = followed.work.then(() => work(followed)).catch(this.#onError);
    return followed.work;
  }

  async #advance(audience: string, followed: Followed, changes: readonly Change[]): Promise<void> {
    const fresh = changes.filter((change) => change.sequence > followed.delivered);
    const first = fresh[0];
    if (first === undefined) return;
    if (first.sequence !== followed.delivered + 1) return this.#catchUp(audience, followed);
    await this.#deliver.changes(audience, fresh);
    followed.delivered = fresh.at(-1)?.sequence ?? followed.delivered;
  }

  async #catchUp(audience: string, followed: Followed): Promise<void> {
    for (;;) {
      const missed = await this.#reads.changesAfter(audience, followed.delivered, PAGE);
      if (missed === null) {
        followed.delivered = await this.#reads.sequence(audience);
        return this.#deliver.reload(audience, followed.delivered);
      }
      if (missed.length === 0) return;
      await this.#deliver.changes(audience, missed);
      followed.delivered = missed.at(-1)?.sequence ?? followed.delivered;
      if (missed.length < PAGE) return;
    }
  }
}
