import { setTimeout as pause } from 'node:timers/promises';

/**
 * Shares an expensive task: one run serves everyone who asked before it started, and runs are spaced out. The first starts at
 * once.
 */
export class ThrottledSingleFlight {
  readonly #run: () => Promise<void>;
  readonly #apart: number;
  readonly #stopped = new AbortController();
  /** Ends when the next run may start. */
  #rest: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** @param apart milliseconds between the starts of two runs. */
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
    this.#rest = pause(this.#apart, undefined, { ref: false, signal: this.#stopped.signal });
    // Nobody may be waiting when it is stopped.
    this.#rest.catch(() => {});
    await this.#run();
  }
}
