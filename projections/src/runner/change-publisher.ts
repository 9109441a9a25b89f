import { describeFailure } from '@quorum/service-kit/failure.ts';
import type { Bus } from '@quorum/service-kit/ports/bus.ts';
import type { Commit } from '@quorum/service-kit/ports/read-store.ts';
import type { Logger } from 'pino';

/** Changes of one notice: an engine of the bus takes messages of a megabyte at most. */
const MOST_CHANGES = 1_000;
/** Commits whose notices may wait for a bus that does not answer; gateways find what is given up by its gap. */
const MOST_WAITING = 1_000;

/** Tells the bus of commits, in their order, behind the back of the run: it does not wait for the bus. */
export class ChangePublisher {
  readonly #bus: Bus;
  readonly #log: Logger;
  #publishing: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor({ bus, log }: { readonly bus: Bus; readonly log: Logger }) {
    this.#bus = bus;
    this.#log = log;
  }

  publish({ to, changes }: Commit): void {
    if (this.#waiting >= MOST_WAITING) {
      this.#log.warn({ position: to }, 'the bus does not answer; a notice is given up');
      return;
    }
    this.#waiting += 1;
    this.#publishing = this.#publishing
      .then(async () => {
        // One without changes tells of the position alone.
        for (let start = 0; start === 0 || start < changes.length; start += MOST_CHANGES)
          await this.#bus.publish({
            kind: 'changes',
            position: to,
            changes: changes.slice(start, start + MOST_CHANGES),
          });
      })
      .catch((error: unknown) =>
        this.#log.warn({ failure: describeFailure(error), position: to }, 'a notice could not be published'),
      )
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  /** Resolves when everything is handed to the bus, or given up. */
  async settle(): Promise<void> {
    await this.#publishing;
  }
}
