import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { ParkedEvent } from '@quorum/service-kit/ports/parked-events.ts';

/** Parked events by model and stream, oldest first. Later events of the same stream wait behind them. */
export class ParkedStreams {
  readonly #streams = new Map<string, ParkedEvent[]>();
  #size = 0;

  constructor(parked: readonly ParkedEvent[] = []) {
    for (const event of parked) this.add(event);
  }

  get size(): number {
    return this.#size;
  }

  add(event: ParkedEvent): void {
    const key = keyOf(event.model, event.stream);
    const parked = this.#streams.get(key) ?? [];
    const at = parked.findIndex(({ position }) => position >= event.position);
    if (at === -1) parked.push(event);
    else if (parked[at]?.position === event.position) {
      parked[at] = event;
      return;
    } else parked.splice(at, 0, event);
    this.#streams.set(key, parked);
    this.#size += 1;
  }

  remove(event: ParkedEvent): void {
    const key = keyOf(event.model, event.stream);
    const parked = this.#streams.get(key);
    const at = parked?.findIndex(({ position }) => position === event.position) ?? -1;
    if (parked === undefined || at === -1) return;
    parked.splice(at, 1);
    if (parked.length === 0) this.#streams.delete(key);
    this.#size -= 1;
  }

  /** The event that the rest of a stream waits for. */
  head(model: string, stream: string): ParkedEvent | undefined {
    return this.#size === 0 ? undefined : this.#streams.get(keyOf(model, stream))?.[0];
  }

  /** The first event of every stream. */
  heads(): readonly ParkedEvent[] {
    return [...this.#streams.values()].flatMap((parked) => parked.slice(0, 1));
  }

  all(): readonly ParkedEvent[] {
    return [...this.#streams.values()].flat();
  }

  /** Whether any model has parked this event. */
  hasPosition(position: Position): boolean {
    return this.#size > 0 && this.all().some((event) => event.position === position);
  }
}

const keyOf = (model: string, stream: string): string => `${model}\n${stream}`;
