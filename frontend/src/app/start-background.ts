import { loadExpansion } from '../data/calendar-entry/expansion.ts';
import { messageEffects, takeUpOutbox } from '../data/message/message-effects.ts';
import { loadOutbox } from '../data/message/outbox/outbox.ts';
import { outboxPrefix } from '../data/message/outbox/unsent.ts';
import { keepInstallOffer } from '../data/page/install.ts';
import type { Services } from '../data/services/services.ts';
import { selectUserId } from '../data/session/session-slice.ts';
import { listenTo } from '../data/store/state.ts';
import { deviceTimeZone } from '../shared/hooks/time-zone.ts';
import { keepFocus } from '../shared/lib/keep-focus.ts';
import { loadCodeBy } from '../shared/lib/preloadable.ts';
import { whenIdle } from '../shared/lib/when-idle.ts';
import { loadPatiently } from './load-patiently.ts';
import { openSocket } from './realtime/socket-port.ts';
import { startRealtime } from './realtime/start-realtime.ts';
import { askBeforeLeaving } from './store/ask-before-leaving.ts';
import type { AppStore } from './store/make-store.ts';

/** Starts the work that the first screen does not wait for. Its code is loaded beside that screen, not before it. */
export const startBackground = (store: AppStore, services: Services): void => {
  keepFocus();
  loadCodeBy(loadPatiently);
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

/** Follows what other tabs of the browser queue and send. */
const followOutbox = ({ dispatch, getState }: AppStore, { alarm }: Services): void =>
  window.addEventListener('storage', ({ key }) => {
    const userId = selectUserId(getState());
    // Another tab removed everything if there is no key.
    if (userId === undefined || !(key === null || key.startsWith(outboxPrefix(userId)))) return;
    dispatch(loadOutbox(userId));
    alarm.ring();
  });
