import { beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../testing/memory-storage.ts';
import { browserStorage } from './storage.ts';

/** A storage of the browser that can be full. */
const area = () => {
  const kept = memoryStorage();
  let isFull = false;
  const storage = {
    getItem: kept.get,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: kept.remove,
  } as Storage;
  const fill = (full: boolean) => {
    isFull = full;
  };
  return { storage, kept, fill };
};

beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));

describe('a value that the browser does not store', () => {
  it('a value that the browser does not store lives as long as the page, even if storage is blocked', () => {
    const storage = browserStorage(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(storage.get('auth_token')).toBeNull();
    storage.set('auth_token', 'token-1');
    expect(storage.get('auth_token')).toBe('token-1');
    expect(storage.keys()).toEqual(['auth_token']);
    storage.remove('auth_token');
    expect(storage.get('auth_token')).toBeNull();
    expect(storage.keys()).toEqual([]);
    expect(storage.isBlocked()).toBe(true);
    expect(console.warn).toHaveBeenCalledOnce();
  });

  it('a value that the browser does not store replaces the stored one while the storage is full', () => {
    const { storage, kept, fill } = area();
    const values = browserStorage(() => storage);
    expect(values.isBlocked()).toBe(false);
    values.set('draft', 'old');
    fill(true);
    values.set('draft', 'new');
    expect(values.get('draft')).toBe('new');
    fill(false);
    values.set('draft', 'newest');
    kept.set('draft', 'from another tab');
    expect(values.get('draft')).toBe('from another tab');
  });
});
