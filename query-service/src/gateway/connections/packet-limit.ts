import type { EventEmitter } from 'node:events';
import { RateLimit } from '@quorum/service-kit/http/admission/rate-limit.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import { type EngineConnection, interceptPackets } from './engine-guard.ts';

type Counted = EngineConnection & { readonly id: string };

/** Packets of one person on all connections, per second and in a burst: far more than any browser sends. */
const PACKETS = [60, 700] as const;
const BYTES = [131_072, 1_048_576] as const;

const sizeOf = (packet: unknown): number =>
  typeof packet === 'string' || packet instanceof Uint8Array ? packet.length : 0;

/**
 * Counts every packet and byte before it is parsed. A client that sends too much is disconnected, and nothing more of it is
 * parsed. Until someone is admitted, the connection itself is counted.
 */
export class PacketLimit {
  readonly #packets = new RateLimit(...PACKETS);
  readonly #bytes = new RateLimit(...BYTES);
  readonly #senders = new WeakMap<object, string>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  watch(engine: EventEmitter): void {
    engine.on('connection', (conn: Counted) => {
      interceptPackets(conn, (packet) => {
        const granted = this.#isGranted(conn, packet);
        if (!granted) conn.close(true);
        return granted;
      });
    });
  }

  /** From now on traffic on the connection counts for its person. */
  admit(conn: object, userId: string): void {
    this.#senders.set(conn, userId);
  }

  #isGranted(conn: Counted, packet: unknown): boolean {
    const sender = this.#senders.get(conn) ?? `conn ${conn.id}`;
    const now = this.#clock.now();
    return this.#packets.take(sender, now) === 0 && this.#bytes.take(sender, now, sizeOf(packet)) === 0;
  }
}
