import { followDraft, loadDrafts } from '../../data/message/drafts.ts';
import { loadOutbox } from '../../data/message/outbox/outbox.ts';
import { draftPrefix, outboxPrefix } from '../../data/message/outbox/unsent.ts';
import type { Services } from '../../data/services/services.ts';
import { storageKeys } from '../../data/services/storage-keys.ts';
import { selectUserId } from '../../data/session/session-slice.ts';
import { followStoredSession } from '../../data/user/session.ts';
import type { AppStore } from './make-store.ts';

/** Keeps the tabs of a browser in step: signing in and out, queued messages and drafts. Returns a function that stops it. */
export const followTabs = ({ dispatch, getState }: AppStore, { alarm }: Services): (() => void) => {
  const followUnsent = (key: string | null, userId: string): void => {
    if (key === null || key.startsWith(outboxPrefix(userId))) {
      dispatch(loadOutbox(userId));
      alarm.ring();
    }
    // The text that is being written here is not replaced.
    if (document.hasFocus()) return;
    if (key === null) dispatch(loadDrafts(userId));
    else if (key.startsWith(draftPrefix(userId))) dispatch(followDraft(userId, key.slice(draftPrefix(userId).length)));
  };
  /** `key` is null when another tab removed everything. */
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === null || key === storageKeys.token || key === storageKeys.user) dispatch(followStoredSession());
    const userId = selectUserId(getState());
    if (userId !== undefined) followUnsent(key, userId);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};
