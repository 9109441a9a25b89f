import type { Services } from '../data/services/services.ts';
import { checkSession } from '../data/user/session.ts';
import { followTabs } from './store/follow-tabs.ts';
import type { AppStore } from './store/make-store.ts';

/** Everything that runs beside the screens. */
export const start = (store: AppStore, services: Services): void => {
  followTabs(store, services);
  void store.dispatch(checkSession());
  void import('./realtime/live.ts').then(({ startLive }) => startLive(store, services));
};
