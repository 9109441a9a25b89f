import type { KeyValueStorage } from '../data/services/storage.ts';

export const memoryStorage = (): KeyValueStorage => {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => {
      values.set(key, value);
    },
    remove: (key) => {
      values.delete(key);
    },
    keys: () => [...values.keys()],
    isBlocked: () => false,
  };
};
