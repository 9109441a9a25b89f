import { keepAddressesFresh } from '../entities/media/fresh-addresses.ts';
import { openSocket } from '../entities/realtime/socket-port.ts';
import { startRealtime } from '../entities/realtime/start-realtime.ts';
import { followTabs } from '../entities/session/follow-tabs.ts';
import { checkSession } from '../entities/session/session.ts';
import type { AppStore } from '../entities/store/make-store.ts';
import type { Services } from '../entities/store/services.ts';

/** Everything that runs beside the screens. */
export const start = (store: AppStore, services: Services): void => {
  startRealtime(store, services, openSocket);
  followTabs(store, services);
  keepAddressesFresh(store, services);
  void store.dispatch(checkSession());
};
