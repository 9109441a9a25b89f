import { loadOutbox } from '../message/outbox.ts';
import type { AppStore } from '../store/make-store.ts';
import type { Services } from '../store/services.ts';
import { followStoredSession } from './session.ts';
import { selectUserId } from './session-slice.ts';
import { storageKeys } from './storage-keys.ts';
import { outboxPrefix } from './unsent.ts';
import { storedView, viewPreferred } from './view-slice.ts';

/** Several tabs of one browser are one visitor: signing in, signing out and queueing in one of them shows in all. */
export const followTabs = (store: AppStore, { storage, alarm }: Services): (() => void) => {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === null || key === storageKeys.token || key === storageKeys.user) store.dispatch(followStoredSession());
    if (key === null || key === storageKeys.preferredView) store.dispatch(viewPreferred(storedView(storage).preferred));
    const userId = selectUserId(store.getState());
    if (userId !== undefined && (key === null || key.startsWith(outboxPrefix(userId)))) {
      store.dispatch(loadOutbox(userId));
      alarm.ring();
    }
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};
