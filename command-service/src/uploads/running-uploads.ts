/** Counts the uploads of each person, up to so many at a time. */
export class RunningUploads {
  readonly #running = new Map<string, number>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** @returns what to call at its end; `undefined` when too many of this person are running. */
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
