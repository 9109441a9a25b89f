import type { KeptFiles } from '../data/services/kept-files.ts';
import type { KeyValueStorage } from '../data/services/storage.ts';

export const memoryStorage = (): KeyValueStorage => {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => {
      values.set(key, value);
      return true;
    },
    remove: (key) => {
      values.delete(key);
    },
    keys: () => [...values.keys()],
  };
};

export const memoryFiles = (): KeptFiles => {
  const files = new Map<string, Map<string, File>>();
  const of = (userId: string): Map<string, File> => {
    const known = files.get(userId) ?? new Map<string, File>();
    files.set(userId, known);
    return known;
  };
  return {
    put: async (userId, id, file) => {
      of(userId).set(id, file);
      return true;
    },
    get: async (userId, id) => of(userId).get(id),
    ids: async (userId) => [...of(userId).keys()],
    remove: async (userId, id) => {
      of(userId).delete(id);
    },
    removeAll: async (userId) => {
      files.delete(userId);
    },
  };
};
