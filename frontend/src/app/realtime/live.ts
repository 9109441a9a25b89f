import { keepAddressesFresh } from '../../data/media/fresh-addresses.ts';
import type { Services } from '../../data/services/services.ts';
import type { AppStore } from '../store/make-store.ts';
import { openSocket } from './socket-port.ts';
import { startRealtime } from './start-realtime.ts';

/** Needed only once somebody is signed in. Its code is loaded beside the first screen, not before it. */
export const startLive = (store: AppStore, services: Services): void => {
  startRealtime(store, services, openSocket);
  keepAddressesFresh(store, services);
};
