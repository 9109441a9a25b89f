import type { Alert } from '@quorum/contracts/notification/alert.ts';
import type { BrowserAlerts } from '../data/notification/browser-alerts.ts';

const TARGET = { endpoint: 'https://push.example.com/1', keys: { p256dh: 'p256dh', auth: 'auth' } };

/** A browser that shows alerts, and in which somebody answers its question. */
export const fakeBrowser = (answer: NotificationPermission = 'granted', canSubscribe = true) => {
  const shown: Alert[] = [];
  let permission: NotificationPermission = 'default';
  let isSubscribed = false;
  let changed = (): void => undefined;
  const browser: BrowserAlerts = {
    start: async () => undefined,
    permission: () => permission,
    onPermission: (listener) => {
      changed = listener;
      return () => undefined;
    },
    ask: async () => {
      permission = answer;
    },
    show: async (alert) => void shown.push(alert),
    close: async (chat) => {
      shown.splice(0, shown.length, ...shown.filter((alert) => alert.chat !== chat));
    },
    canSubscribe: () => canSubscribe,
    isSubscribed: async () => isSubscribed,
    subscribe: async () => {
      isSubscribed = canSubscribe;
      return canSubscribe ? TARGET : undefined;
    },
    unsubscribe: async () => {
      isSubscribed = false;
    },
    forget: async () => {
      shown.length = 0;
      isSubscribed = false;
    },
  };
  return {
    browser,
    shown,
    allow: (next: NotificationPermission) => {
      permission = next;
      changed();
    },
  };
};
