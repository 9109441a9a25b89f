import type { Position } from '@quorum/contracts/ports/event-log.ts';
import type { StoredEvent } from '@quorum/contracts/ports/event-store.ts';
import type { Context } from '../context.ts';
import type { EventPolicy } from './policy.ts';

/** Milliseconds. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 30_000;
/** Reactions under way at once; with more, following waits. */
const MOST_UNDER_WAY = 256;
/** One that fails more often in a row is tried on and on, but nothing waits for it. */
const MOST_FAILURES = 5;
/** So long the end waits for reactions under way, in milliseconds; what takes longer is done again by the next one who leads. */
const LAST_WAIT = 3000;

type Reaction = { readonly before: Position; isFailing: boolean };

/** Reactions to events, in the order in which they began. One that fails is repeated with back-off and holds up nothing else. */
export class Reactions {
  readonly #context: Context;
  /** All that are not done, also those that were given up. */
  readonly #undone = new Set<Reaction>();
  /** Those that may be working on the engines. */
  readonly #running = new Set<Promise<void>>();
  /** Ends of the pauses before another try. */
  readonly #pauses = new Set<() => void>();
  #failing = 0;
  #over = false;
  #onRoom: (() => void) | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  get underWay(): number {
    return this.#undone.size;
  }

  /** Position before the oldest event that has not been reacted to; `undefined` when there is none. */
  get doneUpTo(): Position | undefined {
    return this.#undone.values().next().value?.before;
  }

  get isFull(): boolean {
    return this.#undone.size - this.#failing >= MOST_UNDER_WAY && !this.#over;
  }

  /** Resolves when another reaction may begin. */
  async room(): Promise<void> {
    while (this.isFull) {
      await new Promise<void>((resolve) => {
        this.#onRoom = resolve;
      });
    }
  }

  /** @param before position before the event. */
  begin(policy: EventPolicy, event: StoredEvent, before: Position): void {
    const reaction: Reaction = { before, isFailing: false };
    this.#undone.add(reaction);
    const running = this.#repeat(policy, event, reaction).then((isDone) => {
      this.#running.delete(running);
      if (isDone) this.#forget(reaction);
      this.#onRoom?.();
    });
    this.#running.add(running);
  }

  /** Leaves an event to others who will follow from before it. */
  leaveUndone(before: Position): void {
    this.#undone.add({ before, isFailing: true });
    this.#failing += 1;
  }

  /** Tries nothing again, and resolves when no reaction works on the engines any more, or after a while. */
  async end(): Promise<void> {
    this.#over = true;
    this.#onRoom?.();
    for (const endPause of this.#pauses) endPause();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LAST_WAIT);
    });
    await Promise.race([Promise.all(this.#running), late]);
    clearTimeout(timer);
  }

  /** @returns whether it succeeded before the end. */
  async #repeat(policy: EventPolicy, event: StoredEvent, reaction: Reaction): Promise<boolean> {
    for (let failures = 0; !this.#over; failures++) {
      try {
        await policy.react(this.#context, event);
        return true;
      } catch (error) {
        const kind = error instanceof Error ? error.name : 'unknown';
        const { position, type } = event;
        this.#context.log.error({ policy: policy.name, position, type, failures, kind }, 'a reaction failed');
        if (failures === MOST_FAILURES) this.#letPass(reaction);
        await this.#pause(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures));
      }
    }
    return false;
  }

  #letPass(reaction: Reaction): void {
    reaction.isFailing = true;
    this.#failing += 1;
    this.#onRoom?.();
  }

  #forget(reaction: Reaction): void {
    this.#undone.delete(reaction);
    if (reaction.isFailing) this.#failing -= 1;
  }

  async #pause(milliseconds: number): Promise<void> {
    if (this.#over) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#pauses.delete(end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      this.#pauses.add(end);
    });
  }
}
