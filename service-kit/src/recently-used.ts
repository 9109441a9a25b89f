import { LRUCache } from 'lru-cache';

/** The entries used last, at most as many as the capacity. */
export class RecentlyUsed<K extends string, V extends object | string | number | boolean> extends LRUCache<K, V> {
  constructor(capacity: number) {
    super({ max: capacity });
  }
}
