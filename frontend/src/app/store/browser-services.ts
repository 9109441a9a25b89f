import { orderedId } from '@quorum/contracts/kernel/ordered-id.ts';
import { createPositions } from '../../data/services/positions.ts';
import { createRealtimeLink } from '../../data/services/realtime-link.ts';
import { createAlarm, createOnce, createTurns, type Services } from '../../data/services/services.ts';
import { browserStorage } from '../../data/services/storage.ts';

const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

/** `crypto.randomUUID` exists on secure pages only, and a server in the local network is often opened by plain HTTP. */
const randomId = (): string => {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

const lockBetweenTabs = (): Services['exclusively'] =>
  // Web Locks exist on secure pages only. Without them two tabs may send the same message; its id makes that harmless.
  navigator.locks === undefined
    ? createTurns()
    : async (name, work) => {
        await navigator.locks.request(name, work);
      };

export const browserServices = (): Services => ({
  fetch: (input, init) => fetch(input, init),
  newId: () => orderedId(Date.now(), randomId()),
  sleep: pause,
  positions: createPositions(),
  storage: browserStorage(() => localStorage),
  now: () => Date.now(),
  exclusively: lockBetweenTabs(),
  once: createOnce(),
  alarm: createAlarm(),
  link: createRealtimeLink(),
  attachments: new Map(),
  uploads: new Map(),
});
