import { createContext, useContext, useSyncExternalStore } from 'react';
import { createTicker, type Ticker } from '../lib/ticker.ts';

/** The clock of the page. Tests put their own here. */
export const TickerContext = createContext<Ticker>(createTicker());

/** The current time in milliseconds since the epoch, renewed every second. */
export function useNow(): number {
  const ticker = useContext(TickerContext);
  return useSyncExternalStore(ticker.subscribe, ticker.now);
}
