import { RecentlyUsed } from '@quorum/service-kit/recently-used.ts';

/** Streams that are only followed: half a minute at 2,000 events a second, most of them new messages. */
const FOLLOWED_CACHE_SIZE = 50_000;

/**
 * Facts about streams, by name. Those that this process uses are kept apart, so that new messages do not evict people
 * and groups, who may wait for minutes between two commands.
 */
export class RememberedStreams<V extends object | number> {
  readonly #used: RecentlyUsed<string, V>;
  readonly #followed = new RecentlyUsed<string, V>(FOLLOWED_CACHE_SIZE);

  constructor(used: number) {
    this.#used = new RecentlyUsed(used);
  }

  get(stream: string): V | undefined {
    return this.#used.get(stream) ?? this.#followed.get(stream);
  }

  /** @param isUsed whether this process has read the stream or decided on it. It then stays in use, no matter who writes to it. */
  set(stream: string, value: V, isUsed: boolean): void {
    if (!isUsed && !this.#used.has(stream)) return void this.#followed.set(stream, value);
    this.#used.set(stream, value);
    // Once the stream is no longer in use, this one would be out of date.
    this.#followed.delete(stream);
  }
}
