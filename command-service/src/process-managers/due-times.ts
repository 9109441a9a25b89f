import { pauseUnlessAborted } from '@quorum/service-kit/leases/leased-work.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';

/** Milliseconds. Events due within this time share a timer, so that thousands of waiting events need only a few. */
const TIMER_RESOLUTION_MS = 100;
/** Milliseconds between looks at the clock, because it may be set. */
const CLOCK_CHECK_MS = 250;

/** Waits for instants, until the signal is aborted. */
export class DueTimes {
  readonly #clock: Clock;
  readonly #ending: AbortSignal;
  readonly #waits = new Map<number, Promise<void>>();

  constructor(clock: Clock, ending: AbortSignal) {
    this.#clock = clock;
    this.#ending = ending;
  }

  /** @param at milliseconds since 1970. Resolves up to {@link TIMER_RESOLUTION_MS} later, and at once if it has passed. */
  async reached(at: number): Promise<void> {
    if (at <= this.#clock.now()) return;
    const due = Math.ceil(at / TIMER_RESOLUTION_MS) * TIMER_RESOLUTION_MS;
    let wait = this.#waits.get(due);
    if (wait === undefined) {
      wait = this.#until(due).finally(() => this.#waits.delete(due));
      this.#waits.set(due, wait);
    }
    await wait;
  }

  async #until(due: number): Promise<void> {
    for (let left = due - this.#clock.now(); left > 0 && !this.#ending.aborted; left = due - this.#clock.now())
      await pauseUnlessAborted(Math.min(left, CLOCK_CHECK_MS), this.#ending);
  }
}
