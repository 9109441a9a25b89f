import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import type { ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import type { Reads } from '@quorum/service-kit/reads/collections.ts';
import { pagesOf } from '@quorum/service-kit/reads/pages.ts';
import { LRUCache } from 'lru-cache';

type Ports = {
  readonly reads: ReadStore<Reads>;
  readonly events: Pick<EventStore, 'head'>;
  readonly clock: Clock;
  readonly waitForReads: (position: Position) => Promise<unknown>;
};

/** Bytes that a person has stored. */
type Usage = { stored: number; readonly lookedAt: number };

/** Milliseconds after which a sum is read again before an upload, so that it recovers from drift. */
const CACHE_TTL_MS = 60_000;
/** The same for texts, which are small and many. */
const CACHE_TTL_FOR_TEXTS_MS = 3_600_000;

const PAGE_SIZE = 500;

const CACHE_SIZE = 10_000;

/**
 * How many bytes of files and of chat texts each person has stored. Read from the read models, then updated here while fresh.
 * Running uploads count from their start.
 */
export class StoredBytes {
  readonly #ports: Ports;
  /** Bytes per person. */
  readonly max: number;
  readonly #known = new LRUCache<string, Usage>({ max: CACHE_SIZE });
  readonly #running = new Map<string, number>();
  readonly #renewing = new Set<string>();

  /** @param max bytes per person. */
  constructor(ports: Ports, max: number) {
    this.#ports = ports;
    this.max = max;
  }

  /** Counts a text. @returns whether it fits by the last known sum: sending does not wait for slow or unavailable read models. */
  async tryConsume(userId: string, bytes: number): Promise<boolean> {
    const known = this.#known.get(userId);
    if (known === undefined || !this.#isFresh(known, CACHE_TTL_FOR_TEXTS_MS)) this.#renew(userId);
    if (known === undefined) return true;
    const usage = known.stored + bytes > this.max ? await this.#lookUpCurrent(userId) : known;
    if (usage.stored + bytes > this.max) return false;
    usage.stored += bytes;
    return true;
  }

  /** @returns a function to call when the upload is over, or `undefined` if the upload would exceed the person's quota. */
  async reserve(userId: string, bytes: number): Promise<(() => void) | undefined> {
    const fits = ({ stored }: Usage): boolean => stored + (this.#running.get(userId) ?? 0) + bytes <= this.max;
    // Something may have been deleted since the last look-up.
    if (!fits(await this.#usage(userId)) && !fits(await this.#lookUpCurrent(userId))) return undefined;
    this.#running.set(userId, (this.#running.get(userId) ?? 0) + bytes);
    let over = false;
    return () => {
      if (over) return;
      over = true;
      const left = (this.#running.get(userId) ?? bytes) - bytes;
      if (left > 0) this.#running.set(userId, left);
      else this.#running.delete(userId);
      // Failed uploads count too; the next read corrects that.
      const usage = this.#known.get(userId);
      if (usage !== undefined) usage.stored += bytes;
    };
  }

  async #usage(userId: string): Promise<Usage> {
    const known = this.#known.get(userId);
    return known !== undefined && this.#isFresh(known, CACHE_TTL_MS) ? known : this.#lookUp(userId);
  }

  #isFresh({ lookedAt }: Usage, within: number): boolean {
    return this.#ports.clock.now() - lookedAt < within;
  }

  #renew(userId: string): void {
    if (this.#renewing.has(userId)) return;
    this.#renewing.add(userId);
    // The next text tries again after a failure.
    const done = (): boolean => this.#renewing.delete(userId);
    void this.#lookUp(userId).then(done, done);
  }

  async #lookUpCurrent(userId: string): Promise<Usage> {
    // Read models that are behind lack the latest uploads, which were counted before.
    const { events, waitForReads } = this.#ports;
    await waitForReads(await events.head());
    return this.#lookUp(userId);
  }

  async #lookUp(userId: string): Promise<Usage> {
    const { clock, reads } = this.#ports;
    const usage = { stored: 0, lookedAt: clock.now() };
    for await (const page of pagesOf(reads.active, 'files', { where: { ownerId: userId } }, PAGE_SIZE))
      for (const { size } of page) usage.stored += size;
    for await (const page of pagesOf(reads.active, 'textBytes', { where: { userId } }, PAGE_SIZE))
      for (const { bytes } of page) usage.stored += bytes;
    this.#known.set(userId, usage);
    return usage;
  }
}
