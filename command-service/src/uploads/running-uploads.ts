/** Limits the number of concurrent uploads per person. */
export class RunningUploads {
  readonly #running = new Map<string, number>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** @returns a function to call at the end, or `undefined` if too many are running. */
  begin(personId: string): (() => void) | undefined {
    const running = this.#running.get(personId) ?? 0;
    if (running >= this.#most) return undefined;
    this.#running.set(personId, running + 1);
    return () => {
      const left = (this.#running.get(personId) ?? 1) - 1;
      if (left > 0) this.#running.set(personId, left);
      else this.#running.delete(personId);
    };
  }
}
