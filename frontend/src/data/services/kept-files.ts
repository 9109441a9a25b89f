/**
 * Files of the outbox that the browser keeps over a reload, by account and message id. Never throws: a file that cannot
 * be kept exists in the page only, and a warning is logged.
 */
export type KeptFiles = {
  /** False when the file could not be kept. */
  readonly put: (userId: string, id: string, file: File) => Promise<boolean>;
  readonly get: (userId: string, id: string) => Promise<File | undefined>;
  readonly ids: (userId: string) => Promise<readonly string[]>;
  readonly remove: (userId: string, id: string) => Promise<void>;
  readonly removeAll: (userId: string) => Promise<void>;
};

const DATABASE = 'quorum';
const FILES = 'files';

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser gave no reason'));
  });

const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser gave no reason'));
  });

const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(DATABASE);
  request.onupgradeneeded = () => request.result.createObjectStore(FILES);
  return answered(request);
};

/** All files of an account: arrays sort after strings. */
const allOf = (userId: string): IDBKeyRange => IDBKeyRange.bound([userId], [userId, []]);

/** Keeps files in IndexedDB. `indexedDB` is missing, or throws, where the browser blocks it. */
export const browserFiles = (): KeptFiles => {
  /** Opened for each use, because an open connection would block the clearing of the browser's data. */
  const use = async <T>(
    mode: IDBTransactionMode,
    otherwise: T,
    work: (files: IDBObjectStore) => Promise<T>,
  ): Promise<T> => {
    try {
      const database = await open();
      try {
        const transaction = database.transaction(FILES, mode);
        const done = committed(transaction);
        const [result] = await Promise.all([work(transaction.objectStore(FILES)), done]);
        return result;
      } finally {
        database.close();
      }
    } catch (error) {
      console.warn('The browser keeps no files for this page.', error);
      return otherwise;
    }
  };
  return {
    put: (userId, id, file) =>
      use('readwrite', false, async (files) => {
        await answered(files.put(file, [userId, id]));
        return true;
      }),
    get: (userId, id) =>
      use('readonly', undefined, async (files) => {
        const file: unknown = await answered(files.get([userId, id]));
        return file instanceof File ? file : undefined;
      }),
    ids: (userId) =>
      use('readonly', [], async (files) => {
        const keys = await answered(files.getAllKeys(allOf(userId)));
        return keys.map((key) => String((key as readonly unknown[])[1]));
      }),
    remove: (userId, id) => use('readwrite', undefined, (files) => answered(files.delete([userId, id]))),
    removeAll: (userId) => use('readwrite', undefined, (files) => answered(files.delete(allOf(userId)))),
  };
};
