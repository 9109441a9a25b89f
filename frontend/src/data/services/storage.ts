/**
 * Strings by key, stored by the browser. Never throws: where the storage is blocked or full, a value lasts as long as
 * the page, and one warning is logged.
 */
export type KeyValueStorage = {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
  readonly remove: (key: string) => void;
  readonly keys: () => string[];
  /** Whether a reload loses every value. */
  readonly isBlocked: () => boolean;
};

const PROBE = 'probe';

/** `area` throws where the browser blocks storage, so it is called for each access. */
export const browserStorage = (area: () => Storage): KeyValueStorage => {
  let hasWarned = false;
  const attempt = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    try {
      return work(area());
    } catch (error) {
      if (!hasWarned) console.warn('The browser keeps no data for this page.', error);
      hasWarned = true;
      return otherwise;
    }
  };
  const unstored = new Map<string, string>();
  const store = (key: string, value: string): boolean =>
    attempt((storage) => {
      storage.setItem(key, value);
      return true;
    }, false);
  return {
    get: (key) => unstored.get(key) ?? attempt((storage) => storage.getItem(key), null),
    set: (key, value) => {
      if (store(key, value)) unstored.delete(key);
      else unstored.set(key, value);
    },
    remove: (key) => {
      unstored.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
    keys: () => [...new Set([...attempt((storage) => Object.keys(storage), []), ...unstored.keys()])],
    isBlocked: () =>
      attempt((storage) => {
        storage.setItem(PROBE, '');
        storage.removeItem(PROBE);
        return false;
      }, true),
  };
};

/** A JSON value from storage. Undefined when there is none or `accepts` rejects it. */
export const readJson = <T>(
  storage: KeyValueStorage,
  key: string,
  accepts: (value: unknown) => value is T,
): T | undefined => {
  const text = storage.get(key);
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return accepts(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};
