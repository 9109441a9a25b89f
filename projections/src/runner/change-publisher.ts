import { describeFailure } from '@quorum/service-kit/failure.ts';
import type { Bus, BusMessage } from '@quorum/service-kit/ports/bus.ts';
import type { Commit } from '@quorum/service-kit/ports/read-store.ts';
import type { Logger } from 'pino';

/** Changes per bus message: bus engines limit messages to a megabyte. */
const MAX_CHANGES = 1_000;

type Published = Pick<Commit, 'to' | 'changes'>;

/**
 * Publishes commits on the bus in order, in the background: the run does not wait for the bus. A message after one that may be lost
 * says so, because its position hides the gap.
 */
export class ChangePublisher {
  readonly #bus: Bus;
  readonly #log: Logger;
  #waiting: Published[] = [];
  #publishing: Promise<void> | undefined;
  /** At first, because an earlier run may have ended between a commit and its message. */
  #hasLost = true;

  constructor({ bus, log }: { readonly bus: Bus; readonly log: Logger }) {
    this.#bus = bus;
    this.#log = log;
  }

  publish({ to, changes }: Commit): void {
    this.#waiting.push({ to, changes });
    this.#publishing ??= this.#publishAll();
  }

  /** Resolves when everything was given to the bus, or dropped. */
  async settle(): Promise<void> {
    await this.#publishing;
  }

  async #publishAll(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        await this.#publishOne(next);
      } catch (error) {
        this.#hasLost = true;
        const dropped = this.#waiting.splice(0).length;
        // Each would wait as long for the bus as this one did, and the end of the run for all of them.
        this.#log.warn(
          { failure: describeFailure(error), position: next.to, dropped },
          'a bus message could not be published, and those behind it were dropped',
        );
      }
    }
    this.#publishing = undefined;
  }

  async #publishOne({ to, changes }: Published): Promise<void> {
    // A message without changes carries only the position.
    for (let start = 0; start === 0 || start < changes.length; start += MAX_CHANGES)
      await this.#send({ kind: 'changes', position: to, changes: changes.slice(start, start + MAX_CHANGES) });
  }

  async #send(message: Extract<BusMessage, { kind: 'changes' }>): Promise<void> {
    await this.#bus.publish(this.#hasLost ? { ...message, afterLoss: true } : message);
    this.#hasLost = false;
  }
}
