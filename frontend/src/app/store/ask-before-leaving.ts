import { selectOutbox } from '../../data/message/outbox/outbox-slice.ts';
import { hasChosenFiles } from '../../data/services/attachments.ts';
import type { Services } from '../../data/services/services.ts';
import { selectUserId } from '../../data/session/session-slice.ts';
import type { AppStore } from './make-store.ts';

/** Unsent files do not survive a reload, so the browser asks before the page goes. Returns a function that stops it. */
export const askBeforeLeaving = ({ getState }: AppStore, services: Services): (() => void) => {
  const ask = (event: BeforeUnloadEvent): void => {
    const userId = selectUserId(getState());
    const isWaiting = selectOutbox(getState()).some(({ file }) => file !== undefined);
    if (isWaiting || (userId !== undefined && hasChosenFiles(services, userId))) event.preventDefault();
  };
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
};
