import type { Attachments } from './attachments.ts';
import type { Positions } from './positions.ts';
import type { RealtimeLink } from './realtime-link.ts';
import type { KeyValueStorage } from './storage.ts';

/** Everything outside the store that thunks use. Tests provide their own. */
export type Services = {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
  readonly newId: () => string;
  /** Resolves after the milliseconds, or at once when the signal aborts. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  readonly positions: Positions;
  readonly storage: KeyValueStorage;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Runs the work while no other tab of this browser runs work of the same name. */
  readonly exclusively: (name: string, work: () => Promise<void>) => Promise<void>;
  /** One run at a time per key. Further callers get the running one. */
  readonly once: (key: string, work: () => Promise<void>) => Promise<void>;
  /** Ends pauses between attempts to send. */
  readonly alarm: Alarm;
  readonly link: RealtimeLink;
  /** The chosen files of this page, by user and group. The next user does not get them. */
  readonly attachments: Map<string, Attachments>;
  /** Cancels the running uploads of the outbox, by message id. */
  readonly uploads: Map<string, () => void>;
  /** Takes what belongs to the last account from this browser. The sign-in screen waits for it. */
  leaving?: Promise<void> | undefined;
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

/** Runs work of the same name one after another within one page. */
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
