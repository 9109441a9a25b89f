import { describeFailure } from '@quorum/service-kit/failure.ts';
import type { Document, ReadStore, Write } from '@quorum/service-kit/ports/read-store.ts';
import { freshSingleFlight } from '@quorum/service-kit/single-flight.ts';
import type { Logger } from 'pino';
import { matches } from './collection-buffer.ts';

type Removal = Extract<Write, { readonly removeWhere: unknown }>;

/** Removals whose documents may still be in the store. Queries may show these, but no fold may see them: a rebuild would not. */
export class PendingRemovals {
  #removals: readonly Removal[] = [];

  add(writes: readonly Write[]): void {
    this.#removals = [...this.#removals, ...writes.filter((write) => 'removeWhere' in write)];
  }

  /** @returns which of the documents of a collection, read from now on, are not removed. */
  filterFor(collection: string): <D extends Document>(documents: readonly D[]) => readonly D[] {
    const removals = this.#removals.filter((removal) => removal.collection === collection);
    if (removals.length === 0) return (documents) => documents;
    return (documents) => documents.filter((each) => !removals.some(({ removeWhere }) => matches(each, removeWhere)));
  }

  /** Call this before a sweep. @returns what to call when nothing was left */
  beforeSweep(): () => void {
    const known = this.#removals;
    return () => {
      this.#removals = this.#removals.filter((removal) => !known.includes(removal));
    };
  }
}

/** Milliseconds until a failed removal is retried. */
const RETRY_DELAY_MS = 5_000;

/** Removes in the background what commits and dropped generations left in the store. */
export class Sweeper {
  readonly #sweep: () => Promise<void>;
  #work: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor({ reads, log }: { readonly reads: ReadStore; readonly log: Logger }, removals: PendingRemovals) {
    this.#sweep = freshSingleFlight(async () => {
      try {
        const forget = removals.beforeSweep();
        while (!this.#isStopped && (await reads.sweep()) === 'documents');
        if (!this.#isStopped) forget();
        while (!this.#isStopped && (await reads.sweep()) !== 'nothing');
      } catch (error) {
        log.warn({ failure: describeFailure(error) }, 'removed documents could not be swept yet');
        this.#timer = setTimeout(() => this.start(), RETRY_DELAY_MS).unref();
      }
    });
  }

  start(): void {
    this.#work = this.#sweep();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#work;
  }
}
