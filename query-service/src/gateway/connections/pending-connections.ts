import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';

export type EngineConnection = EventEmitter & { readonly request: IncomingMessage; close(discard?: boolean): void };

/** Unadmitted connections per address. */
const MAX_PER_ADDRESS = 1000;

/**
 * Limits unadmitted connections per address. One too many closes the oldest. A real session is admitted within moments, so a
 * flood evicts itself and not the people at the same address.
 */
export class PendingConnections {
  readonly #ofAddress = new Map<string, Set<EngineConnection>>();
  readonly #addressOf: (request: IncomingMessage) => string;
  readonly #max: number;

  constructor(addressOf: (request: IncomingMessage) => string, max = MAX_PER_ADDRESS) {
    this.#addressOf = addressOf;
    this.#max = max;
  }

  watch(engine: EventEmitter): void {
    engine.on('connection', (conn: EngineConnection) => {
      const address = this.#addressOf(conn.request);
      const conns = this.#ofAddress.get(address) ?? new Set();
      this.#ofAddress.set(address, conns.add(conn));
      conn.once('close', () => this.#forget(address, conn));
      const oldest = conns.size > this.#max ? conns.values().next().value : undefined;
      oldest?.close(true);
    });
  }

  /** Someone was admitted on the connection. */
  admit(conn: EngineConnection): void {
    this.#forget(this.#addressOf(conn.request), conn);
  }

  #forget(address: string, conn: EngineConnection): void {
    const conns = this.#ofAddress.get(address);
    conns?.delete(conn);
    if (conns?.size === 0) this.#ofAddress.delete(address);
  }
}
