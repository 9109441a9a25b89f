/** Caches one read for a short time, for all callers. Failures are not cached. */
export class KeptReading<T> {
  readonly #read: () => Promise<T>;
  readonly #milliseconds: number;
  #last: { readonly at: number; readonly value: Promise<T> } | undefined;

  constructor(read: () => Promise<T>, milliseconds: number) {
    this.#read = read;
    this.#milliseconds = milliseconds;
  }

  get(): Promise<T> {
    const now = performance.now();
    if (this.#last === undefined || now - this.#last.at > this.#milliseconds) {
      const value = this.#read();
      this.#last = { at: now, value };
      value.catch(() => this.forget());
    }
    return this.#last.value;
  }

  /** After a change by this process. */
  forget(): void {
    this.#last = undefined;
  }
}
