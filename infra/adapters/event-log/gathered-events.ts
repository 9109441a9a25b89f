import type { Position, RecordedEvent } from '@quorum/service-kit/ports/event-log.ts';

/** The last events of a log, without a gap from some position on. Positions need not count events. */
export class GatheredEvents {
  readonly #most: number;
  #since: Position;
  #events: RecordedEvent[] = [];

  /** @param since every event after this position is added. @param most minimum number kept; at most twice as many are. */
  constructor(since: Position, most = 4_096) {
    this.#since = since;
    this.#most = most;
  }

  add(events: readonly RecordedEvent[]): void {
    for (const event of events) this.#events.push(event);
    if (this.#events.length < 2 * this.#most) return;
    const dropped = this.#events.splice(0, this.#events.length - this.#most);
    this.#since = dropped.at(-1)?.position ?? this.#since;
  }

  /** @returns events after a position, at most `limit`; `undefined` if some after it are no longer kept, or never were. */
  after(position: Position, limit: number): readonly RecordedEvent[] | undefined {
    if (position < this.#since) return undefined;
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle] as RecordedEvent).position > position) high = middle;
      else low = middle + 1;
    }
    return this.#events.slice(low, low + limit);
  }
}
