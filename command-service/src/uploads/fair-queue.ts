/** Runs one task at a time. Each person has their own queue, and the queues take turns. */
export class FairQueue {
  /** The person served last comes last. Contains only non-empty queues. */
  readonly #lines = new Map<string, (() => Promise<void>)[]>();
  #isRunning = false;

  /** @param most tasks that may wait in one queue. @returns `undefined` if that queue is full. */
  run<T>(line: string, most: number, task: () => Promise<T>): Promise<T> | undefined {
    const waiting = this.#lines.get(line) ?? [];
    if (waiting.length >= most) return undefined;
    this.#lines.set(line, waiting);
    const result = new Promise<T>((resolve, reject) => {
      waiting.push(() => task().then(resolve, reject));
    });
    if (!this.#isRunning) void this.#serve();
    return result;
  }

  async #serve(): Promise<void> {
    this.#isRunning = true;
    for (let [next] = this.#lines; next !== undefined; [next] = this.#lines) {
      const [line, [task, ...others]] = next;
      this.#lines.delete(line);
      if (others.length > 0) this.#lines.set(line, others);
      await task?.();
    }
    this.#isRunning = false;
  }
}
