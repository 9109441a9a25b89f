/**
 * Strings by key, stored by the browser. Never throws: a blocked or full storage loses the value and logs a warning.
 */
export type KeyValueStorage = {
  readonly get: (key: string) => string | null;
  /** False when the value could not be stored. */
  readonly set: (key: string, value: string) => boolean;
  readonly remove: (key: string) => void;
  readonly keys: () => string[];
};

/** `area` throws where the browser blocks storage, so it is called for each access. */
export const browserStorage = (area: () => Storage): KeyValueStorage => {
  const attempt = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    try {
      return work(area());
    } catch (error) {
      console.warn('The browser keeps no data for this page.', error);
      return otherwise;
    }
  };
  return {
    get: (key) => attempt((storage) => storage.getItem(key), null),
    set: (key, value) =>
      attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
    keys: () => attempt((storage) => Object.keys(storage), []),
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
