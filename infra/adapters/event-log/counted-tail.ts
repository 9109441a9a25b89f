import type { Position } from '@quorum/contracts/ports/event-log.ts';

type Positioned = { readonly position: Position };

/** Events read at once. */
const PAGE = 1_000;
/** Places that are remembered; who counts further counts anew each time. */
const REMEMBERED = 20_000;

/**
 * How many events come after a position, of a log that can only be read to know it. Whoever watches how far behind somebody is asks
 * again and again from positions that move on: what was counted once is remembered, and only what came since is read.
 */
export class CountedTail {
  readonly #read: (after: Position, limit: number) => Promise<readonly Positioned[]>;
  #after: Position | undefined;
  #places: readonly Position[] = [];
  #counting: Promise<unknown> = Promise.resolve();

  constructor(read: (after: Position, limit: number) => Promise<readonly Positioned[]>) {
    this.#read = read;
  }

  /** @param cap where counting ends. */
  count(after: Position, cap: number): Promise<number> {
    const counted = this.#counting.then(() => this.#count(after, cap));
    this.#counting = counted.catch(() => undefined);
    return counted;
  }

  async #count(after: Position, cap: number): Promise<number> {
    const isBehind = this.#after === undefined || after < this.#after;
    this.#places = isBehind ? [] : this.#places.filter((place) => place > after);
    this.#after = after;
    let count = this.#places.length;
    for (let last = this.#places.at(-1) ?? after; count < cap; ) {
      const limit = Math.min(PAGE, cap - count);
      const page = await this.#read(last, limit);
      count += page.length;
      last = page.at(-1)?.position ?? last;
      if (count <= REMEMBERED) this.#places = [...this.#places, ...page.map(({ position }) => position)];
      if (page.length < limit) break;
    }
    return Math.min(cap, count);
  }
}
