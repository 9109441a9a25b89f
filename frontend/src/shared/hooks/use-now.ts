import { createContext, useContext, useSyncExternalStore } from 'react';

/** A clock that notifies every second. Tests provide their own. */
export interface Ticker {
  /** Milliseconds since the epoch. Constant between two ticks. */
  now(): number;
  subscribe(listener: () => void): () => void;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** One timer for all subscribers, aligned to full seconds. It stops while there are none. */
export function createTicker(clock: () => number = Date.now): Ticker {
  const listeners = new Set<() => void>();
  let current = clock();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tick = () => {
    timer = setTimeout(tick, SECOND_MS - (clock() % SECOND_MS));
    current = clock();
    for (const listener of listeners) listener();
  };

  return {
    now() {
      const moment = clock();
      // The value is stale when the timer was stopped.
      if (listeners.size === 0 && Math.abs(moment - current) >= SECOND_MS) current = moment;
      return current;
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        current = clock();
        timer = setTimeout(tick, SECOND_MS - (current % SECOND_MS));
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
  };
}

/** The page's clock. Tests provide their own. */
export const TickerContext = createContext<Ticker>(createTicker());

/** The current time in milliseconds since the epoch, updated every second. */
export function useNow(): number {
  const ticker = useContext(TickerContext);
  return useSyncExternalStore(ticker.subscribe, ticker.now);
}

/** The start of the current minute, in milliseconds since the epoch, for what need not be redrawn every second. */
export function useMinute(): number {
  const ticker = useContext(TickerContext);
  return useSyncExternalStore(ticker.subscribe, () => Math.floor(ticker.now() / MINUTE_MS) * MINUTE_MS);
}
