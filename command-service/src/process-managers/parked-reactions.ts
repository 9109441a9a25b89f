import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { retryPause } from '@quorum/service-kit/back-off.ts';
import { describeFailure } from '@quorum/service-kit/failure.ts';
import { isUnreadable } from '@quorum/service-kit/ports/event-store.ts';
import type { ParkedEvent } from '@quorum/service-kit/ports/parked-events.ts';
import type { Context } from '../handling/context.ts';
import type { PendingWork, Reactor } from './pending-work.ts';
import { concerns, type ProcessManager } from './process-manager.ts';

/** Retries started at once. */
const MAX_AT_ONCE = 100;

/**
 * Retries what process managers could not carry out: everything at the start of a term, because the cause may be gone, then each
 * with growing pauses. The store is asked every time: support drops parked events there, or resets their attempts to have them
 * retried at once.
 */
export class ParkedReactions {
  readonly #context: Context;
  readonly #pending: PendingWork;
  readonly #managers: ReadonlyMap<string, Reactor>;
  /** When each was last tried, in milliseconds. */
  readonly #lastTry = new Map<string, number>();
  readonly #trying = new Set<string>();
  /** Reasons of retries that have failed since the last call. */
  readonly #failures = new Map<string, string>();

  /** @param runner its name; events that could not be read are parked under it, for all its process managers. */
  constructor(context: Context, pending: PendingWork, managers: readonly ProcessManager[], runner: string) {
    this.#context = context;
    this.#pending = pending;
    const all = {
      name: runner,
      react: (given: Context, event: StoredEvent) =>
        Promise.all(managers.filter((each) => concerns(each, event)).map((each) => each.react(given, event))),
    };
    this.#managers = new Map([all, ...managers].map((each) => [each.name, each]));
  }

  /**
   * Starts the retries that are due, and records the failures of earlier ones if their events are still parked. The next commit
   * stores them.
   */
  async retryDue(): Promise<void> {
    const { reads, clock } = this.#context;
    const names = [...this.#managers.keys()];
    const isNone = (await reads.countParked(names)) === 0;
    if (isNone) this.#lastTry.clear();
    const parked = isNone ? [] : (await Promise.all(names.map((name) => reads.parked(name)))).flat();
    const now = clock.now();
    let started = 0;
    for (const entry of parked) {
      const failure = this.#failures.get(keyOf(entry));
      if (failure !== undefined) this.#pending.parkAgain(entry, failure);
      else if (this.#isDue(entry, now) && started++ < MAX_AT_ONCE) this.#start(entry, now);
    }
    this.#failures.clear();
  }

  #isDue(entry: ParkedEvent, now: number): boolean {
    const key = keyOf(entry);
    const last = this.#lastTry.get(key);
    if (this.#trying.has(key)) return false;
    return last === undefined || entry.attempts === 0 || now >= last + retryPause(entry.attempts);
  }

  #start(entry: ParkedEvent, now: number): void {
    const { log } = this.#context;
    const key = keyOf(entry);
    this.#trying.add(key);
    this.#lastTry.set(key, now);
    const tried = this.#retry(entry).then(
      (failure) => failure !== undefined && this.#failures.set(key, failure),
      (error: unknown) => log.info({ failure: describeFailure(error) }, 'a parked event could not be read for a retry'),
    );
    void tried.then(() => this.#trying.delete(key));
  }

  /** @returns the reason why it failed. */
  async #retry(entry: ParkedEvent): Promise<string | undefined> {
    const [event] = await this.#context.events.readAll(entry.after, 1);
    if (event?.id !== entry.eventId) return 'is not in the log';
    if (isUnreadable(event)) return event.unreadable;
    return this.#pending.retry(this.#managers.get(entry.model) as Reactor, event, entry);
  }
}

const keyOf = ({ model, position }: ParkedEvent): string => `${model} ${position}`;
