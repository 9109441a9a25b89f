import type { Bus, BusMessage } from '@quorum/service-kit/ports/bus.ts';
import { warn } from './emit-process-warning.ts';

type Handler = (message: BusMessage) => void;

/** Carries messages between services that share a process. */
export class InProcessBus implements Bus {
  readonly #subscribers = new Set<{ readonly handler: Handler }>();
  readonly #onError: (error: unknown) => void;

  /** @param onError told what a handler throws; by default it is a warning of the process. */
  constructor(onError: (error: unknown) => void = warn) {
    this.#onError = onError;
  }

  async publish(message: BusMessage): Promise<void> {
    for (const subscriber of this.#subscribers) {
      // In a turn of its own: a handler that fails or is slow is no matter of the publisher or of the other handlers.
      setImmediate(() => {
        if (!this.#subscribers.has(subscriber)) return;
        try {
          subscriber.handler(message);
        } catch (error) {
          this.#onError(error);
        }
      });
    }
  }

  async subscribe(handler: Handler): Promise<() => Promise<void>> {
    const subscriber = { handler };
    this.#subscribers.add(subscriber);
    return async () => {
      this.#subscribers.delete(subscriber);
    };
  }

  async ping(): Promise<void> {
    // Nothing stands between the services of one process.
  }

  async close(): Promise<void> {
    this.#subscribers.clear();
  }
}
