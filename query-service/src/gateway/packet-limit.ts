import type { EventEmitter } from 'node:events';
import { RateLimit } from '@quorum/service-kit/http/rate-limit.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';

type Line = EventEmitter & { readonly id: string; close(discard: boolean): void };

/** What one person may send on all lines, per second and at once: far more than any browser does. */
const PACKETS = [60, 700] as const;
const BYTES = [131_072, 1_048_576] as const;

const sizeOf = (packet: unknown): number =>
  typeof packet === 'string' || packet instanceof Uint8Array ? packet.length : 0;

/**
 * Counts every packet and byte before anybody parses it, whatever name it bears. Who sends too much is cut off, and nothing more of it is
 * parsed. Before anybody is let in on a line, the line itself is who is counted.
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
    engine.on('connection', (line: Line) => {
      const emit = line.emit.bind(line);
      // A listener could not keep the packet from those after it.
      line.emit = (name: string, ...given: unknown[]): boolean => {
        if (name !== 'data' || this.#isGranted(line, given[0])) return emit(name, ...given);
        line.close(true);
        return false;
      };
    });
  }

  /** From now on what comes on the line counts for its person. */
  admit(line: object, userId: string): void {
    this.#senders.set(line, userId);
  }

  #isGranted(line: Line, packet: unknown): boolean {
    const sender = this.#senders.get(line) ?? `line ${line.id}`;
    const now = this.#clock.now();
    return this.#packets.take(sender, now) === 0 && this.#bytes.take(sender, now, sizeOf(packet)) === 0;
  }
}
