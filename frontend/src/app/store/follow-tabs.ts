import { followDraft, loadDrafts } from '../../data/message/drafts.ts';
import { draftPrefix } from '../../data/message/outbox/unsent.ts';
import { storageKeys } from '../../data/services/storage-keys.ts';
import { selectUserId } from '../../data/session/session-slice.ts';
import { followStoredSession } from '../../data/user/session.ts';
import type { AppStore } from './make-store.ts';

/** Keeps the tabs of a browser in step: signing in and out, and drafts. Returns a function that stops it. */
export const followTabs = ({ dispatch, getState }: AppStore): (() => void) => {
  const followDrafts = (key: string | null, userId: string): void => {
    // The text that is being written here is not replaced.
    if (document.hasFocus()) return;
    if (key === null) dispatch(loadDrafts(userId));
    else if (key.startsWith(draftPrefix(userId))) dispatch(followDraft(userId, key.slice(draftPrefix(userId).length)));
  };
  /** `key` is null when another tab removed everything. */
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === null || key === storageKeys.token || key === storageKeys.user) dispatch(followStoredSession());
    const userId = selectUserId(getState());
    if (userId !== undefined) followDrafts(key, userId);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};
