import { loadExpansion } from '../data/calendar-entry/expansion.ts';
import type { Services } from '../data/services/services.ts';
import { keepFocus } from '../shared/lib/keep-focus.ts';
import { openSocket } from './realtime/socket-port.ts';
import { startRealtime } from './realtime/start-realtime.ts';
import type { AppStore } from './store/make-store.ts';

/** What the first screen does not wait for. Its code is loaded beside that screen, not before it. */
export const startBeside = (store: AppStore, services: Services): void => {
  keepFocus();
  // A pushed series is shown at once.
  const start = () => startRealtime(store, services, openSocket);
  void loadExpansion().then(start, start);
};
