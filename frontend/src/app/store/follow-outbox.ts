import { loadOutbox } from '../../data/message/outbox/outbox.ts';
import { outboxPrefix } from '../../data/message/outbox/unsent.ts';
import type { Services } from '../../data/services/services.ts';
import { selectUserId } from '../../data/session/session-slice.ts';
import type { AppStore } from './make-store.ts';

/** Follows what other tabs of the browser queue and send. */
export const followOutbox = ({ dispatch, getState }: AppStore, { alarm }: Services): void =>
  window.addEventListener('storage', ({ key }) => {
    const userId = selectUserId(getState());
    // Another tab removed everything if there is no key.
    if (userId === undefined || !(key === null || key.startsWith(outboxPrefix(userId)))) return;
    dispatch(loadOutbox(userId));
    alarm.ring();
  });
