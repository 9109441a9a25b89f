/** Runs one task at a time. Everybody has a line of his own, and those who wait are served in turn. */
export class FairQueue {
  /** Who was served last comes last. Nobody is in here without waiting. */
  readonly #lines = new Map<string, (() => Promise<void>)[]>();
  #isRunning = false;

  /** @param most tasks that may wait in a line. @returns `undefined` when that many wait in this one already. */
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
