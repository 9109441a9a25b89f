/**
 * Files of the outbox, kept by the browser over a reload, by account and by the id of the message to be. Never throws: what
 * the browser does not keep lives in the page only, and the log says why.
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

/** Every file of an account: an array sorts after all texts. */
const allOf = (userId: string): IDBKeyRange => IDBKeyRange.bound([userId], [userId, []]);

/** In IndexedDB, under the account and the id. `indexedDB` is missing, or throws, where the browser blocks it. */
export const browserFiles = (): KeptFiles => {
  /** Opened for each use: a connection that stays open would hold up the erasing of the browser's data. */
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
