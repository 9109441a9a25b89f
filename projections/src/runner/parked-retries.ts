import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { retryPause } from '@quorum/service-kit/back-off.ts';
import { describeFailure } from '@quorum/service-kit/failure.ts';
import { modelOfParked } from '@quorum/service-kit/parked-names.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import { type EventStore, isUnreadable } from '@quorum/service-kit/ports/event-store.ts';
import type { ParkedEvent } from '@quorum/service-kit/ports/parked-events.ts';
import type { Change } from '@quorum/service-kit/ports/read-store.ts';
import type { Logger } from 'pino';
import type { Pipeline } from './pipeline.ts';
import { type Projector, refusalOf } from './projector.ts';

export type RetryContext = { readonly events: EventStore; readonly clock: Clock; readonly log: Logger };

/** The part of a run that its retries need. */
export type RetryRun = {
  readonly projector: () => Projector;
  readonly pipeline: () => Pipeline;
  readonly number: (events: readonly StoredEvent[]) => Promise<readonly Change[]>;
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
};

export type RetryOutcome = { readonly folded: number; readonly stillParked: number };

const sameStream = (a: ParkedEvent, b: ParkedEvent): boolean => a.model === b.model && a.stream === b.stream;

/** Retries parked events: the first of each stream automatically with growing pauses, and on demand. */
export class ParkedRetries {
  readonly #context: RetryContext;
  readonly #run: RetryRun;
  readonly #lastTry = new Map<ParkedEvent, number>();
  #timer: NodeJS.Timeout | undefined;
  /** When the timer is due, in milliseconds of the clock. */
  #timerDue = 0;
  #isRetrying = false;
  #stopped = false;

  constructor(context: RetryContext, run: RetryRun) {
    this.#context = context;
    this.#run = run;
  }

  /** Sets the timer for the next due event. One parked later may be due before one that failed often. */
  plan(): void {
    if (this.#stopped || this.#isRetrying) return;
    let due = Number.POSITIVE_INFINITY;
    for (const head of this.#run.projector().parked.heads()) due = Math.min(due, this.#dueAt(head));
    if (due === Number.POSITIVE_INFINITY || (this.#timer !== undefined && this.#timerDue <= due)) return;
    clearTimeout(this.#timer);
    this.#timerDue = due;
    this.#timer = setTimeout(() => void this.#retryDue(), Math.max(0, due - this.#context.clock.now()));
    this.#timer.unref();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** Retries now: one event, a model's, or all; and after a success, those that waited behind it. */
  async retry(model?: string, position?: string): Promise<RetryOutcome> {
    const heads = this.#run
      .projector()
      .parked.heads()
      .filter((head) => model === undefined || modelOfParked(head) === model)
      .filter((head) => position === undefined || head.position === position);
    let folded = 0;
    for (const head of heads) folded += await this.#retryHead(head);
    this.plan();
    return { folded, stillParked: this.#run.projector().parked.size };
  }

  /**
   * Discards one event for a model. An administrator's decision, and logged. Those behind it are retried at once. @returns
   * whether it was parked.
   */
  drop(model: string, position: string): Promise<boolean> {
    return this.#run.exclusively(async () => {
      const { parked } = this.#run.projector();
      const event = parked.all().find((each) => modelOfParked(each) === model && each.position === position);
      if (event === undefined) return false;
      parked.remove(event);
      // The other models have folded it.
      const changes = parked.hasPosition(position) ? [] : await this.heldBack([event]);
      await this.#run.pipeline().commitInPlace({ changes, unpark: [event] });
      const { stream, type, reason } = event;
      this.#context.log.warn({ model, stream, position, type, reason }, 'a parked event was dropped');
      const next = parked.head(event.model, stream);
      if (next !== undefined) await this.#retryStream(next);
      return true;
    });
  }

  /** The changes of parked events, as far as they can be computed. Several models may have parked the same event. */
  async heldBack(parked: readonly ParkedEvent[]): Promise<readonly Change[]> {
    const events = new Map<Position, StoredEvent>();
    for (const { after, eventId, position } of parked) {
      const [event] = await this.#context.events.readAll(after, 1);
      if (event?.id !== eventId || isUnreadable(event) || refusalOf(event) !== undefined) continue;
      events.set(position, event);
    }
    return this.#run.number([...events.values()]);
  }

  #dueAt(head: ParkedEvent): number {
    const last = this.#lastTry.get(head) ?? Date.parse(head.parkedAt);
    return last + retryPause(head.attempts);
  }

  async #retryDue(): Promise<void> {
    this.#timer = undefined;
    this.#isRetrying = true;
    try {
      const now = this.#context.clock.now();
      const heads = this.#run.projector().parked.heads();
      for (const head of heads.filter((each) => this.#dueAt(each) <= now)) await this.#retryHead(head);
    } catch (error) {
      if (!this.#stopped)
        this.#context.log.warn({ failure: describeFailure(error) }, 'parked events could not be tried again');
    }
    this.#isRetrying = false;
    this.plan();
  }

  /** Live batches may run between two streams. @returns how many events of the stream succeeded */
  #retryHead(head: ParkedEvent): Promise<number> {
    return this.#run.exclusively(async () => {
      // It may have been discarded since, or its generation replaced.
      const now = this.#run.projector().parked.head(head.model, head.stream);
      return now?.position === head.position ? this.#retryStream(now) : 0;
    });
  }

  /** @returns how many events of the stream succeeded */
  async #retryStream(head: ParkedEvent): Promise<number> {
    let folded = 0;
    for (let next: ParkedEvent | undefined = head; next !== undefined && sameStream(next, head); ) {
      if (!(await this.#retryOne(next))) break;
      folded += 1;
      next = this.#run.projector().parked.head(head.model, head.stream);
    }
    return folded;
  }

  async #retryOne(entry: ParkedEvent): Promise<boolean> {
    const projector = this.#run.projector();
    const pipeline = this.#run.pipeline();
    const [event] = await this.#context.events.readAll(entry.after, 1);
    if (event?.id !== entry.eventId) {
      await this.#parkAgain(entry, 'is not in the log');
      return false;
    }
    await projector.prefetch([event]);
    projector.parked.remove(entry);
    const { park, done } = await projector.fold([event], entry.after, entry.model);
    const [again] = park;
    if (again !== undefined) {
      await this.#parkAgain(entry, again.reason);
      return false;
    }
    this.#lastTry.delete(entry);
    // Its changes were held back. They are published once every model has folded it.
    const changes = projector.parked.hasPosition(entry.position) ? [] : await this.#run.number(done);
    await pipeline.commitInPlace({ changes, unpark: [entry] });
    const { stream, position, type } = entry;
    this.#context.log.info({ model: modelOfParked(entry), stream, position, type }, 'a parked event was applied');
    return true;
  }

  async #parkAgain(entry: ParkedEvent, reason: string): Promise<void> {
    const kept = { ...entry, reason, attempts: entry.attempts + 1 };
    this.#run.projector().parked.add(kept);
    this.#lastTry.delete(entry);
    this.#lastTry.set(kept, this.#context.clock.now());
    await this.#run.pipeline().commitInPlace({ park: [kept] });
  }
}
