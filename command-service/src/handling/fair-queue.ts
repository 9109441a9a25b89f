/** Runs a limited number of tasks at once. Each person has their own queue and a share of the places, and the queues take turns. */
export class FairQueue {
  readonly #share: number;
  /** The person served last comes last. Contains only non-empty queues. */
  readonly #lines = new Map<string, (() => Promise<void>)[]>();
  /** Running tasks by queue. */
  readonly #running = new Map<string, number>();
  #free: number;

  /** @param share tasks of one queue that may run at once. */
  constructor({ atOnce, share }: { readonly atOnce: number; readonly share: number }) {
    this.#free = atOnce;
    this.#share = share;
  }

  /** @param most tasks that may wait in one queue. @returns `undefined` if that queue is full. */
  run<T>(line: string, most: number, task: () => Promise<T>): Promise<T> | undefined {
    const waiting = this.#lines.get(line) ?? [];
    if (waiting.length >= most) return undefined;
    this.#lines.set(line, waiting);
    const result = new Promise<T>((resolve, reject) => {
      waiting.push(() => task().then(resolve, reject));
    });
    this.#serve();
    return result;
  }

  #serve(): void {
    while (this.#free > 0) {
      const next = [...this.#lines].find(([line]) => (this.#running.get(line) ?? 0) < this.#share);
      if (next === undefined) return;
      const [line, [task, ...others]] = next;
      this.#lines.delete(line);
      if (others.length > 0) this.#lines.set(line, others);
      this.#count(line, 1);
      void task?.().finally(() => {
        this.#count(line, -1);
        this.#serve();
      });
    }
  }

  #count(line: string, change: 1 | -1): void {
    this.#free -= change;
    const running = (this.#running.get(line) ?? 0) + change;
    if (running === 0) this.#running.delete(line);
    else this.#running.set(line, running);
  }
}
