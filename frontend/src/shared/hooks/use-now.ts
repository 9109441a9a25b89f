import { createContext, useContext, useSyncExternalStore } from 'react';
import { createTicker, type Ticker } from '../lib/ticker.ts';

/** The page's clock. Tests provide their own. */
export const TickerContext = createContext<Ticker>(createTicker());

/** The current time in milliseconds since the epoch, updated every second. */
export function useNow(): number {
  const ticker = useContext(TickerContext);
  return useSyncExternalStore(ticker.subscribe, ticker.now);
}
