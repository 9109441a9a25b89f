import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { ParkedEvent } from '@quorum/service-kit/ports/parked-events.ts';
import type { Change, Commit, ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import type { LogEvent } from './event-routing.ts';
import type { Projector } from './projector.ts';

export type PipelineOptions = {
  readonly projector: Projector;
  readonly reads: ReadStore;
  /** Checkpoint of every generation of the projector. */
  readonly from: Position;
  /** Minimum events per commit, except for the last ones; by default 1, which commits at once. */
  readonly gather?: () => number;
  /** Numbers the outgoing changes; absent for a rebuild, which publishes none. */
  readonly changesOf?: (events: readonly StoredEvent[]) => Promise<readonly Change[]>;
  /** The store still holds documents that a commit removed. The next commit waits. */
  readonly onPendingRemovals: (commit: Commit) => void | Promise<void>;
  readonly onCommitted?: (commit: Commit) => void;
  readonly onFailed?: (error: unknown) => void;
};

/** Folded events that may wait for a commit. Beyond that, folding waits too. */
const MAX_WAITING = 10_000;

/** The part of a commit besides documents. */
type Extras = {
  readonly changes?: readonly Change[];
  readonly park?: readonly ParkedEvent[];
  readonly unpark?: readonly ParkedEvent[];
};

/** Folded and not yet being committed. */
type Waiting = { events: number; readonly changes: Change[]; readonly park: ParkedEvent[] };

/**
 * Folds batches while earlier ones are being committed. Commits run in order, one at a time, and each takes everything folded
 * since the previous one: the slower the store, the more events share a commit. After a failed commit every call fails with its
 * error, because the memory state no longer matches what is stored.
 */
export class Pipeline {
  readonly #options: PipelineOptions;
  readonly #gather: () => number;
  #position: Position;
  #submitted: Position;
  #committed: Position;
  #waiting: Waiting | undefined;
  #inFlight: Promise<void> | undefined;
  /** False while a batch is being folded, and after folding has failed: nothing may be committed then. */
  #isBetweenBatches = true;
  #hasFailed = false;

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#gather = options.gather ?? (() => 1);
    this.#position = options.from;
    this.#submitted = options.from;
    this.#committed = options.from;
  }

  /** The last event folded. */
  get position(): Position {
    return this.#position;
  }

  /** The last event whose effects are stored. */
  get committed(): Position {
    return this.#committed;
  }

  /** Resolves when the batch is folded and there is room for the next; `settle` reports its commit. One call at a time. */
  async take(events: readonly LogEvent[]): Promise<void> {
    const last = events.at(-1);
    if (last === undefined) return;
    if (this.#hasFailed) await this.#inFlight;
    const { projector, changesOf } = this.#options;
    this.#isBetweenBatches = false;
    await projector.prefetch(events);
    const { park, done } = await projector.fold(events, this.#position);
    const changes = (await changesOf?.(done)) ?? [];
    this.#position = last.position;
    this.#waiting ??= { events: 0, changes: [], park: [] };
    this.#waiting.events += events.length;
    this.#waiting.changes.push(...changes);
    this.#waiting.park.push(...park);
    if (this.#waiting.events >= MAX_WAITING) await this.#inFlight;
    this.#isBetweenBatches = true;
    this.commitIfDue();
  }

  /** Commits what was folded outside the batches (a retried event) without advancing. Everything must be settled. */
  async commitInPlace(extras: Extras): Promise<void> {
    this.#commit(extras);
    await this.settle();
  }

  /** Resolves when everything folded is stored. Not while a batch is being taken. @throws the last commit's failure. */
  async settle(): Promise<void> {
    while (this.#inFlight !== undefined || (this.#waiting !== undefined && this.#isBetweenBatches)) {
      if (this.#inFlight === undefined) this.#commitWaiting();
      await this.#inFlight;
    }
  }

  /** Call this when `gather` asks for less than before. */
  commitIfDue(): void {
    if (!this.#isBetweenBatches || this.#inFlight !== undefined) return;
    if (this.#waiting !== undefined && this.#waiting.events >= this.#gather()) this.#commitWaiting();
  }

  #commitWaiting(): void {
    const { changes = [], park = [] } = this.#waiting ?? {};
    this.#waiting = undefined;
    this.#commit({ changes, park });
  }

  #commit({ changes = [], park = [], unpark = [] }: Extras): void {
    const { projector, reads, onPendingRemovals, onCommitted, onFailed } = this.#options;
    const to = this.#position;
    const commit: Commit = {
      models: projector.generations,
      from: this.#submitted,
      to,
      writes: projector.drain(),
      changes,
      ...(park.length === 0 ? {} : { park }),
      ...(unpark.length === 0 ? {} : { unpark: unpark.map(({ model, position }) => ({ model, position })) }),
    };
    this.#submitted = to;
    const stored = reads.commit(commit).then((hasPending) => (hasPending ? onPendingRemovals(commit) : undefined));
    this.#inFlight = stored.then(() => {
      projector.acknowledge();
      this.#inFlight = undefined;
      this.#committed = to;
      onCommitted?.(commit);
      this.commitIfDue();
    });
    // The next take or settle reports it. Until then it must not count as unhandled.
    this.#inFlight.catch((error: unknown) => {
      this.#hasFailed = true;
      onFailed?.(error);
    });
  }
}
