import { setTimeout } from 'node:timers/promises';
import type { BusMessage } from '@quorum/service-kit/ports/bus.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { Generations } from '@quorum/service-kit/ports/generations.ts';
import { activeCheckpoint, REPRESENTATIVE } from '@quorum/service-kit/read-position.ts';

/** Milliseconds in which the bus must deliver a commit. */
const DELIVERY_TIMEOUT_MS = 1_000;

type Received = Pick<Extract<BusMessage, { kind: 'changes' }>, 'position' | 'afterLoss'>;

/** Checks that the bus delivers commits. Costs one read of the checkpoint for all audiences. */
export class DeliveryCheck {
  readonly #reads: Pick<Generations, 'activeGeneration' | 'checkpoint'>;
  #received: Position = '';
  /** Position of the newest message that follows a loss. All audiences were compared at `#compared`. */
  #lostBefore: Position = '';
  #compared: Position = '';

  constructor(reads: Pick<Generations, 'activeGeneration' | 'checkpoint'>) {
    this.#reads = reads;
  }

  /** The bus has brought a commit. */
  received({ position, afterLoss = false }: Received): void {
    if (position > this.#received) this.#received = position;
    if (afterLoss && position > this.#lostBefore) this.#lostBefore = position;
  }

  /** All audiences were compared with what was stored at this checkpoint. */
  compared(position: Position): void {
    this.received({ position });
    this.#compared = position;
  }

  /** @returns the checkpoint, if the bus has lost something up to there or has not reported it in time */
  async missing(): Promise<Position | undefined> {
    const stored = await activeCheckpoint(this.#reads, REPRESENTATIVE);
    if (this.#lostBefore > this.#compared) return stored;
    if (stored === undefined || stored <= this.#received) return undefined;
    await setTimeout(DELIVERY_TIMEOUT_MS);
    return stored > this.#received ? stored : undefined;
  }
}
