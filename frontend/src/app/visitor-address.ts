import type { KeyValueStorage } from '../data/services/storage.ts';
import { storageKeys } from '../data/services/storage-keys.ts';
import { isNarrow } from './narrow-window.ts';

export const isSignedOut = (storage: KeyValueStorage): boolean => storage.get(storageKeys.token) === null;

/** Whether this is a sign-in page and nobody is signed in. */
export const isVisitorPage = (pathname: string, storage: KeyValueStorage): boolean =>
  /^\/(?:login|signup)\/?$/i.test(pathname) && isSignedOut(storage) && !isNarrow();
