import { messageStream } from '@quorum/domain/message/events.ts';
import { LRUCache } from 'lru-cache';
import type { FoldedStream } from './folded-stream.ts';

/** Bytes of folded streams to keep, of messages and of everything else. */
export type CacheLimits = { readonly messages: number; readonly others: number };

/**
 * Every message is a stream of its own, and most are never written to again. Edits, reactions, and replies mostly come soon
 * after a message.
 */
const LIMITS: CacheLimits = { messages: 4 * 2 ** 20, others: 32 * 2 ** 20 };

const MESSAGE = messageStream('');

const cacheOf = (maxSize: number) =>
  new LRUCache<string, FoldedStream<unknown>>({ maxSize, sizeCalculation: ({ size }) => size });

/** The folded streams used last, by name. Messages never evict people and groups. */
export class StreamCache {
  readonly #messages: LRUCache<string, FoldedStream<unknown>>;
  readonly #others: LRUCache<string, FoldedStream<unknown>>;

  constructor({ messages, others }: CacheLimits = LIMITS) {
    this.#messages = cacheOf(messages);
    this.#others = cacheOf(others);
  }

  get(stream: string): FoldedStream<unknown> | undefined {
    return this.#of(stream).get(stream);
  }

  set(stream: string, folded: FoldedStream<unknown>): void {
    const cache = this.#of(stream);
    // The cache would keep the size that a stream had when it was first set.
    cache.delete(stream);
    cache.set(stream, folded);
  }

  /** @returns whether the stream was cached. */
  delete(stream: string): boolean {
    return this.#of(stream).delete(stream);
  }

  clear(): void {
    this.#messages.clear();
    this.#others.clear();
  }

  #of(stream: string): LRUCache<string, FoldedStream<unknown>> {
    return stream.startsWith(MESSAGE) ? this.#messages : this.#others;
  }
}
