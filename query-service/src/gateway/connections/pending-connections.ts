import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';

export type Line = EventEmitter & { readonly request: IncomingMessage; close(discard?: boolean): void };

/** Unadmitted connections per address. */
const MAX_PER_ADDRESS = 1000;

/**
 * Limits unadmitted connections per address. One too many closes the oldest. A real session is admitted within moments, so a
 * flood evicts itself and not the people at the same address.
 */
export class PendingConnections {
  readonly #ofAddress = new Map<string, Set<Line>>();
  readonly #addressOf: (request: IncomingMessage) => string;
  readonly #most: number;

  constructor(addressOf: (request: IncomingMessage) => string, most = MAX_PER_ADDRESS) {
    this.#addressOf = addressOf;
    this.#most = most;
  }

  watch(engine: EventEmitter): void {
    engine.on('connection', (line: Line) => {
      const address = this.#addressOf(line.request);
      const lines = this.#ofAddress.get(address) ?? new Set();
      this.#ofAddress.set(address, lines.add(line));
      line.once('close', () => this.#forget(address, line));
      const oldest = lines.size > this.#most ? lines.values().next().value : undefined;
      oldest?.close(true);
    });
  }

  /** Someone was admitted on the connection. */
  admit(line: Line): void {
    this.#forget(this.#addressOf(line.request), line);
  }

  #forget(address: string, line: Line): void {
    const lines = this.#ofAddress.get(address);
    lines?.delete(line);
    if (lines?.size === 0) this.#ofAddress.delete(address);
  }
}
