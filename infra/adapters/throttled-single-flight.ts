import { setTimeout as pause } from 'node:timers/promises';

/**
 * Shares an expensive task: one run serves everyone who asked before it started. Runs are spaced out and never overlap. The first
 * starts at once.
 */
export class ThrottledSingleFlight {
  readonly #run: () => Promise<void>;
  readonly #apart: number;
  readonly #stopped = new AbortController();
  /** Ends when the next run may start. */
  #rest: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** @param apart least milliseconds between the starts of two runs. */
  constructor(run: () => Promise<void>, apart: number) {
    this.#run = run;
    this.#apart = apart;
  }

  /**
   * Resolves after a run that started after this call. @throws what the run throws, or an abort error if there will be no more
   * runs.
   */
  ask(): Promise<void> {
    this.#next ??= this.#begin();
    return this.#next;
  }

  /** Callers still waiting for a run to start are rejected. */
  stop(): void {
    this.#stopped.abort();
  }

  async #begin(): Promise<void> {
    try {
      await this.#rest;
    } finally {
      // Later callers may depend on something this run does not see.
      this.#next = undefined;
    }
    const run = this.#run();
    const apart = pause(this.#apart, undefined, { ref: false, signal: this.#stopped.signal });
    this.#rest = Promise.all([apart, run.catch(() => {})]);
    // Nobody may be waiting when it is stopped.
    this.#rest.catch(() => {});
    await run;
  }
}
