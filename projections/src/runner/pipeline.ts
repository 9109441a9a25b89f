import type { Position } from '@quorum/contracts/ports/event-log.ts';
import type { StoredEvent } from '@quorum/contracts/ports/event-store.ts';
import type { Change, Commit, ParkedEvent, ReadStore } from '@quorum/contracts/ports/read-store.ts';
import type { Folder, LogEvent } from './folder.ts';

export type PipelineOptions = {
  readonly folder: Folder;
  readonly reads: ReadStore;
  /** Checkpoint of every generation of the folder. */
  readonly from: Position;
  /** Numbers the outgoing changes; a rebuild gives none. */
  readonly changesOf?: (events: readonly StoredEvent[]) => Promise<readonly Change[]>;
  readonly onCommitted?: (commit: Commit) => void;
};

/**
 * Folds one batch while the one before is being committed. Commits are in order, one at a time. After a failed commit every
 * further call fails with its error: what is in memory no longer stands on what is stored.
 */
export class Pipeline {
  readonly #options: PipelineOptions;
  #position: Position;
  #committed: Position;
  #inFlight: Promise<void> = Promise.resolve();

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#position = options.from;
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

  /** Resolves when the batch is folded and its commit has begun; `settle` tells how that went. */
  async take(events: readonly LogEvent[]): Promise<void> {
    const last = events.at(-1);
    if (last === undefined) return;
    const { folder, changesOf } = this.#options;
    await folder.prefetch(events);
    const { park, done } = await folder.fold(events, this.#position, () => this.settle());
    const changes = (await changesOf?.(done)) ?? [];
    await this.settle();
    this.#commit({ to: last.position, changes, park });
  }

  /** Commits what was folded beside the batches (a retried event) without moving on. Nothing may be in flight. */
  async commitInPlace(extra: {
    readonly changes?: readonly Change[];
    readonly park?: readonly ParkedEvent[];
    readonly unpark?: readonly ParkedEvent[];
  }): Promise<void> {
    this.#commit({ to: this.#position, changes: extra.changes ?? [], park: extra.park ?? [], unpark: extra.unpark });
    await this.settle();
  }

  /** Resolves when nothing is in flight. @throws what the last commit failed with. */
  async settle(): Promise<void> {
    await this.#inFlight;
  }

  #commit(parts: {
    readonly to: Position;
    readonly changes: readonly Change[];
    readonly park: readonly ParkedEvent[];
    readonly unpark?: readonly ParkedEvent[] | undefined;
  }): void {
    const { folder, reads, onCommitted } = this.#options;
    const { to, changes, park, unpark } = parts;
    const commit: Commit = {
      models: folder.generations,
      from: this.#position,
      to,
      writes: folder.takeOff(),
      changes,
      ...(park.length === 0 ? {} : { park }),
      ...(unpark === undefined ? {} : { unpark: unpark.map(({ model, position }) => ({ model, position })) }),
    };
    this.#position = to;
    this.#inFlight = reads.commit(commit).then(() => {
      folder.landed();
      this.#committed = to;
      onCommitted?.(commit);
    });
    // Whoever calls `settle` hears of it; until then it must not count as unhandled.
    this.#inFlight.catch(() => {});
  }
}
