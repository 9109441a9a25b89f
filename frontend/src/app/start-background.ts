import { loadExpansion } from '../data/calendar-entry/expansion.ts';
import { messageEffects, takeUpOutbox } from '../data/message/message-effects.ts';
import { keepInstallOffer } from '../data/page/install.ts';
import type { Services } from '../data/services/services.ts';
import { listenTo } from '../data/store/listen-to.ts';
import { deviceTimeZone } from '../shared/hooks/time-zone.ts';
import { keepFocus } from '../shared/lib/keep-focus.ts';
import { whenIdle } from '../shared/lib/when-idle.ts';
import { openSocket } from './realtime/socket-port.ts';
import { startRealtime } from './realtime/start-realtime.ts';
import { askBeforeLeaving } from './store/ask-before-leaving.ts';
import { followOutbox } from './store/follow-outbox.ts';
import type { AppStore } from './store/make-store.ts';

/** Starts the work that the first screen does not wait for. Its code is loaded beside that screen, not before it. */
export const startBackground = (store: AppStore, services: Services): void => {
  keepFocus();
  askBeforeLeaving(store, services);
  messageEffects(listenTo(store));
  store.dispatch(takeUpOutbox());
  followOutbox(store, services);
  keepInstallOffer();
  // A pushed series is shown at once.
  const start = () => startRealtime(store, services, openSocket);
  void loadExpansion().then(start, start);
  whenIdle(() => void beginAlerts(store, services).catch(() => undefined));
};

const beginAlerts = async (store: AppStore, services: Services): Promise<void> => {
  const [{ startAlerts }, { browserAlerts }] = await Promise.all([
    import('../data/notification/start-alerts.ts'),
    import('../data/notification/browser-alerts.ts'),
  ]);
  startAlerts(store, services, browserAlerts, deviceTimeZone());
};
