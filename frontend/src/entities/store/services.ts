import { orderedId } from '@quorum/contracts/wire/ordered-id.ts';
import { createPositions } from '../api/positions.ts';
import type { RequestServices } from '../api/request.ts';
import { browserFiles, type KeptFiles } from '../message/kept-files.ts';
import type { WantedMarks } from '../message/read-marks.ts';
import type { WaitingFiles } from '../message/waiting-files.ts';
import { createRealtimeLink, type RealtimeLink } from '../realtime/realtime-link.ts';
import { createRecentFrames, type RecentFrames } from '../realtime/recent-frames.ts';
import { browserStorage, type KeyValueStorage } from '../session/storage.ts';

/** Everything outside the store that thunks use; tests give their own. */
export type Services = RequestServices & {
  readonly storage: KeyValueStorage;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Runs the work while no other tab of this browser runs work of this name. */
  readonly exclusively: (name: string, work: () => Promise<void>) => Promise<void>;
  /** One run at a time per key; callers meanwhile get the running one. */
  readonly once: (key: string, work: () => Promise<void>) => Promise<void>;
  /** Rung when waiting for the next try of sending is pointless. */
  readonly alarm: Alarm;
  readonly link: RealtimeLink;
  readonly frames: RecentFrames;
  readonly keptFiles: KeptFiles;
  readonly waitingFiles: WaitingFiles;
  readonly wantedMarks: WantedMarks;
  /** The last change of each audience that the loaded list of groups holds. */
  readonly heldByGroups: Map<string, number>;
};

export type Alarm = { readonly ring: () => void; readonly next: () => Promise<void> };

export const createAlarm = (): Alarm => {
  let waiting: (() => void)[] = [];
  return {
    ring: () => {
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    next: () => new Promise((resolve) => waiting.push(resolve)),
  };
};

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

/** `crypto.randomUUID` exists on secure pages only; a server in the local network is often opened by plain HTTP. */
const randomId = (): string => {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

export const createOnce = (): Services['once'] => {
  const running = new Map<string, Promise<void>>();
  return (key, work) => {
    const known = running.get(key);
    if (known !== undefined) return known;
    const run = work().finally(() => running.delete(key));
    running.set(key, run);
    return run;
  };
};

/** Turns within one page. */
export const createTurns = (): Services['exclusively'] => {
  const last = new Map<string, Promise<void>>();
  return (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work);
    last.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  };
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
  frames: createRecentFrames(),
  keptFiles: browserFiles(),
  waitingFiles: new Map(),
  wantedMarks: new Map(),
  heldByGroups: new Map(),
});
