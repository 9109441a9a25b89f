import type { Bus, BusMessage } from '@quorum/service-kit/ports/bus.ts';

/** An in-memory bus for tests: records what was published, and can be made to fail. */
export class MemoryBus implements Bus {
  readonly published: BusMessage[] = [];
  unavailable = false;
  readonly #handlers = new Set<(message: BusMessage) => void>();

  async publish(message: BusMessage): Promise<void> {
    if (this.unavailable) throw new Error('the bus is gone');
    this.published.push(message);
    for (const handler of this.#handlers) handler(message);
  }

  async subscribe(handler: (message: BusMessage) => void): Promise<() => Promise<void>> {
    this.#handlers.add(handler);
    return async () => {
      this.#handlers.delete(handler);
    };
  }

  async ping(): Promise<void> {}
  async close(): Promise<void> {}
}
