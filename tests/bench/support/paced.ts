import { quantile } from './room.ts';

/** Concurrent calls of one kind. More would only open further connections on a busy machine. */
const MAX_RUNNING = 50;

/** With the cause, which explains a failed fetch. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};

/** Outcomes of calls of one kind. */
export class Tally {
  failures = 0;
  /** Calls skipped because too many were in flight. */
  #skipped = 0;
  readonly #what: string;
  readonly #inFlight = new Set<Promise<void>>();
  #latencies: number[] = [];

  constructor(what: string) {
    this.#what = what;
  }

  run(call: () => Promise<unknown>): void {
    if (this.#inFlight.size >= MAX_RUNNING) {
      this.#skipped += 1;
      return;
    }
    const began = performance.now();
    const done = call().then(
      () => void this.#latencies.push(performance.now() - began),
      (error: unknown) => this.#fail(reasonOf(error)),
    );
    this.#inFlight.add(done);
    void done.then(() => this.#inFlight.delete(done));
  }

  /** A summary of the calls since the last line. */
  takeLine(): string {
    const latencies = this.#latencies.sort((a, b) => a - b);
    this.#latencies = [];
    const [p50, p99] = [0.5, 0.99].map((share) => quantile(latencies, share).toFixed(0));
    return `${latencies.length} ${this.#what}, p50 ${p50} ms, p99 ${p99} ms, so far ${this.failures} failed and ${this.#skipped} not made`;
  }

  /** Resolves when no call is in flight. */
  async settled(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  #fail(reason: string): void {
    this.failures += 1;
    if (this.failures <= 3) process.stdout.write(`  ${this.#what}: ${reason}\n`);
  }
}

/** Makes calls at a steady rate per second, whatever they take, until the signal. */
export const paced = (
  what: string,
  rate: number,
  signal: AbortSignal,
  call: (number: number) => Promise<unknown>,
): Tally => {
  const tally = new Tally(what);
  const began = performance.now();
  let number = 0;
  const next = (): void => {
    if (signal.aborted) return;
    const due = Math.floor(((performance.now() - began) / 1_000) * rate);
    while (number < due) {
      const turn = number++;
      tally.run(() => call(turn));
    }
    setTimeout(next, 1_000 / rate);
  };
  next();
  return tally;
};
