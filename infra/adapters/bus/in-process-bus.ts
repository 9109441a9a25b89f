import type { Bus, BusMessage } from '@quorum/service-kit/ports/bus.ts';
import { warn } from './emit-process-warning.ts';

type Handler = (message: BusMessage) => void;

/** Carries messages between services that share a process. */
export class InProcessBus implements Bus {
  readonly #subscribers = new Set<{ readonly handler: Handler }>();
  readonly #onError: (error: unknown) => void;

  /** @param onError called with errors thrown by handlers; by default they become process warnings. */
  constructor(onError: (error: unknown) => void = warn) {
    this.#onError = onError;
  }

  async publish(message: BusMessage): Promise<void> {
    for (const subscriber of this.#subscribers) {
      // In a turn of its own, so that a slow or failing handler affects neither the publisher nor other handlers.
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
    // Services in one process are always connected.
  }

  async close(): Promise<void> {
    this.#subscribers.clear();
  }
}
