import { describeFailure } from '@quorum/service-kit/failure.ts';
import type { Bus, BusMessage } from '@quorum/service-kit/ports/bus.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { Commit } from '@quorum/service-kit/ports/read-store.ts';
import type { Logger } from 'pino';

/** Changes per bus message: bus engines limit messages to a megabyte. */
const MAX_CHANGES = 1_000;
/** Commits whose changes may wait for an unresponsive bus. */
const MAX_WAITING = 1_000;

/**
 * Publishes commits on the bus in order, in the background: the run does not wait for the bus. A message after one that may be lost
 * says so, because its position hides the gap.
 */
export class ChangePublisher {
  readonly #bus: Bus;
  readonly #log: Logger;
  #publishing: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** At first, because an earlier run may have ended between a commit and its message. */
  #hasLost = true;
  /** The newest dropped commit. Messages before it do not use up the mark: gateways that have compared since would ignore it. */
  #givenUp: Position = '';

  constructor({ bus, log }: { readonly bus: Bus; readonly log: Logger }) {
    this.#bus = bus;
    this.#log = log;
  }

  publish({ to, changes }: Commit): void {
    if (this.#waiting >= MAX_WAITING) {
      this.#hasLost = true;
      this.#givenUp = to;
      this.#log.warn({ position: to }, 'the bus does not answer; a bus message was dropped');
      return;
    }
    this.#waiting += 1;
    this.#publishing = this.#publishing
      .then(async () => {
        // A message without changes carries only the position.
        for (let start = 0; start === 0 || start < changes.length; start += MAX_CHANGES)
          await this.#send({ kind: 'changes', position: to, changes: changes.slice(start, start + MAX_CHANGES) });
      })
      .catch((error: unknown) => {
        this.#hasLost = true;
        this.#log.warn({ failure: describeFailure(error), position: to }, 'a bus message could not be published');
      })
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  /** Resolves when everything was given to the bus, or dropped. */
  async settle(): Promise<void> {
    await this.#publishing;
  }

  async #send(message: Extract<BusMessage, { kind: 'changes' }>): Promise<void> {
    const afterLoss = this.#hasLost;
    // Before the message is accepted, because another may be dropped in between.
    this.#hasLost = message.position <= this.#givenUp;
    await this.#bus.publish(afterLoss ? { ...message, afterLoss } : message);
  }
}
