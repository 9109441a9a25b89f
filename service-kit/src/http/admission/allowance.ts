import type { ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { measured } from '../../busy-time.ts';
import type { Clock } from '../../ports/clock.ts';
import { Semaphore } from '../../semaphore.ts';
import { RunningStreams } from '../running-streams.ts';
import { RateLimit } from './rate-limit.ts';

/** An allowance is saved for this many seconds. */
const SECONDS_SAVED = 4;
/** Bytes of an answer that cost as much as a millisecond. */
const BYTES_PER_UNIT = 32_768;
/** Bytes of a file that cost as much. */
const FILE_BYTES_PER_UNIT = 131_072;
/** Milliseconds between two looks at an allowance by what waits for it, and looks of a call. */
const POLL_MS = 100;
const MAX_LOOKS = 10;
/** Bytes of bodies that come in for one caller, and of answers that they have not read. */
const MAX_HELD = 16 * 1024 * 1024;
/** Calls of one caller answered at once, and those that may wait. */
const MAX_RUNNING = 8;
const MAX_WAITING = 200;

/** Milliseconds for which a refusal is held back, and refusals of one caller at once. */
const REFUSAL_DELAY_MS = 1_000;
const MAX_DELAYED = 100;

/** Work of one caller: what runs, and how much of it there is. */
type Turns = { readonly semaphore: Semaphore; count: number };

/**
 * The share of this process that a caller may use: a person on all connections, or a network address without a session. A call costs
 * one unit, or the milliseconds for which it kept the event loop busy if they are more, and the bytes of its answer. The cost is known
 * afterwards, so a caller who has spent the allowance waits before the next call.
 */
export class Allowance {
  readonly #limit: RateLimit;
  readonly #clock: Clock;
  readonly #heldBytes = new Map<string, number>();
  readonly #turns = new Map<string, Turns>();
  readonly #held = new RunningStreams({ ofKey: MAX_DELAYED });

  /** @param perSecond units. 100 are a tenth of the event loop. @param burst units at once */
  constructor(perSecond: number, clock: Clock, burst = perSecond * SECONDS_SAVED) {
    this.#limit = new RateLimit(perSecond, burst);
    this.#clock = clock;
  }

  isSpent(caller: string): boolean {
    return this.#limit.isSpent(caller, this.#clock.now());
  }

  /**
   * Takes what a call costs at least.
   * @param cost units. @returns a refusal if the allowance is spent, or too many bytes are held
   */
  take(caller: string, cost = 1): Refusal | undefined {
    const wait = this.#limit.take(caller, this.#clock.now(), cost);
    if (wait > 0) return refuse('request/too-many', undefined, wait);
    return this.#mayHold(caller, 0);
  }

  /** Whether calls of the caller cost more than there was, which is known once they are over. */
  isOwing(caller: string): boolean {
    return this.#limit.isOwing(caller, this.#clock.now());
  }

  /** Holds a refusal back, because refusing costs too. @param cutOff ends the caller's connection if too many are held */
  async holdBack(caller: string, cutOff: () => unknown): Promise<void> {
    const end = this.#held.begin(caller);
    if (end === undefined) return void cutOff();
    await setTimeout(REFUSAL_DELAY_MS);
    end();
  }

  /** Charges what was done for a caller. @param cost units beyond the one taken before */
  charge(caller: string, cost: number): void {
    this.#limit.charge(caller, this.#clock.now(), cost);
  }

  /** Runs work of a caller and charges the time that it takes. */
  measure<T>(caller: string, work: () => Promise<T>): Promise<T> {
    return measured(work, (ms) => this.charge(caller, Math.max(0, ms - 1)));
  }

  /** Counts the bytes of a body until its call is answered. @returns a refusal if the caller has too many on the way */
  receiving(caller: string, response: ServerResponse, bytes: number): Refusal | undefined {
    const refusal = this.#mayHold(caller, bytes);
    if (refusal === undefined) this.#hold(caller, response, bytes);
    return refusal;
  }

  /** Charges the bytes of an answer, which count as unread until the response is over. */
  written(caller: string, response: ServerResponse, bytes: number): void {
    this.charge(caller, bytes / BYTES_PER_UNIT);
    this.#hold(caller, response, bytes);
  }

  /**
   * Passes on the bytes of a file and charges them. It goes on while half of the saved allowance is left, so that a download takes
   * nothing from other calls.
   */
  pacing(caller: string): Transform {
    const paced = new Transform({
      transform: (bytes: Uint8Array, _, passOn) => {
        const go = (): void => {
          // Nothing else ends the wait of a reader who has gone.
          if (paced.destroyed) return;
          if (this.#limit.isHalfSpent(caller, this.#clock.now())) return void setTimeout(POLL_MS).then(go);
          this.charge(caller, bytes.length / FILE_BYTES_PER_UNIT);
          passOn(null, bytes);
        };
        go();
      },
    });
    return paced;
  }

  #mayHold(caller: string, more: number): Refusal | undefined {
    const held = (this.#heldBytes.get(caller) ?? 0) + more;
    return held > MAX_HELD ? refuse('request/too-many', undefined, 1) : undefined;
  }

  #hold(caller: string, response: ServerResponse, bytes: number): void {
    if (bytes === 0 || response.destroyed) return;
    this.#changeHeld(caller, bytes);
    response.once('close', () => this.#changeHeld(caller, -bytes));
  }

  #changeHeld(caller: string, by: number): void {
    const held = (this.#heldBytes.get(caller) ?? 0) + by;
    if (held > 0) this.#heldBytes.set(caller, held);
    else this.#heldBytes.delete(caller);
  }

  /** Waits a while until half of what can be saved is there. What many calls spend at once, others wait for. */
  async #halfSaved(caller: string): Promise<void> {
    for (let looks = 0; looks < MAX_LOOKS && !this.isSpent(caller); looks++) {
      if (!this.#limit.isHalfSpent(caller, this.#clock.now())) return;
      await setTimeout(POLL_MS);
    }
  }

  /**
   * Runs a few calls of a caller at once. The others wait, because what runs already is not charged yet, and so do all that come when
   * less than half of the allowance is left.
   */
  async inTurn<T>(caller: string, work: () => Promise<T>): Promise<T | Refusal> {
    const turns = this.#turns.get(caller) ?? { semaphore: new Semaphore(MAX_RUNNING), count: 0 };
    if (turns.count >= MAX_RUNNING + MAX_WAITING) return refuse('request/too-many', undefined, 1);
    const mustWait = turns.count >= MAX_RUNNING || this.#limit.isHalfSpent(caller, this.#clock.now());
    turns.count += 1;
    this.#turns.set(caller, turns);
    try {
      return await turns.semaphore.run(async () => {
        if (!mustWait) return work();
        // Other callers have their turn between two calls of one.
        await setImmediate();
        await this.#halfSaved(caller);
        return this.isSpent(caller) ? refuse('request/too-many', undefined, 1) : work();
      });
    } finally {
      turns.count -= 1;
      if (turns.count === 0) this.#turns.delete(caller);
    }
  }
}
