/** Runs tasks with the same key one after another, and tasks with different keys concurrently. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const result = before === undefined ? task() : before.then(task, task);
    this.#last.set(key, result);
    const leave = () => {
      if (this.#last.get(key) === result) this.#last.delete(key);
    };
    result.then(leave, leave);
    return result;
  }
}

/** Runs a limited number of tasks at once. Each person has their own queue and a share of the places, and the queues take turns. */
export class FairQueue {
  readonly #share: number;
  /** The person served last comes last. Contains only non-empty queues. */
  readonly #queues = new Map<string, (() => Promise<void>)[]>();
  /** Running tasks by queue. */
  readonly #running = new Map<string, number>();
  #free: number;

  /** @param share tasks of one queue that may run at once. */
  constructor({ atOnce, share }: { readonly atOnce: number; readonly share: number }) {
    this.#free = atOnce;
    this.#share = share;
  }

  /** @param maxQueued tasks that may wait in one queue. @returns `undefined` if that queue is full. */
  run<T>(key: string, maxQueued: number, task: () => Promise<T>): Promise<T> | undefined {
    const waiting = this.#queues.get(key) ?? [];
    if (waiting.length >= maxQueued) return undefined;
    this.#queues.set(key, waiting);
    const result = new Promise<T>((resolve, reject) => {
      waiting.push(() => task().then(resolve, reject));
    });
    this.#serve();
    return result;
  }

  #serve(): void {
    while (this.#free > 0) {
      const next = [...this.#queues].find(([key]) => (this.#running.get(key) ?? 0) < this.#share);
      if (next === undefined) return;
      const [key, [task, ...others]] = next;
      this.#queues.delete(key);
      if (others.length > 0) this.#queues.set(key, others);
      this.#count(key, 1);
      void task?.().finally(() => {
        this.#count(key, -1);
        this.#serve();
      });
    }
  }

  #count(key: string, change: 1 | -1): void {
    this.#free -= change;
    const running = (this.#running.get(key) ?? 0) + change;
    if (running === 0) this.#running.delete(key);
    else this.#running.set(key, running);
  }
}
