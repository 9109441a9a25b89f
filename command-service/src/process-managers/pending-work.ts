import { setMaxListeners } from 'node:events';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { backOff } from '@quorum/service-kit/back-off.ts';
import { describeFailure, isOutage } from '@quorum/service-kit/failure.ts';
import { pauseUnlessAborted } from '@quorum/service-kit/leases/leased-work.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { UnreadableEvent } from '@quorum/service-kit/ports/event-store.ts';
import type { ParkedEvent } from '@quorum/service-kit/ports/parked-events.ts';
import type { Context } from '../handling/context.ts';
import { DueTimes } from './due-times.ts';
import type { ProcessManager } from './process-manager.ts';

const pauseAfter = backOff(100, 30_000);
/** Consecutive failures after which an event is parked. */
const MAX_FAILURES = 5;
/** Milliseconds that shutdown waits for running work. The next leader repeats what takes longer. */
const SHUTDOWN_GRACE_MS = 3000;

export type Reactor = Pick<ProcessManager, 'name' | 'react'>;

/** A reaction that was interrupted has no outcome. The next leader repeats it. */
type Outcome = 'done' | 'interrupted' | { readonly reason: string };

/** Stored with the next checkpoint. */
export type Parking = { readonly park: ParkedEvent[]; readonly unpark: ParkedEvent[] };

/**
 * Events that process managers are working on, oldest first. A failure is retried with back-off and delays nothing else. After
 * some failures the event is parked. While an engine is away, nothing is parked.
 */
export class PendingWork {
  readonly #context: Context;
  readonly #capacity: number;
  readonly #due: DueTimes;
  /** For each event that is neither done nor parked, the position before it. */
  readonly #undone = new Set<{ readonly before: Position }>();
  /** Work that may be using the engines right now. */
  readonly #running = new Set<Promise<unknown>>();
  /** Aborted at the end, which stops retries. */
  readonly #ending = new AbortController();
  #parking: Parking = { park: [], unpark: [] };
  #onCapacity: (() => void) | undefined;

  /** @param capacity unfinished reactions beyond which the runner stops reading the log. */
  constructor(context: Context, capacity: number) {
    this.#context = context;
    this.#due = new DueTimes(context.clock, this.#ending.signal);
    this.#capacity = capacity;
    // Any number of failing events may wait at once.
    setMaxListeners(0, this.#ending.signal);
  }

  get inFlight(): number {
    return this.#undone.size;
  }

  /** Position before the oldest unfinished event; `undefined` if there is none. */
  get doneUpTo(): Position | undefined {
    return this.#undone.values().next().value?.before;
  }

  get isFull(): boolean {
    return this.#undone.size >= this.#capacity && !this.#isOver;
  }

  /** Resolves when another event may start. */
  async waitForCapacity(): Promise<void> {
    while (this.isFull) {
      await new Promise<void>((resolve) => {
        this.#onCapacity = resolve;
      });
    }
  }

  /** @param before position before the event. */
  begin(manager: ProcessManager, event: StoredEvent, before: Position): void {
    const item = { before };
    const due = manager.delay === undefined ? 0 : Date.parse(event.recordedAt) + manager.delay(event);
    this.#undone.add(item);
    const settled = this.#due.reached(due).then(async () => {
      const outcome = await this.#react(manager, event, MAX_FAILURES);
      if (outcome === 'interrupted') return;
      if (outcome !== 'done') this.park(manager.name, event, before, outcome.reason);
      this.#undone.delete(item);
      this.#onCapacity?.();
    });
    this.#track(settled);
  }

  /** Tries a parked event once. @returns the reason why it failed. */
  retry(manager: Reactor, event: StoredEvent, entry: ParkedEvent): Promise<string | undefined> {
    const tried = this.#react(manager, event, 1).then((outcome) => {
      if (outcome === 'done') this.#parking.unpark.push(entry);
      return typeof outcome === 'object' ? outcome.reason : undefined;
    });
    this.#track(tried);
    return tried;
  }

  // oxlint-disable-next-line max-params -- the parts of a parked event
  park(model: string, event: StoredEvent | UnreadableEvent, after: Position, reason: string): void {
    const { position, stream, id: eventId, type } = event;
    const parkedAt = new Date(this.#context.clock.now()).toISOString();
    this.#parking.park.push({ model, position, after, stream, eventId, type, reason, attempts: 0, parkedAt });
    this.#context.log.error({ processManager: model, position, type, reason }, 'a process manager parked an event');
  }

  parkAgain(entry: ParkedEvent, reason: string): void {
    this.#parking.park.push({ ...entry, reason, attempts: entry.attempts + 1 });
  }

  /** Events parked and unparked since the last call. */
  takeParking(): Parking {
    const taken = this.#parking;
    this.#parking = { park: [], unpark: [] };
    return taken;
  }

  /** Stops retrying. Resolves once nothing uses the engines, or after {@link SHUTDOWN_GRACE_MS}. */
  async end(): Promise<void> {
    this.#ending.abort();
    this.#onCapacity?.();
    const done = new AbortController();
    await Promise.race([Promise.all(this.#running), pauseUnlessAborted(SHUTDOWN_GRACE_MS, done.signal)]);
    done.abort();
  }

  #track(work: Promise<unknown>): void {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  async #react(manager: Reactor, event: StoredEvent, maxFailures: number): Promise<Outcome> {
    for (let [failures, waits] = [0, 0]; !this.#isOver; ) {
      try {
        // The aggregates may not include this event yet.
        await this.#context.events.current(event.position);
        await manager.react(this.#context, event);
        return 'done';
      } catch (error) {
        // A planned stop interrupts reactions, which is no fault.
        if (this.#isOver) break;
        this.#logFailure(manager, event, error);
        if (isOutage(error)) waits += 1;
        else failures += 1;
        if (failures >= maxFailures) return { reason: describeFailure(error) };
        await pauseUnlessAborted(pauseAfter(failures + waits), this.#ending.signal);
      }
    }
    return 'interrupted';
  }

  #logFailure(manager: Reactor, { position, type }: StoredEvent, error: unknown): void {
    const about = {
      processManager: manager.name,
      position,
      type,
      kind: error instanceof Error ? error.name : 'unknown',
    };
    if (isOutage(error)) this.#context.log.info(about, 'a process manager waits for an engine or the read models');
    else this.#context.log.warn(about, 'a process manager failed');
  }

  get #isOver(): boolean {
    return this.#ending.signal.aborted;
  }
}
