import type { Bus } from './ports/bus.ts';
import type { Position } from './ports/event-log.ts';
import type { Generations } from './ports/generations.ts';
import { singleFlight } from './single-flight.ts';

/** All running models share one checkpoint, so this one represents them. */
export const REPRESENTATIVE = 'users';

type Checkpoints = Pick<Generations, 'activeGeneration' | 'checkpoint'>;

/**
 * The checkpoint of a model's active generation; `undefined` if none is active. A rebuild may switch over between the two reads and
 * drop the generation, so a failed read is repeated on the new one.
 */
export const activeCheckpoint = async (reads: Checkpoints, model: string): Promise<Position | undefined> => {
  let generation = await reads.activeGeneration(model);
  while (generation !== undefined) {
    try {
      return await reads.checkpoint({ model, generation, collections: [] });
    } catch (error) {
      const now = await reads.activeGeneration(model);
      if (now === generation) throw error;
      generation = now;
    }
  }
  return undefined;
};

/** Milliseconds between reads of the stored checkpoint while someone waits, because the bus may lose a message. */
const READ_INTERVAL_MS = 100;

/** The position of the read models, and waiting for it. */
export class ReadPosition {
  readonly #reads: Checkpoints;
  readonly #waiting = new Set<() => void>();
  readonly #readStored = singleFlight(async () => {
    const stored = await activeCheckpoint(this.#reads, REPRESENTATIVE);
    if (stored !== undefined) this.#advance(stored);
  });
  #reached: Position = '';
  #unsubscribe: (() => Promise<void>) | undefined;

  private constructor(reads: Checkpoints) {
    this.#reads = reads;
  }

  static async start(reads: Checkpoints, bus: Bus): Promise<ReadPosition> {
    const position = new ReadPosition(reads);
    position.#unsubscribe = await bus.subscribe((message) => {
      if (message.kind === 'changes') position.#advance(message.position);
    });
    return position;
  }

  hasReached(position: Position): boolean {
    return this.#reached >= position;
  }

  /** @param timeout milliseconds. @returns whether the read models reached the position in time. */
  async waitFor(position: Position, timeout = 2000): Promise<boolean> {
    const until = Date.now() + timeout;
    if (this.hasReached(position)) return true;
    for (;;) {
      await this.#readStored();
      if (this.hasReached(position)) return true;
      const left = until - Date.now();
      if (left <= 0) return false;
      await this.#nextAdvance(Math.min(left, READ_INTERVAL_MS));
      if (this.hasReached(position)) return true;
    }
  }

  /** Waits for a while until the read models pass a position. @returns their position then. */
  async newerThan(position: Position, timeout: number): Promise<Position> {
    // The smallest text after the position.
    await this.waitFor(`${position}\0`, timeout);
    return this.#reached;
  }

  async stop(): Promise<void> {
    await this.#unsubscribe?.();
  }

  #advance(position: Position): void {
    if (position <= this.#reached) return;
    this.#reached = position;
    for (const wake of this.#waiting) wake();
  }

  #nextAdvance(atMost: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, atMost);
      this.#waiting.add(wake);
    });
  }
}
