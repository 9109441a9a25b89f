import type { Readable } from 'node:stream';

/** Limits the number of concurrent streams or connections, per key and, if asked to, in total. */
export class RunningStreams {
  readonly #ofKey = new Map<string, number>();
  readonly #maxOfKey: number;
  readonly #max: number;
  #running = 0;

  constructor({ ofKey, inAll = Number.POSITIVE_INFINITY }: { readonly ofKey: number; readonly inAll?: number }) {
    this.#maxOfKey = ofKey;
    this.#max = inAll;
  }

  /** @returns a function to call at the end, or `undefined` if too many are running. */
  begin(key: string): (() => void) | undefined {
    const ofKey = this.#ofKey.get(key) ?? 0;
    if (ofKey >= this.#maxOfKey || this.#running >= this.#max) return undefined;
    this.#ofKey.set(key, ofKey + 1);
    this.#running += 1;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#running -= 1;
      const left = (this.#ofKey.get(key) ?? 1) - 1;
      if (left > 0) this.#ofKey.set(key, left);
      else this.#ofKey.delete(key);
    };
  }
}

/** Calls back once when a stream has ended, for any reason. */
export const whenOver = (stream: Readable, over: () => void): void => {
  stream.once('close', over);
  if (stream.destroyed) over();
};
