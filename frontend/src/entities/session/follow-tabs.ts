import { followDraft, loadDrafts } from '../message/drafts.ts';
import { loadOutbox } from '../message/outbox.ts';
import type { AppStore } from '../store/make-store.ts';
import type { Services } from '../store/services.ts';
import { followStoredSession } from './session.ts';
import { selectUserId } from './session-slice.ts';
import { storageKeys } from './storage-keys.ts';
import { draftPrefix, outboxPrefix } from './unsent.ts';
import { storedView, viewPreferred } from './view-slice.ts';

/**
 * Several tabs of one browser are one visitor: signing in, signing out, queueing and writing in one of them shows in all.
 * Returns the way to stop.
 */
export const followTabs = ({ dispatch, getState }: AppStore, { storage, alarm }: Services): (() => void) => {
  /** `key` is null when another tab removed everything. */
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === null || key === storageKeys.token || key === storageKeys.user) dispatch(followStoredSession());
    if (key === null || key === storageKeys.preferredView) dispatch(viewPreferred(storedView(storage).preferred));
    const userId = selectUserId(getState());
    if (userId === undefined) return;
    if (key === null || key.startsWith(outboxPrefix(userId))) {
      dispatch(loadOutbox(userId));
      alarm.ring();
    }
    // What somebody writes right here is not taken from under their hands.
    if (document.hasFocus()) return;
    if (key === null) dispatch(loadDrafts(userId));
    else if (key.startsWith(draftPrefix(userId))) dispatch(followDraft(userId, key.slice(draftPrefix(userId).length)));
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};
