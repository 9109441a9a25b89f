import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { expect } from 'vitest';
import { startAlerts } from '../data/notification/start-alerts.ts';
import { storageKeys } from '../data/services/storage-keys.ts';
import { type Change, changed } from '../data/store/changes.ts';
import { fakeBrowser } from './fake-browser.ts';
import { json, message } from './fakes.ts';
import { openLive } from './open-live.ts';

/** By the clock of the fakes. */
export const NOW = '2026-05-14T14:42:00.000Z';

export const NOTIFICATIONS = {
  settings: { showText: true },
  groups: {},
  push: { publicKey: 'AAAA', available: false },
  due: [],
};

/** A page of somebody who turned alerts on. Its pauses end when the test says so. */
export const openAlertingPage = async (
  browser = fakeBrowser(),
  settings: object | Promise<object> = NOTIFICATIONS,
  event: object = {},
) => {
  const live = await openLive(({ url }) => {
    if (url === '/api/notifications') return Promise.resolve(settings).then((known) => json(known));
    return url.startsWith('/api/events/') ? json({ event }) : undefined;
  });
  const { store, services } = live;
  let due = (): void => undefined;
  services.storage.set(storageKeys.alerts, 'on');
  browser.allow('granted');
  const waits = new Promise<void>((resolve) => {
    due = resolve;
  });
  let now = Date.parse(NOW);
  const paused = { ...services, sleep: () => waits, now: () => now };
  const stop = startAlerts(store, paused, browser.browser, 'UTC');
  await settled();
  let sequence = 0;
  const push = (change: Omit<Change, 'at'>, audience = groupAudience('group-1')): void => {
    sequence += 1;
    store.dispatch(changed({ ...change, at: { audience, sequence } } as Change));
  };
  const say = (id: string, more: Partial<MessageView> = {}) =>
    push({ name: 'newMessage', payload: message(id, `9${id}`, { createdAt: NOW, ...more }) } as Change);
  /** @param count how many alerts are to come at least */
  const goOn = async (count = 0) => {
    due();
    await expect.poll(() => browser.shown.length).toBeGreaterThanOrEqual(count);
    await settled();
  };
  const passHours = (hours: number): void => {
    now += hours * 3_600_000;
  };
  return { ...live, ...browser, services: paused, push, say, goOn, passHours, stop };
};

export const settled = async (): Promise<void> => {
  // biome-ignore lint/plugin: yields to everything that was begun
  for (let n = 0; n < 5; n += 1) await new Promise((resolve) => setTimeout(resolve, 0));
};
