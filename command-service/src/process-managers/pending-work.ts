import { setMaxListeners } from 'node:events';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { backOff } from '@quorum/service-kit/back-off.ts';
import { pauseUnlessAborted } from '@quorum/service-kit/leases/leased-work.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { Context } from '../handling/context.ts';
import type { ProcessManager } from './process-manager.ts';

const pauseAfter = backOff(100, 30_000);
/** Maximum concurrent reactions. Beyond that, the runner stops reading the log. */
const MAX_RUNNING = 256;
/** After this many consecutive failures an event is still retried, but nothing waits for it. */
const MAX_FAILURES = 5;
/** Milliseconds that shutdown waits for running work. The next leader repeats what takes longer. */
const LAST_WAIT = 3000;

type Item = { readonly before: Position; isFailing: boolean };

/** Events that process managers are working on, oldest first. A failure is retried with back-off and delays nothing else. */
export class PendingWork {
  readonly #context: Context;
  /** Everything unfinished, including what nothing waits for any more. */
  readonly #undone = new Set<Item>();
  /** Work that may be using the engines right now. */
  readonly #running = new Set<Promise<void>>();
  /** Aborted at the end, so that nothing is retried any more. */
  readonly #ending = new AbortController();
  #failing = 0;
  #onRoom: (() => void) | undefined;

  constructor(context: Context) {
    this.#context = context;
    // Any number of failing events may wait at once.
    setMaxListeners(0, this.#ending.signal);
  }

  get underWay(): number {
    return this.#undone.size;
  }

  /** Position before the oldest unfinished event; `undefined` if there is none. */
  get doneUpTo(): Position | undefined {
    return this.#undone.values().next().value?.before;
  }

  get isFull(): boolean {
    return this.#undone.size - this.#failing >= MAX_RUNNING && !this.#isOver;
  }

  /** Resolves when another event may start. */
  async room(): Promise<void> {
    while (this.isFull) {
      await new Promise<void>((resolve) => {
        this.#onRoom = resolve;
      });
    }
  }

  /** @param before position before the event. */
  begin(manager: ProcessManager, event: StoredEvent, before: Position): void {
    const item: Item = { before, isFailing: false };
    this.#undone.add(item);
    const running = this.#repeat(manager, event, item).then((isDone) => {
      this.#running.delete(running);
      if (isDone) this.#forget(item);
      this.#onRoom?.();
    });
    this.#running.add(running);
  }

  /** Leaves an event to the next leader, who starts before it. */
  leaveUndone(before: Position): void {
    this.#undone.add({ before, isFailing: true });
    this.#failing += 1;
  }

  /** Stops retrying. Resolves when nothing uses the engines any more, or after {@link LAST_WAIT}. */
  async end(): Promise<void> {
    this.#ending.abort();
    this.#onRoom?.();
    const done = new AbortController();
    await Promise.race([Promise.all(this.#running), pauseUnlessAborted(LAST_WAIT, done.signal)]);
    done.abort();
  }

  /** @returns whether it succeeded before the end. */
  async #repeat(manager: ProcessManager, event: StoredEvent, item: Item): Promise<boolean> {
    for (let failures = 0; !this.#isOver; failures++) {
      try {
        // The aggregates may not include this event yet.
        await this.#context.events.current(event.position);
        await manager.react(this.#context, event);
        return true;
      } catch (error) {
        const kind = error instanceof Error ? error.name : 'unknown';
        const { position, type } = event;
        this.#context.log.error(
          { processManager: manager.name, position, type, failures, kind },
          'a process manager failed',
        );
        if (failures === MAX_FAILURES) this.#letPass(item);
        await pauseUnlessAborted(pauseAfter(failures + 1), this.#ending.signal);
      }
    }
    return false;
  }

  #letPass(item: Item): void {
    item.isFailing = true;
    this.#failing += 1;
    this.#onRoom?.();
  }

  #forget(item: Item): void {
    this.#undone.delete(item);
    if (item.isFailing) this.#failing -= 1;
  }

  get #isOver(): boolean {
    return this.#ending.signal.aborted;
  }
}
