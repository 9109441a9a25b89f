import type { RecordedEvent } from '@quorum/service-kit/ports/event-log.ts';

/** The end of a log whose positions have no gaps, as appended by this process. Close followers are served from here. */
export class NewestEvents {
  readonly #most: number;
  #events: RecordedEvent[] = [];
  #first = 1;

  /** @param most minimum number of events kept; at most twice as many are. */
  constructor(most: number) {
    this.#most = most;
  }

  /** @param first position of the first event. If there is a gap to the events kept so far, those are dropped. */
  add(first: number, events: readonly RecordedEvent[]): void {
    if (first !== this.#first + this.#events.length) {
      this.#events = [];
      this.#first = first;
    }
    for (const event of events) this.#events.push(event);
    if (this.#events.length < 2 * this.#most) return;
    this.#first += this.#events.length - this.#most;
    this.#events = this.#events.slice(-this.#most);
  }

  /** @returns events after a position, at most `limit`; `undefined` if the next one is not kept. */
  after(position: number, limit: number): readonly RecordedEvent[] | undefined {
    const from = position + 1 - this.#first;
    if (from < 0 || from >= this.#events.length) return undefined;
    return this.#events.slice(from, from + limit);
  }

  clear(): void {
    this.#events = [];
  }
}
