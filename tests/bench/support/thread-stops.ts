import { EVENT_LOOP_SAMPLE_MS } from '@quorum/service-kit/metrics.ts';
import type { Measurement } from '../measure.ts';

/** Milliseconds that a message may wait for a thread. */
const LIMIT = 50;

const MAIN = /^nodejs_eventloop_lag_max_seconds (\S+)$/m;
const WORKERS = /^quorum_thread_longest_batch_seconds\{thread="([^"]+)"\} (\S+)$/gm;

/** The longest time that each thread of a product stood still for those who waited for it. */
export class ThreadStops {
  readonly #milliseconds = new Map<string, number>();

  /** Reads metrics of the product; they count from the reading before. */
  readonly note = (metrics: string): void => {
    // The time between two samples of the event loop is no delay.
    this.#raise('main', Number(MAIN.exec(metrics)?.[1] ?? 0) * 1_000 - EVENT_LOOP_SAMPLE_MS);
    for (const [, thread = '', seconds] of metrics.matchAll(WORKERS)) this.#raise(thread, Number(seconds) * 1_000);
  };

  forget(): void {
    this.#milliseconds.clear();
  }

  /** @param load during which they were noted. */
  rows(load: string): readonly Measurement[] {
    return [...this.#milliseconds].map(([thread, longest]) => ({
      what: `longest that the thread ${thread} stood still, ${load}`,
      against: 'its limit',
      baseline: LIMIT,
      ours: longest,
      unit: 'ms',
      ratio: longest / LIMIT,
      reach: `< ${LIMIT} ms`,
      reached: longest < LIMIT,
    }));
  }

  #raise(thread: string, milliseconds: number): void {
    this.#milliseconds.set(thread, Math.max(milliseconds, this.#milliseconds.get(thread) ?? 0));
  }
}
