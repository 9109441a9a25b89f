import { MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import { useContext, useSyncExternalStore } from 'react';
import { TickerContext } from './use-now.ts';

/** The start of the current minute, in milliseconds since the epoch, for what need not be redrawn every second. */
export function useMinute(): number {
  const ticker = useContext(TickerContext);
  return useSyncExternalStore(ticker.subscribe, () => Math.floor(ticker.now() / MINUTE_MS) * MINUTE_MS);
}
