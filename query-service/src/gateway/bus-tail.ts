import { setTimeout } from 'node:timers/promises';
import { activeCheckpoint, REPRESENTATIVE } from '@quorum/service-kit/active-checkpoint.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { Generations } from '@quorum/service-kit/ports/generations.ts';

/** Milliseconds that the bus has for a commit. */
const ON_ITS_WAY = 1_000;

/** Checks that the bus delivers commits. Costs one read of the checkpoint for all audiences. */
export class BusTail {
  readonly #reads: Pick<Generations, 'activeGeneration' | 'checkpoint'>;
  #received: Position = '';

  constructor(reads: Pick<Generations, 'activeGeneration' | 'checkpoint'>) {
    this.#reads = reads;
  }

  /** The bus has brought a commit, or what it lost of it was read. */
  received(position: Position): void {
    if (position > this.#received) this.#received = position;
  }

  /** @returns the checkpoint that the bus has not reported in time; `undefined` if it has */
  async missing(): Promise<Position | undefined> {
    const stored = await activeCheckpoint(this.#reads, REPRESENTATIVE);
    if (stored === undefined || stored <= this.#received) return undefined;
    await setTimeout(ON_ITS_WAY);
    return stored > this.#received ? stored : undefined;
  }
}
