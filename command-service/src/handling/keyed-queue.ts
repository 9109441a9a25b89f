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
